import AccountProfiles

/// Profiles, rules, bindings and defaults, before their first use.
public struct ProfileDefinitions: Sendable {
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
    public func add(_ definitions: ProfileDefinitions) throws {
        try store.write { db in
            let rows = ProfileRows(db: db)
            func id(of name: ProfileName) throws -> ProfileRows.ID {
                guard let id = try rows.id(named: name.text) else { throw ProfileError.unknown(name.text, nearest: []) }
                return id
            }
            for profile in definitions.profiles {
                guard try rows.id(named: profile.name.text) == nil else { throw ProfileError.nameInUse(profile.name) }
                _ = try rows.insert(profile, with: store.keys.cipher(creatingKeyIn: db))
            }
            for rule in definitions.rules { try RuleRows(db: db).insert(rule.pattern, for: id(of: rule.profile)) }
            for binding in definitions.bindings {
                try BindingRows(db: db).set(binding.directory, to: id(of: binding.profile))
            }
            if let name = definitions.current { try CurrentProfile(db: db).set(id(of: name)) }
            if let id = definitions.defaultClientID { try Settings(db: db).set(.defaultClientID, to: id) }
        }
    }
}
