import HTTPTransport

/// A path in the form of the documentation: names stay, and the reference to one object becomes `{id}`.
///
/// `/Users('dana@contoso.com')/messages` becomes `/Users/{id}/messages`, and `/me/drive/root:/a/b.txt:/content` becomes
/// `/me/drive/items/{id}/content`. An id that is a segment of its own looks like a name and stays; a template that the
/// path is compared with has `{id}` there. Sources: OData 4.01 URL Conventions; Graph's "Addressing resources in a drive".
struct PathTemplate: Hashable, Sendable {
    /// The segments in lower case, because Graph compares them without case.
    let segments: [String]
    /// The template with a leading slash, in the case that was typed.
    let text: String
    /// The segments, in lower case, that name a function or a type, and so are no ids.
    let names: Set<String>
    /// The names that select a part of a collection: the objects of one type, such as `microsoft.graph.user` after the
    /// members of a group, or the changes.
    let selectors: Set<String>

    init(_ path: ResourcePath) {
        var reader = PathTemplateReader(path.segments)
        let written = reader.segments()
        selectors = reader.casts.union(["delta"])
        names = reader.names.union(written.filter(Self.isFunction).map { $0.lowercased() })
        segments = written.map { $0.lowercased() }
        text = "/" + written.joined(separator: "/")
    }

    /// Whether the path belongs to the signed-in user.
    var isUnderMe: Bool { segments.first == "me" }

    static let placeholder = "{id}"

    /// Whether a segment without parentheses is a function all the same: `delta`, and `getAllMessages` with its like.
    private static func isFunction(_ segment: String) -> Bool {
        let name = segment.lowercased().utf8
        return name.elementsEqual("delta".utf8)
            || (name.starts(with: "get".utf8) && name.count > 5 && name.allSatisfy(\.isASCIILetter))
    }
}

/// Reads segments in order, because several of them can refer to one object.
private struct PathTemplateReader {
    private var remaining: ArraySlice<String>
    private var read: [String] = []
    private(set) var names: Set<String> = []
    private(set) var casts: Set<String> = []

    init(_ segments: [String]) {
        remaining = segments[...]
    }

    mutating func segments() -> [String] {
        while let segment = remaining.popFirst() {
            if isAddressedByPath(segment) {
                dropPath()
            } else {
                append(segment)
            }
        }
        return read
    }

    /// A colon at the end begins a path: of a file after `root:`, of a site after its host. Other colons belong to ids.
    private mutating func isAddressedByPath(_ segment: String) -> Bool {
        guard segment.hasSuffix(":") else { return false }
        let before = read.last?.lowercased()
        if segment.lowercased() == "root:" {
            read.append("items")
        } else if before == "special" {
            read[read.count - 1] = "items"
        } else if before != "items", !(read.count == 1 && before == "sites") {
            return false
        }
        read.append(PathTemplate.placeholder)
        return true
    }

    /// Drops the segments up to the one whose colon ends the path, or up to the end.
    private mutating func dropPath() {
        while let segment = remaining.popFirst(), !segment.hasSuffix(":") {}
    }

    private mutating func append(_ typed: String) {
        let segment = withoutNamespace(typed)
        let isQualified = segment.utf8.count < typed.utf8.count
        if isQualified { names.insert(segment.prefix { $0 != "(" }.lowercased()) }
        if isQualified, !segment.contains("(") { casts.insert(segment.lowercased()) }
        guard segment.utf8.first != UInt8(ascii: "{") || segment.utf8.last != UInt8(ascii: "}") else {
            return read.append(PathTemplate.placeholder)
        }
        guard let open = segment.utf8.firstIndex(of: UInt8(ascii: "(")), open > segment.startIndex,
            segment[..<open].utf8.allSatisfy({ $0.isASCIIAlphanumeric || "_.".utf8.contains($0) }),
            let arguments = arguments(segment[open...].dropFirst())
        else { return read.append(segment) }
        let isFirst = read.isEmpty
        read.append(String(segment[..<open]))
        // A key is one value, whereas functions name their arguments. The first segment is no function; its key may have
        // a name.
        if !arguments.isEmpty, isFirst || !arguments.contains("=") {
            read.append(PathTemplate.placeholder)
        } else {
            names.insert(segment[..<open].lowercased())
        }
    }

    /// The text in parentheses, which can hold slashes; nil when they do not end.
    private mutating func arguments(_ begun: Substring) -> String? {
        if begun.hasSuffix(")") { return String(begun.dropLast()) }
        guard let end = remaining.firstIndex(where: { $0.hasSuffix(")") }) else { return nil }
        let inside = remaining[...end].joined(separator: "/")
        remaining = remaining[(end + 1)...]
        return "\(begun)/\(inside.dropLast())"
    }

    private func withoutNamespace(_ segment: String) -> String {
        let namespace = "microsoft.graph."
        guard segment.utf8.count > namespace.utf8.count, segment.prefix(namespace.count).lowercased() == namespace
        else { return segment }
        return String(segment.dropFirst(namespace.count))
    }
}
