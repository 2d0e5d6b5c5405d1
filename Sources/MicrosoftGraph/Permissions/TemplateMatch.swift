import HTTPTransport

/// The match of a path with a template, comparable so that the closest of several templates can be taken.
struct TemplateMatch: Comparable {
    /// The segments of the template; of several alternatives the one that matches.
    let segments: [Substring]
    /// A bit for each segment from the left, set where both have the same name: a name is closer than `{id}`.
    private let names: UInt64
    private let isOpen: Bool

    /// - Parameters:
    ///   - template: with `{id}` for any one segment; its last segment may be `a,b` or `*`.
    ///   - path: in lower case.
    ///   - functions: the segments of the path that are no ids.
    init?(_ template: Substring, _ path: [String], functions: Set<String> = []) {
        let parts = template.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
        isOpen = parts.last == "*"
        guard isOpen ? parts.count <= path.count : parts.count == path.count, parts.count <= 64 else { return nil }
        var segments: [Substring] = []
        var names: UInt64 = 0
        for (index, part) in parts.enumerated() {
            if let name = part.alternative(matching: path[index]) {
                names |= 1 << UInt64(63 - index)
                segments.append(name)
            } else if part == "*"
                || (part == "{id}" && path[index].utf8.first != UInt8(ascii: "$") && !functions.contains(path[index]))
            {
                segments.append(part)
            } else {
                return nil
            }
        }
        (self.segments, self.names) = (segments, names)
    }

    static func < (left: TemplateMatch, right: TemplateMatch) -> Bool {
        left.names != right.names ? left.names < right.names : left.isOpen && !right.isOpen
    }

    static func == (left: TemplateMatch, right: TemplateMatch) -> Bool {
        left.names == right.names && left.isOpen == right.isOpen
    }
}

extension Substring {
    /// The text itself, or that part of `a,b`, which is the name without regard to ASCII case; nil for `{id}`.
    func alternative(matching name: String) -> Substring? {
        guard utf8.first != UInt8(ascii: "{") else { return nil }
        return utf8.split(separator: UInt8(ascii: ",")).first { part in
            part.elementsEqual(name.utf8) { $0.asciiLowercased == $1 }
        }.map(Substring.init)
    }
}
