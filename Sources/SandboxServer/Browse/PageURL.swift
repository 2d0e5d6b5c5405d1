import FoundationEssentials

/// An address that a sandbox's browser goes to: http on this machine, and a host of Microsoft's where the browser was
/// told which sandbox stands for it. Nothing ever leaves the machine.
struct PageURL: Equatable {
    let scheme: String
    let host: String
    let port: Int
    /// Path and query, as they stand on the request line.
    private(set) var target: String
    /// The port of the sandbox that answers for Microsoft's hosts.
    private let sandboxPort: Int?

    /// - Parameter page: where a link or a form without a host of its own was found.
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

    /// What to connect to, in plain http: `localhost` without asking a resolver.
    var connection: (address: String, port: Int) {
        if scheme == "https", let sandboxPort { return ("127.0.0.1", sandboxPort) }
        return (Self.addresses[host] ?? host, port)
    }

    /// The `Host` header.
    var authority: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }

    func isSameOrigin(as other: PageURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    private static let addresses = ["localhost": "127.0.0.1", "127.0.0.1": "127.0.0.1", "::1": "::1", "[::1]": "::1"]
}
