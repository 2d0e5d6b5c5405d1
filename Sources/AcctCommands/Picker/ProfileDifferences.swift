import AccountProfiles
import AuthCore
import HTTPTransport
import MicrosoftGraph

/// The difference between profiles that look alike in a list, because their usernames, tenants and kinds are the same.
struct ProfileDifferences {
    private let texts: [ProfileName: String]

    init(among profiles: [Profile], in tenants: TenantNames) {
        let groups = Dictionary(grouping: profiles) { profile in
            [profile.username.lowercased(), tenants.name(of: profile), profile.kind.rawValue]
        }
        texts = groups.values.filter { $0.count > 1 }.reduce(into: [:]) { texts, group in
            for profile in group { texts[profile.name] = Self.text(of: profile, among: group) }
        }
    }

    /// Whether no two of the profiles look alike, or those that do differ in nothing but their names.
    var isEmpty: Bool { texts.values.allSatisfy(\.isEmpty) }

    /// The traits in which a profile differs from those that look like it, and no others; empty without any.
    subscript(profile: Profile) -> String { texts[profile.name] ?? "" }

    private static func text(of profile: Profile, among group: [Profile]) -> String {
        var traits: [String] = []
        func add(_ word: String, _ value: (Profile) -> String) {
            let values = group.map(value)
            guard let own = distinct(value(profile), among: values) else { return }
            traits.append(word + own)
        }
        add("", \.mode.rawValue)
        add("client ", \.clientID)
        add("tenant ", \.tenantID)
        add("at ") { $0.authority.environment }
        add("") { $0.hasAccount ? "account \($0.account.homeAccountID)" : "never signed in" }
        if let scopes = scopes(of: profile, among: group) { traits.append(scopes) }
        return traits.joined(separator: ", ")
    }

    /// The value, shortened to as many characters as tell it apart; nil where all values are the same.
    private static func distinct(_ value: String, among values: [String]) -> String? {
        let others = Set(values)
        guard others.count > 1 else { return nil }
        // The first group of a GUID is enough, unless two of them begin alike.
        let short = String(value.prefix(8))
        return value.isGUID && others.count { $0.hasPrefix(short) } == 1 ? short : value
    }

    /// The scopes that not all of the group have; nil where all have the same.
    private static func scopes(of profile: Profile, among group: [Profile]) -> String? {
        let sets = group.map { Set($0.scopes.names.map(GraphScope.init)) }
        guard Set(sets).count > 1 else { return nil }
        let common = sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }
        let own = profile.scopes.names.map(GraphScope.init).filter { !common.contains($0) }.map(\.name)
        return own.isEmpty ? "fewer scopes" : own.joined(separator: " ")
    }
}
