/// Another way to write a path that needs the same permissions. No list has all of them.
struct TemplateVariant {
    /// The segments in lower case, as the list may have them.
    let segments: [String]
    /// The number of first segments that stand for `shown`.
    private let replaced: Int
    /// The beginning of the request's own path, as the documentation writes it; nil for the path itself.
    private let shown: String?
    /// Personal accounts have neither groups nor sites, so they cannot reach a drive there.
    let isForWorkOnly: Bool

    /// The template with the beginning of the request's own path.
    func text(_ match: TemplateMatch) -> String {
        let end = match.segments.dropFirst(replaced).map { "/" + $0 }.joined()
        return (shown ?? "/" + match.segments.prefix(replaced).joined(separator: "/")) + end
    }

    /// The path itself, then its variants, nearest first.
    ///
    /// - Parameters:
    ///   - method: in upper case.
    ///   - includingDrives: whether one drive stands for all; Microsoft's list has each.
    static func all(of template: PathTemplate, method: String, includingDrives: Bool) -> [TemplateVariant] {
        let whole = template.segments
        // `$value` is the content of a property and mostly needs the same; where it does not, it has a row of its own.
        let bare = Array(whole.prefix { $0.utf8.first != UInt8(ascii: "$") })
        var forms = bare.isEmpty || bare == whole ? [whole] : [whole, bare]
        // To read a part of a collection needs what it needs to read all of it.
        let collection = bare.filter { !template.selectors.contains($0) }
        if method == "GET", !collection.isEmpty, collection != bare { forms.append(collection) }
        return forms.flatMap { segments in
            [TemplateVariant(segments)] + users(segments) + (includingDrives ? drives(segments) : [])
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

    /// `/me` and `/users/{id}` need the same permissions.
    private static func users(_ segments: [String]) -> [TemplateVariant] {
        if segments.first == "me" {
            return [
                TemplateVariant(["users", PathTemplate.placeholder] + segments.dropFirst(), replaced: 2, shown: "/me")
            ]
        }
        guard segments.count > 2, segments[0] == "users" else { return [] }
        return [TemplateVariant(["me"] + segments.dropFirst(2), replaced: 1, shown: "/users/{id}")]
    }

    /// Every drive needs the same permissions, whoever owns it.
    private static func drives(_ segments: [String]) -> [TemplateVariant] {
        guard let (count, shown) = drive(segments) else { return [] }
        let isForWorkOnly = segments[0] == "groups" || segments[0] == "sites"
        return [
            TemplateVariant(
                ["me", "drive"] + segments.dropFirst(count), replaced: 2, shown: shown, isForWorkOnly: isForWorkOnly)
        ]
    }

    /// The number of first segments that name a drive, with the form of the documentation.
    private static func drive(_ segments: [String]) -> (count: Int, shown: String)? {
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
