import AccountProfiles

/// Profiles, rules, bindings and defaults, before their first use.
public struct ProfileAdditions: Sendable {
    public var profiles: [Profile] = []
    public var rules: [(pattern: RulePattern, profile: ProfileName)] = []
    /// Directories as `Binding` has them.
    public var bindings: [(directory: String, profile: ProfileName)] = []
    public var current: ProfileName?
    public var defaultClientID: String?

    public init() {}
}

extension ProfileRepository {
    /// Stores everything in one transaction. The profiles are new, the rules and bindings are of profiles that exist by
    /// then.
    ///
    /// - Throws: `ProfileError.nameInUse` and `.unknown`, with nothing stored.
    public func add(_ additions: ProfileAdditions) throws {
        try store.write { db in
            let rows = ProfileRows(db: db)
            func id(of name: ProfileName) throws -> ProfileRows.ID {
                guard let id = try rows.id(named: name.text) else { throw ProfileError.unknown(name.text, nearest: []) }
                return id
            }
            for profile in additions.profiles {
                guard try rows.id(named: profile.name.text) == nil else { throw ProfileError.nameInUse(profile.name) }
                _ = try rows.insert(profile, with: store.keys.cipher(creatingKeyIn: db))
            }
            for rule in additions.rules { try RuleRows(db: db).insert(rule.pattern, for: id(of: rule.profile)) }
            for binding in additions.bindings {
                try BindingRows(db: db).set(binding.directory, to: id(of: binding.profile))
            }
            if let name = additions.current { try CurrentProfile(db: db).set(id(of: name)) }
            if let id = additions.defaultClientID { try Settings(db: db).set(.defaultClientID, to: id) }
        }
    }
}
