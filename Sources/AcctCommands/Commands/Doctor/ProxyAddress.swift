import HTTPTransport

/// The host and port of the proxy that requests go through.
struct ProxyAddress: Equatable {
    let host: String
    let port: Int

    /// The variable that counts, and its value; nil without a proxy.
    static func variable(in environment: Environment) -> (name: String, value: String)? {
        ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].lazy.compactMap { name in
            environment[name].map { (name, $0) }
        }.first
    }

    /// Nil for text that is not the URL of a proxy, with or without its scheme, as libcurl reads it (CURLOPT_PROXY(3)).
    init?(_ text: String) {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        guard ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme), let rest = parts.last else {
            return nil
        }
        // A password may have any character but these two.
        let place = rest.prefix { $0 != "/" }.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let name: Substring
        if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
            name = place[place.index(after: place.startIndex)..<end]
        } else {
            name = place.prefix { $0 != ":" }
        }
        let tail = place.dropFirst(place.hasPrefix("[") ? name.count + 2 : name.count)
        let port = tail.isEmpty ? (scheme == "https" ? 443 : 1080) : UInt16(port: tail.dropFirst()).map(Int.init)
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), tail.isEmpty || tail.hasPrefix(":"),
            let port, (1...65535).contains(port)
        else { return nil }
        (host, self.port) = (String(name), port)
    }
}
