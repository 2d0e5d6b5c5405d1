import Foundation

/// What the path of a request says, taken apart for reading: never put together again and sent.
///
/// Takes what people paste: with or without a leading slash and a version, a full URL, percent-escapes or none.
public struct ResourcePath: Hashable, Sendable {
    /// Scheme, host and port of a full URL, in lower case and without a default port; nil for a path alone.
    public let origin: String?
    /// `v1.0` or `beta`, where the path says.
    public let version: String?
    /// The parts between slashes without the version, unescaped, empty ones left out: `users`, `dana@contoso.com`.
    public let segments: [String]
    /// Names and values as they were typed between `?` and the end, unescaped.
    public let query: [Field]

    /// One name and value of a query, such as `$filter` and `startsWith(displayName,'A')`.
    public struct Field: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    public init(_ text: String) {
        let (origin, rest) = ResourcePath.splitOrigin(text)
        let parts = rest.parts(between: "?", atMost: 2)
        var segments = parts[0].parts(between: "/").filter { !$0.isEmpty }.map(ResourcePath.unescaped)
        let first = segments.first?.lowercased()
        version = first == "v1.0" || first == "beta" ? first : nil
        if version != nil { segments.removeFirst() }
        self.origin = origin
        self.segments = segments
        query = parts.count > 1 ? ResourcePath.fields(parts[1]) : []
    }

    /// The path as the documentation writes it: a leading slash, no version, no query.
    public var text: String { "/" + segments.joined(separator: "/") }

    /// Whether it is about the caller: what follows `/me` is theirs, whoever else it names.
    public var isOwn: Bool { segments.first?.lowercased() == "me" }

    private static func splitOrigin(_ text: String) -> (origin: String?, rest: Substring) {
        guard let scheme = text.range(of: "://"), text[..<scheme.lowerBound].allSatisfy(\.isLetter) else {
            return (nil, text[...])
        }
        let end = text.utf8[scheme.upperBound...].firstIndex { "/?".utf8.contains($0) } ?? text.endIndex
        var origin = text[..<end].lowercased()
        for suffix in [":443", ":80"] where origin.hasPrefix(suffix == ":443" ? "https:" : "http:") {
            if origin.hasSuffix(suffix) { origin.removeLast(suffix.count) }
        }
        return (origin, text[end...])
    }

    private static func fields(_ query: Substring) -> [Field] {
        query.parts(between: "&").filter { !$0.isEmpty }.map { field in
            let parts = field.parts(between: "=", atMost: 2)
            return Field(name: unescaped(parts[0]), value: parts.count > 1 ? unescaped(parts[1]) : "")
        }
    }

    /// Escapes that are none stay as they are. A `+` is itself: Graph's links escape spaces as `%20`.
    private static func unescaped(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        return text.removingPercentEncoding ?? String(text)
    }
}

extension Substring {
    /// Split by bytes, as a server does: to Swift, a slash with an accent after it is another character.
    fileprivate func parts(between separator: Unicode.Scalar, atMost count: Int = .max) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator), maxSplits: count - 1, omittingEmptySubsequences: false)
            .map(Substring.init)
    }
}
