import FoundationEssentials

/// A URL that the sandbox browser may open: http on this machine, or a host of Microsoft's if a sandbox serves it. No
/// request leaves the machine.
struct PageURL: Equatable {
    let scheme: String
    let host: String
    let port: Int
    /// The path and query of the request line.
    private(set) var target: String
    /// The port of the sandbox that serves Microsoft's hosts.
    private let sandboxPort: Int?

    /// - Parameter page: the page that contains the link or form.
    init(_ text: String, on page: PageURL) throws(BrowsingError) {
        guard text.hasPrefix("/"), !text.hasPrefix("//") else {
            try self.init(text, sandboxPort: page.sandboxPort)
            return
        }
        self = page
        target = text
    }

    init(_ text: String, sandboxPort: Int? = nil) throws(BrowsingError) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased()
        else { throw .notLoopback(text) }
        let isPublic = scheme == "https" && parts.port ?? 443 == 443 && ServiceHost(publicHost: host) != nil
        guard isPublic ? sandboxPort != nil : scheme == "http" && Self.addresses[host] != nil else {
            throw .notLoopback(text)
        }
        (self.scheme, self.host, self.sandboxPort) = (scheme, host, sandboxPort)
        port = parts.port ?? (isPublic ? 443 : 80)
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        target = path + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    /// The address and port to connect to, without TLS and without a resolver for `localhost`.
    var connection: (address: String, port: Int) {
        if scheme == "https", let sandboxPort { return ("127.0.0.1", sandboxPort) }
        return (Self.addresses[host] ?? host, port)
    }

    /// The `Host` header.
    var authority: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }

    var hasQuery: Bool { target.contains("?") }

    func isSameOrigin(as other: PageURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    private static let addresses = ["localhost": "127.0.0.1", "127.0.0.1": "127.0.0.1", "::1": "::1", "[::1]": "::1"]
}
