/// How a path fits a template, so that the closest of several can be taken.
struct TemplateMatch: Comparable {
    /// The template that fitted, spelled out where it stands for several.
    let segments: [Substring]
    /// One bit for each segment from the left, set where both have the same name: a name beats `{id}`.
    private let names: UInt64
    private let isOpen: Bool

    /// - Parameters:
    ///   - template: with `{id}` for any one segment, and at its end perhaps `a,b` or `*`.
    ///   - path: in lower case.
    init?(_ template: Substring, _ path: [String]) {
        let parts = template.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
        isOpen = parts.last == "*"
        guard isOpen ? parts.count <= path.count : parts.count == path.count, parts.count <= 64 else { return nil }
        var segments: [Substring] = []
        var names: UInt64 = 0
        for (index, part) in parts.enumerated() {
            if let name = part.alternative(matching: path[index]) {
                names |= 1 << UInt64(63 - index)
                segments.append(name)
            } else if part == "*" || (part == "{id}" && path[index].utf8.first != UInt8(ascii: "$")) {
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
    /// Itself, or the one of `a,b`, that is this name without regard to ASCII case.
    func alternative(matching name: String) -> Substring? {
        guard utf8.first != UInt8(ascii: "{") else { return nil }
        return utf8.split(separator: UInt8(ascii: ",")).first { part in
            part.elementsEqual(name.utf8) { ($0 >= 65 && $0 <= 90 ? $0 | 0x20 : $0) == $1 }
        }.map(Substring.init)
    }
}
