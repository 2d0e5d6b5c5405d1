import AccountProfiles
import AuthCore

/// The profiles that last, in the same `Store` as the tokens they act with.
public struct StoredProfiles: ProfileRepository {
    let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    public func profiles() throws -> [Profile] {
        try store.read { try ProfileRows(db: $0).all() } ?? []
    }

    public func profile(named name: String) throws -> Profile {
        let found = try store.read { db in
            let rows = ProfileRows(db: db)
            guard let profile = try rows.profile(named: name) else { throw try rows.unknown(name) }
            return profile
        }
        guard let found else { throw ProfileError.unknown(name, nearest: []) }
        return found
    }

    public func add(_ profile: Profile, with grant: TokenGrant, credential: ApplicationCredential?) throws {
        precondition(profile.account == grant.account, "a profile cannot have another account's tokens")
        try store.write { db in
            let rows = ProfileRows(db: db)
            guard try rows.id(named: profile.name.text) == nil else { throw ProfileError.nameInUse(profile.name) }
            let isFirst = try rows.isEmpty()
            let id = try rows.insert(profile)
            try GrantRows(db: db, vault: store.vault).saveSignIn(grant)
            try save(credential, of: grant.account, in: db)
            if isFirst { try CurrentProfile(db: db).set(id) }
        }
    }

    public func update(_ profile: Profile, with grant: TokenGrant, credential: ApplicationCredential?) throws {
        precondition(profile.account == grant.account, "a profile cannot have another account's tokens")
        try changing(profile.name.text) { db, id in
            try ProfileRows(db: db).replace(id, with: profile)
            try GrantRows(db: db, vault: store.vault).saveSignIn(grant)
            try save(credential, of: grant.account, in: db)
        }
    }

    public func rename(_ name: String, to newName: ProfileName) throws {
        try changing(name) { db, id in
            let rows = ProfileRows(db: db)
            // A name may change its case only: then the one in the way is the profile itself.
            if let owner = try rows.id(named: newName.text), owner != id { throw ProfileError.nameInUse(newName) }
            try rows.rename(id, to: newName)
        }
    }

    public func remove(_ name: String) throws -> RemovedTokens? {
        return try changing(name) { db, id in
            let rows = ProfileRows(db: db)
            let account = try rows.account(of: id)
            try CurrentProfile(db: db).forget(id)
            try rows.remove(id)
            return try rows.isAccountUsed(account) ? nil : AccountRows(db: db).remove(account)
        }
    }

    public func credential(of account: AccountID) throws -> ApplicationCredential? {
        try store.read { try ApplicationCredentialRows(db: $0).credential(of: account, in: store.vault) } ?? nil
    }

    private func save(_ credential: ApplicationCredential?, of account: AccountID, in db: Database) throws {
        guard let credential else { return }
        try ApplicationCredentialRows(db: db).save(credential, of: account, with: store.vault.sealer(in: db))
    }

    /// One transaction about a profile that has to exist; a store that does not is not created for it.
    func changing<Result: Sendable>(_ name: String, _ body: (Database, ProfileRows.ID) throws -> Result) throws
        -> Result
    {
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
        .unknown(name, nearest: NearestNames.to(name, among: try names()))
    }
}
