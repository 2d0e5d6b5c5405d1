/// A path in the shape that the documentation has: names stay, what stands for one object becomes `{id}`.
///
/// `/Users('dana@contoso.com')/messages` becomes `/Users/{id}/messages`, `/me/drive/root:/a/b.txt:/content` becomes
/// `/me/drive/items/{id}/content`. Ids that are segments of their own look like names and stay; a template that is
/// looked up has `{id}` there. Source: OData 4.01 URL conventions, Graph's “Addressing resources in a drive”.
public struct PathTemplate: Hashable, Sendable {
    /// In lower case, because Graph does not mind.
    public let segments: [String]
    /// A leading slash, and the case that was typed.
    public let text: String

    public init(_ path: ResourcePath) {
        var reader = PathTemplateReader(path.segments)
        let written = reader.segments()
        segments = written.map { $0.lowercased() }
        text = "/" + written.joined(separator: "/")
    }

    static let placeholder = "{id}"
}

/// Reads segments one after the other, because several can stand for one object.
private struct PathTemplateReader {
    private var rest: ArraySlice<String>
    private var read: [String] = []

    init(_ segments: [String]) {
        rest = segments[...]
    }

    mutating func segments() -> [String] {
        while let segment = rest.popFirst() {
            if isAddressedByPath(segment) {
                dropPath()
            } else {
                append(segment)
            }
        }
        return read
    }

    /// A colon at its end begins a path: of a file after `root:`, of a site after its host. Other colons are of ids.
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

    /// Up to the segment whose colon ends the path, or to the end.
    private mutating func dropPath() {
        while let segment = rest.popFirst(), !segment.hasSuffix(":") {}
    }

    private mutating func append(_ segment: String) {
        let segment = withoutNamespace(segment)
        guard segment.utf8.first != UInt8(ascii: "{") || segment.utf8.last != UInt8(ascii: "}") else {
            return read.append(PathTemplate.placeholder)
        }
        guard let open = segment.utf8.firstIndex(of: UInt8(ascii: "(")), open > segment.startIndex,
            segment[..<open].utf8.allSatisfy(\.isPartOfName), let arguments = arguments(segment[open...].dropFirst())
        else { return read.append(segment) }
        let isFirst = read.isEmpty
        read.append(String(segment[..<open]))
        // A key is one value; functions name their arguments. What stands first is no function, and its key can be named.
        if !arguments.isEmpty, isFirst || !arguments.contains("=") { read.append(PathTemplate.placeholder) }
    }

    /// What stands in parentheses, which can hold slashes; nil when they do not end.
    private mutating func arguments(_ begun: Substring) -> String? {
        if begun.hasSuffix(")") { return String(begun.dropLast()) }
        guard let end = rest.firstIndex(where: { $0.hasSuffix(")") }) else { return nil }
        let inside = rest[...end].joined(separator: "/")
        rest = rest[(end + 1)...]
        return "\(begun)/\(inside.dropLast())"
    }

    private func withoutNamespace(_ segment: String) -> String {
        let namespace = "microsoft.graph."
        guard segment.utf8.count > namespace.utf8.count, segment.prefix(namespace.count).lowercased() == namespace
        else { return segment }
        return String(segment.dropFirst(namespace.count))
    }
}

extension UInt8 {
    fileprivate var isPartOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
