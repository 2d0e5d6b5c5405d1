import AccountProfiles
import AccountStore
import AuthCore

/// The rules and the bindings that name a profile.
struct ProfileReferences {
    /// The patterns.
    let rules: [String]
    let directories: [String]

    init(to name: ProfileName, _ services: Services) throws {
        rules = try services.rules.rules().filter { $0.rule.profile == name }.map(\.rule.pattern.text)
        directories = try services.directories.bindings().filter { $0.target == .profile(name.text) }.map(\.directory)
    }
}

extension Services {
    /// Whether the store holds the client secret of the profile's app, and no other profile uses the app.
    func holdsSecret(of profile: Profile) throws -> Bool {
        guard profile.kind == .app, try profiles.profiles(of: profile.account).count == 1 else { return false }
        // A credential that cannot be read is no loss.
        if case .secret? = try? profiles.credential(of: profile) { return true }
        return false
    }
}
