import HTTPTransport

/// Turns paths and links into URLs on the Graph host, and keeps tokens from any other host.
struct GraphURL {
    /// Scheme, host and port, without a trailing slash.
    let endpoint: String

    init(endpoint: String) {
        self.endpoint = endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint
    }

    /// The URL for a path as people paste it: with or without a leading slash and a version, or a full URL.
    ///
    /// - Throws: `GraphError.foreignHost` for a full URL elsewhere, `.invalidPath` for a path that cannot be in a URL;
    ///   `HTTPError.libraryMissing`, `.libraryFailed`.
    func url(path: String) throws -> String {
        guard !path.contains(where: \.isNewline) else { throw GraphError.invalidPath(path) }
        if Self.hasScheme(path) { return try checked(Self.encoded(path)) }
        let relative = path.drop { $0 == "/" }
        let version = Self.version(atStartOf: relative) == nil ? "v1.0/" : ""
        return try checked("\(endpoint)/\(version)\(Self.encodedAsTyped(relative))")
    }

    /// The version of the API that a path without its leading slash begins with, `v1.0` or `beta`; nil when it has none.
    /// Graph takes upper and lower case for the same.
    static func version(atStartOf path: some StringProtocol) -> String? {
        version(String(decoding: path.utf8.prefix { !"/?".utf8.contains($0) }, as: UTF8.self))
    }

    /// The version that a whole segment is; nil for any other segment.
    static func version(_ segment: String) -> String? {
        let segment = segment.lowercased()
        return segment == "v1.0" || segment == "beta" ? segment : nil
    }

    /// The URL for a link of the server, unchanged: links are opaque, and decoding and encoding one would make another.
    ///
    /// Only the bytes that no URL can have are encoded (RFC 3986 section 2), such as raw spaces.
    ///
    /// - Throws: `GraphError.foreignLink` for a link elsewhere; `HTTPError.libraryMissing`, `.libraryFailed`.
    func url(link: String) throws -> String {
        let url = PercentEncoding.encode(link) {
            $0.isURLUnreserved || Self.reserved.contains($0) || "%#".utf8.contains($0)
        }
        guard try isOnGraph(url) else { throw GraphError.foreignLink(link, graph: endpoint) }
        return url
    }

    /// Whether this is a full URL (RFC 3986 §3.1), and not a path or a filter that contains one.
    private static func hasScheme(_ text: String) -> Bool {
        guard let end = text.utf8.firstRange(of: "://".utf8) else { return false }
        return text.utf8[..<end.lowerBound].allSatisfy { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
    }

    private func checked(_ url: String) throws -> String {
        guard try isOnGraph(url) else { throw GraphError.foreignHost(url: url, graph: endpoint) }
        return url
    }

    /// Whether a token may be sent to the URL.
    private func isOnGraph(_ url: String) throws -> Bool {
        guard let graph = try HTTPOrigin(parsing: endpoint),
            [graph.description, "\(graph.scheme)://\(graph.host)"].contains(endpoint.lowercased())
        else { throw GraphError.invalidEndpoint(endpoint) }
        return try HTTPOrigin(parsing: url) == graph
    }

    /// A query with raw spaces was typed and not encoded, so a plus in it means a plus; to the server it would be a
    /// space. In a query without spaces a plus may already stand for one, and stays.
    static func encodedAsTyped(_ path: Substring) -> String {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].contains(" ") else { return encoded(path) }
        return "\(encoded(parts[0]))?\(encoded(parts[1]).replacing("+", with: "%2B"))"
    }

    /// Percent-encodes the bytes that RFC 3986 does not allow and leaves every valid escape alone.
    static func encoded(_ text: some StringProtocol) -> String {
        PercentEncoding.encode(text, keepsEscapes: true) { $0.isURLUnreserved || reserved.contains($0) }
    }

    /// A name and a value of a query. The characters that OData expressions are made of stay readable.
    static func encodedField(_ name: String, _ value: String) -> String {
        let (inName, inValue) = ("$'(),:;/@!*".utf8, "$'(),:;/@!*=".utf8)
        return PercentEncoding.encode(name) { $0.isURLUnreserved || inName.contains($0) } + "="
            + PercentEncoding.encode(value) { $0.isURLUnreserved || inValue.contains($0) }
    }

    /// The reserved characters of RFC 3986 §2.2 without `#`: no URL of Graph has a fragment.
    private static let reserved = Set(":/?[]@!$&'()*+,;=".utf8)
}
