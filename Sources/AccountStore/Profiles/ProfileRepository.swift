import AccountProfiles
import AuthCore
import FoundationEssentials

/// The profiles, in the same `Store` as the tokens they act with. Every method that writes is one transaction.
public struct ProfileRepository: Sendable {
    let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// All profiles, sorted by name.
    public func profiles() throws -> [Profile] {
        try store.read { try ProfileRows(db: $0).all() } ?? []
    }

    /// - Throws: `ProfileError.unknown` with the nearest names.
    public func profile(named name: String) throws -> Profile {
        let found = try store.read { db in
            let rows = ProfileRows(db: db)
            guard let profile = try rows.profile(named: name) else { throw try rows.unknown(name) }
            return profile
        }
        guard let found else { throw ProfileError.unknown(name, nearest: []) }
        return found
    }

    /// Creates a profile together with the tokens of its sign-in. The first profile becomes current.
    ///
    /// - Parameters:
    ///   - credential: the credential of an app from now on; nil for a user.
    ///   - domain: a name of the tenant that the sign-in has resolved to its id.
    ///   - mayBecomeCurrent: false where the profile is one of several that come together.
    /// - Throws: `ProfileError.nameInUse`, with nothing stored.
    public func add(
        _ profile: Profile, with grant: TokenGrant, credential: ApplicationCredential? = nil, domain: String? = nil,
        mayBecomeCurrent: Bool = true
    ) throws {
        precondition(profile.account == grant.account, "a profile cannot have another account's tokens")
        try store.write { db in
            let isFirst = try mayBecomeCurrent && ProfileRows(db: db).isEmpty()
            let id = try insert(profile, with: grant, in: db)
            try save(credential, of: grant.account, in: db)
            if let domain = domain.flatMap(TenantName.init), domain.isDomain {
                try UsageRows(db: db).add(domain: domain.text, of: profile.tenantID.lowercased())
            }
            if isFirst { try CurrentProfile(db: db).set(id) }
        }
    }

    /// Replaces what a new sign-in changed in the profile of this name, together with its tokens.
    public func update(
        _ profile: Profile, with grant: TokenGrant, credential: ApplicationCredential? = nil
    ) throws {
        precondition(profile.account == grant.account, "a profile cannot have another account's tokens")
        try changing(profile.name.text) { db, id in
            try replace(id, with: profile, grant: grant, in: db)
            try save(credential, of: grant.account, in: db)
        }
    }

    /// - Throws: `ProfileError.nameInUse`.
    func insert(_ profile: Profile, with grant: TokenGrant, in db: Database) throws -> ProfileRows.ID {
        let rows = ProfileRows(db: db)
        guard try rows.id(named: profile.name.text) == nil else { throw ProfileError.nameInUse(profile.name) }
        let id = try rows.insert(profile)
        try GrantRows(db: db, keys: store.keys).saveSignIn(grant)
        return id
    }

    func replace(_ id: ProfileRows.ID, with profile: Profile, grant: TokenGrant, in db: Database) throws {
        try ProfileRows(db: db).replace(id, with: profile)
        try GrantRows(db: db, keys: store.keys).saveSignIn(grant)
    }

    /// The credential of an app; nil for a user, and for an app that was signed out.
    public func credential(of account: AccountID) throws -> ApplicationCredential? {
        try store.read { try ApplicationCredentialRows(db: $0).credential(of: account, keys: store.keys) } ?? nil
    }

    /// - Throws: `ProfileError.unknown`, `.nameInUse`.
    public func rename(_ name: String, to newName: ProfileName) throws {
        try changing(name) { db, id in
            let rows = ProfileRows(db: db)
            // A rename may change the case only: then the name in use is the profile's own.
            if let owner = try rows.id(named: newName.text), owner != id { throw ProfileError.nameInUse(newName) }
            try rows.rename(id, to: newName)
        }
    }

    /// Removes the profile and, when no other profile uses its account, every row of the account.
    ///
    /// - Returns: the tokens that were removed; nil when another profile uses the account.
    public func remove(_ name: String) throws -> RemovedTokens? {
        let removed: RemovedTokens? = try changing(name) { db, id in
            let rows = ProfileRows(db: db)
            let account = try rows.account(of: id)
            try CurrentProfile(db: db).remove(id)
            try rows.remove(id)
            return try rows.isAccountUsed(account) ? nil : AccountRows(db: db).remove(account)
        }
        store.releaseFreePages()
        return removed
    }

    public func statuses(at now: Date) throws -> [ProfileName: ProfileStatus] {
        try store.read { try ProfileStatusRows(db: $0).all(at: now) } ?? [:]
    }

    public func current() throws -> ProfileName? {
        try store.read { try CurrentProfile(db: $0).name() } ?? nil
    }

    /// Makes a profile current and remembers the previous one.
    public func use(_ name: String) throws -> Profile {
        try changing(name) { db, id in
            try CurrentProfile(db: db).set(id)
            return try ProfileRows(db: db).profile(id)
        }
    }

    /// Makes the previous profile current again.
    ///
    /// - Throws: `ProfileError.noPrevious`.
    public func usePrevious() throws -> Profile {
        guard try store.read({ try CurrentProfile(db: $0).previous() }) != nil else { throw ProfileError.noPrevious }
        return try store.write { db in
            guard let id = try CurrentProfile(db: db).previous() else { throw ProfileError.noPrevious }
            try CurrentProfile(db: db).set(id)
            return try ProfileRows(db: db).profile(id)
        }
    }

    /// The client id of a new profile when none is given.
    public func defaultClientID() throws -> String? {
        try store.read { try Settings(db: $0).value(of: .defaultClientID) } ?? nil
    }

    public func setDefaultClientID(_ clientID: String) throws {
        try store.write { try Settings(db: $0).set(.defaultClientID, to: clientID) }
    }

    private func save(_ credential: ApplicationCredential?, of account: AccountID, in db: Database) throws {
        guard let credential else { return }
        try ApplicationCredentialRows(db: db).save(credential, of: account, with: store.keys.cipher(creatingKeyIn: db))
    }

    /// One transaction about an existing profile. A store that does not exist is not created for it.
    func changing<Result: Sendable>(
        _ name: String, _ body: (Database, ProfileRows.ID) throws -> Result
    ) throws -> Result {
        guard try store.read({ _ in }) != nil else { throw ProfileError.unknown(name, nearest: []) }
        return try store.write { db in
            let rows = ProfileRows(db: db)
            guard let id = try rows.id(named: name) else { throw try rows.unknown(name) }
            return try body(db, id)
        }
    }
}

extension ProfileRows {
    fileprivate func unknown(_ name: String) throws -> ProfileError {
        .unknown(name, nearest: try nearestNames(to: name))
    }
}
