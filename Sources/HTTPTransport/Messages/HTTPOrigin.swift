/// Scheme, host and port of an http or https URL (RFC 6454 §4), which decide whether a secret may be sent there.
///
/// Parsed by libcurl, so the host that is checked here is the host that is contacted. Two parsers that disagree about a URL
/// are how a token ends up elsewhere. The first use loads libcurl.
public struct HTTPOrigin: Sendable, Hashable {
    public let scheme: String
    /// In lower case; an IPv6 address in brackets, an IPv4 address in dotted form in whichever form the URL has it.
    public let host: String
    public let port: Int

    /// Nil when libcurl would not send to that URL, when it is neither http nor https, or when it names a user.
    ///
    /// - Throws: `HTTPError.libraryMissing`, `.libraryFailed`: without libcurl the URL is neither good nor bad.
    public init?(parsing url: String) throws(HTTPError) {
        do throws(HTTPError) {
            self = try CurlURL(url).origin()
        } catch .unsupportedURL {
            return nil
        }
    }

    /// As ``init(parsing:)``, and nil as well when libcurl is missing: nil does not tell that a URL is harmless.
    package init?(url: String) {
        guard let origin = try? HTTPOrigin(parsing: url) else { return nil }
        self = origin
    }

    init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Whether the host never leaves this machine.
    public var isLoopback: Bool { Self.isLoopback(host: host) }

    /// Whether the host is `localhost`, `*.localhost`, in 127.0.0.0/8 or `::1` (RFC 8252 section 8.3, RFC 6761 section
    /// 6.3): the names that libcurl connects to this machine without asking a resolver. A name with a trailing dot is
    /// looked up, so it does not count.
    ///
    /// - Parameter host: the host of a URL, without the port. An IPv6 address may have brackets.
    package static func isLoopback(host: String) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]"
            || ipv4(host)?.first == 127
    }

    /// Whether the host is an IPv4 address that the Internet does not route: link-local (RFC 3927 §2.7) or private
    /// (RFC 1918 §3).
    var isPrivate: Bool {
        guard let address = Self.ipv4(host) else { return false }
        return switch (address[0], address[1]) {
        case (169, 254), (10, _), (172, 16...31), (192, 168): true
        default: false
        }
    }

    private static func ipv4(_ host: String) -> [UInt8]? {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { part in
            // To inet_aton(3) a leading zero means octal, and so another address.
            part == "0" || part.allSatisfy("0123456789".contains) && !part.hasPrefix("0") ? UInt8(part) : nil
        }
        return parts.count == 4 && !parts.contains(nil) ? parts.compactMap(\.self) : nil
    }
}

extension HTTPOrigin: CustomStringConvertible {
    public var description: String { "\(scheme)://\(host):\(port)" }
}
