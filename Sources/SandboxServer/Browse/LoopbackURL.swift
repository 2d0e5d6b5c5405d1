import FoundationEssentials

/// An http address on this machine; a sandbox's browser goes nowhere else.
struct LoopbackURL: Equatable {
    let host: String
    let port: Int
    /// Path and query, as they stand on the request line.
    let target: String

    /// - Parameter page: where a link or a form without a host of its own was found.
    init(_ text: String, on page: LoopbackURL? = nil) throws(BrowsingError) {
        if let page, text.hasPrefix("/"), !text.hasPrefix("//") {
            (host, port, target) = (page.host, page.port, text)
            return
        }
        guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "http",
            let host = parts.host?.lowercased(), Self.addresses[host] != nil
        else { throw .notLoopback(text) }
        self.host = host
        port = parts.port ?? 80
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        target = path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    /// What to connect to: `localhost` without asking a resolver.
    var address: String { Self.addresses[host] ?? host }

    /// The `Host` header.
    var authority: String { port == 80 ? host : "\(host):\(port)" }

    func isSameOrigin(as other: LoopbackURL) -> Bool { host == other.host && port == other.port }

    private static let addresses = ["localhost": "127.0.0.1", "127.0.0.1": "127.0.0.1", "::1": "::1", "[::1]": "::1"]
}
