/// The name a profile gets when its owner gave none.
public enum SuggestedName {
    /// The organisation's part of the address for work accounts (`contoso` of `alice@contoso.example`),
    /// `personal` for a Microsoft account, `app` for an application, the user's part elsewhere; if taken, the user's part is added, then a number.
    public static func of(username: String, kind: Profile.Kind, taken: [ProfileName]) -> ProfileName {
        let candidates = bases(username: username, kind: kind).compactMap { try? ProfileName($0) }
        // A name that fills the limit leaves no room for a number.
        let base = candidates.last { $0.text.utf8.count <= 40 }?.text ?? "profile"
        let numbered = (2...).lazy.compactMap { try? ProfileName("\(base)-\($0)") }
        if let free = candidates.first(where: { !taken.contains($0) }) { return free }
        // There are fewer profiles than numbers, so this search ends.
        for name in numbered where !taken.contains(name) { return name }
        preconditionFailure("numbers ran out")
    }

    private static func bases(username: String, kind: Profile.Kind) -> [String] {
        let parts = username.split(separator: "@", maxSplits: 1).map(clean)
        let user = parts.first ?? ""
        let organisation = parts.count > 1 ? String(parts[1].prefix { $0 != "." }) : ""
        switch kind {
        case .work: return [organisation, "\(organisation)-\(user)", "work"]
        case .personal: return ["personal", "personal-\(user)"]
        case .app: return ["app", "app-\(user.prefix(8))"]
        case .oidc: return [user, "\(user)-\(organisation)", "oidc"]
        }
    }

    private static let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789.-".unicodeScalars)

    private static func clean(_ text: Substring) -> String {
        // By scalars: between the characters a and z stand letters with marks, too.
        String(text.lowercased().unicodeScalars.filter { allowed.contains($0) })
    }
}
