import HTTPTransport

/// The path of a request, taken apart for reading; it is never put together again and sent.
///
/// Takes a path as people paste it: with or without a leading slash and a version, a full URL, percent-encoded or not.
public struct ResourcePath: Hashable, Sendable {
    /// Scheme, host and port of a full URL, in lower case and without a default port; nil for a path alone.
    public let origin: String?
    /// `v1.0` or `beta`; nil when the path has no version.
    public let version: String?
    /// The id or domain of a tenant before the resource, decoded: `/v2/{tenant}/directoryObjects/{id}` is the form of
    /// Graph's `@odata.id`. Nil for none, and for `myorganization`, which is the caller's own.
    public let tenant: String?
    /// The segments without version and tenant, decoded, without empty ones: `users`, `dana@contoso.com`.
    public let segments: [String]
    /// The names and values of the query in order, decoded.
    public let query: [Field]

    /// A name and value of a query, such as `$filter` and `startsWith(displayName,'A')`.
    public struct Field: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    public init(_ text: String) {
        let (origin, path) = Self.splitOrigin(text)
        let parts = path.parts(between: "?", atMost: 2)
        var segments = parts[0].parts(between: "/").filter { !$0.isEmpty }.map { PercentEncoding.decode($0) }
        // The whole segment: that of `v1.0%2Fusers` only begins with a version.
        version = segments.first.flatMap { GraphURL.version($0) }
        if version != nil { segments.removeFirst() }
        if segments.count > 2, segments[0].lowercased() == "v2", Self.isTenant(segments[1]) { segments.removeFirst() }
        var tenant: String?
        if segments.count > 1, Self.isTenant(segments[0]) {
            let first = segments.removeFirst()
            tenant = first.lowercased() == "myorganization" ? nil : first
        }
        self.tenant = tenant
        self.origin = origin
        self.segments = segments
        query = parts.count > 1 ? Self.fields(parts[1]) : []
    }

    /// Whether a segment before the resource names a tenant. No resource has a dot in its name, but for types and functions
    /// such as `microsoft.graph.group`.
    private static func isTenant(_ segment: String) -> Bool {
        let segment = segment.lowercased()
        if segment == "myorganization" || segment.isGUID { return true }
        return segment.contains(".") && !segment.hasPrefix("microsoft.graph.")
            && segment.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-.".utf8.contains($0) }
    }

    /// The path as the documentation writes it: a leading slash, no version, no query.
    public var text: String { "/" + segments.joined(separator: "/") }

    /// Whether the path begins with `/me`, with `/drive`, which is `/me/drive`, or with `/education/me`: all that follows
    /// belongs to the signed-in user, whoever else it names.
    public var isUnderMe: Bool {
        let names = segments.prefix(2).map { $0.lowercased() }
        return names.first.map { ["me", "drive"].contains($0) } == true || names == ["education", "me"]
    }

    private static func splitOrigin(_ text: String) -> (origin: String?, path: Substring) {
        guard let scheme = text.utf8.firstRange(of: "://".utf8),
            text.utf8[..<scheme.lowerBound].allSatisfy(\.isASCIILetter)
        else { return (nil, text[...]) }
        let end = text.utf8[scheme.upperBound...].firstIndex { "/?".utf8.contains($0) } ?? text.endIndex
        var origin = text[..<end].lowercased()
        for suffix in [":443", ":80"] where origin.hasPrefix(suffix == ":443" ? "https:" : "http:") {
            if origin.hasSuffix(suffix) { origin.removeLast(suffix.count) }
        }
        return (origin, text[end...])
    }

    /// A `+` is itself: Graph's links write spaces as `%20`.
    private static func fields(_ query: Substring) -> [Field] {
        query.parts(between: "&").filter { !$0.isEmpty }.map { field in
            let parts = field.parts(between: "=", atMost: 2).map { PercentEncoding.decode($0) }
            return Field(name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
    }
}

extension ResourcePath {
    static let conflictBehaviorName = "@microsoft.graph.conflictBehavior"

    /// The action of OneDrive where an item of that name exists, in lower case: `replace`, `rename` or `fail`. Nil when
    /// the query does not say. Of several values, one that is not `replace` counts.
    var conflictBehavior: String? {
        let values = query.filter(\.isConflictBehavior).map { $0.value.lowercased() }
        return values.first { $0 != "replace" } ?? values.first
    }
}

extension ResourcePath.Field {
    /// Whether the field is that of ``ResourcePath/conflictBehavior``, in any case.
    var isConflictBehavior: Bool { name.lowercased() == ResourcePath.conflictBehaviorName.lowercased() }
}

extension Substring {
    /// Split by bytes, as a server does: to Swift, a slash with an accent after it is another character.
    fileprivate func parts(between separator: Unicode.Scalar, atMost count: Int = .max) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator), maxSplits: count - 1, omittingEmptySubsequences: false)
            .map(Substring.init)
    }
}
