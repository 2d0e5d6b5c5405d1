/// Scheme, host and port of an http or https URL (RFC 6454 §4): what decides whether a secret may follow a request.
///
/// Parsed by libcurl, so the host that is checked here is the host that is contacted; two parsers that disagree about
/// one URL are how a token ends up elsewhere. The first use loads libcurl.
public struct HTTPOrigin: Sendable, Hashable {
    public let scheme: String
    /// Lower case, an IPv6 address in brackets, an IPv4 address in its dotted form whatever the URL wrote.
    public let host: String
    public let port: Int

    /// Nil when libcurl would not send to that URL, when it is neither http nor https, or when it names a user.
    public init?(url: String) {
        guard let origin = try? CurlURL(url).origin() else { return nil }
        self = origin
    }

    init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Whether a URL is, up to its path, the same to the letter as one that was checked: then it has the same origin, as the
    /// authority ends at the path (RFC 3986 §3.2), and no parser has to be asked. False also where only one could tell.
    public static func isEvidentlyShared(by url: String, with checked: String) -> Bool {
        var (url, checked) = (url, checked)
        return url.withUTF8 { url in checked.withUTF8 { isEvidentlyShared(by: url, with: $0) } }
    }

    private static func isEvidentlyShared(
        by url: UnsafeBufferPointer<UInt8>, with checked: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var slashes = 0
        for index in 0..<min(url.count, checked.count) {
            guard url[index] == checked[index] else { return false }
            if url[index] == UInt8(ascii: "/") { slashes += 1 }
            if slashes == 3 { return url.allSatisfy { (0x21..<0x7F).contains($0) } }
        }
        return false
    }

    /// True of `localhost`, `*.localhost`, 127.0.0.0/8 and `::1`: the names libcurl keeps on this machine without asking
    /// a resolver. A name with a trailing dot is looked up, so it is not among them.
    public var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" || isLoopbackIPv4
    }

    /// True of 169.254.0.0/16, whose packets no router forwards (RFC 3927 §2.7).
    public var isLinkLocal: Bool {
        ipv4.map { $0[0] == 169 && $0[1] == 254 } ?? false
    }

    private var isLoopbackIPv4: Bool {
        ipv4?.first == 127
    }

    private var ipv4: [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && !parts.contains(nil) ? parts.compactMap(\.self) : nil
    }
}

extension HTTPOrigin: CustomStringConvertible {
    public var description: String { "\(scheme)://\(host):\(port)" }
}
