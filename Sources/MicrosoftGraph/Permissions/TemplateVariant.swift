/// Another way to write a path that takes the same permissions, since no list has them all.
struct TemplateVariant {
    /// In lower case, as the list may have it.
    let segments: [String]
    /// How many of its first segments stand for `shown`.
    private let replaced: Int
    /// The beginning that was asked about, as the documentation writes it; nil for the path itself.
    private let shown: String?
    /// Personal accounts have neither groups nor sites, so what a drive offers them is not offered there.
    let isForWorkOnly: Bool

    /// The template, beginning as the path that was asked about does.
    func text(_ match: TemplateMatch) -> String {
        let rest = match.segments.dropFirst(replaced).map { "/" + $0 }.joined()
        return (shown ?? "/" + match.segments.prefix(replaced).joined(separator: "/")) + rest
    }

    /// The path itself, then its like, nearest first.
    ///
    /// - Parameter includingDrives: whether one drive stands for all; Microsoft's list has each.
    static func all(of template: PathTemplate, includingDrives: Bool) -> [TemplateVariant] {
        let whole = template.segments
        // `$value` is the content of a property and mostly takes the same; where it does not, it has a row of its own.
        let bare = Array(whole.prefix { $0.utf8.first != UInt8(ascii: "$") })
        let forms = bare.isEmpty || bare == whole ? [whole] : [whole, bare]
        return forms.flatMap { segments in
            [TemplateVariant(segments)] + twins(segments) + (includingDrives ? drives(segments) : [])
        }
    }

    private init(
        _ segments: [String], replaced: Int = 1, shown: String? = nil, isForWorkOnly: Bool = false
    ) {
        self.segments = segments
        self.replaced = replaced
        self.shown = shown
        self.isForWorkOnly = isForWorkOnly
    }

    /// `/me` and `/users/{id}` are the same person to Graph's permissions.
    private static func twins(_ segments: [String]) -> [TemplateVariant] {
        if segments.first == "me" {
            return [
                TemplateVariant(["users", PathTemplate.placeholder] + segments.dropFirst(), replaced: 2, shown: "/me")
            ]
        }
        guard segments.count > 2, segments[0] == "users" else { return [] }
        return [TemplateVariant(["me"] + segments.dropFirst(2), replaced: 1, shown: "/users/{id}")]
    }

    /// A drive is a drive, whoever it belongs to.
    private static func drives(_ segments: [String]) -> [TemplateVariant] {
        guard let (count, shown) = drive(segments) else { return [] }
        let isForWorkOnly = segments[0] == "groups" || segments[0] == "sites"
        return [
            TemplateVariant(
                ["me", "drive"] + segments.dropFirst(count), replaced: 2, shown: shown, isForWorkOnly: isForWorkOnly)
        ]
    }

    /// How many of the first segments name a drive, and how the documentation writes them.
    private static func drive(_ segments: [String]) -> (Int, String)? {
        let owners = ["users", "groups", "sites"]
        switch segments.first {
        case "drive": return (1, "/drive")
        case "drives" where segments.count > 1: return (2, "/drives/{id}")
        case "me" where segments.count > 2 && segments[1] == "drives": return (3, "/me/drives/{id}")
        case let owner? where owners.contains(owner) && segments.count > 2 && segments[2] == "drive":
            return (3, "/\(owner)/{id}/drive")
        case let owner? where owners.contains(owner) && segments.count > 3 && segments[2] == "drives":
            return (4, "/\(owner)/{id}/drives/{id}")
        default: return nil
        }
    }
}
