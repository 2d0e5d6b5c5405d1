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

    /// - Throws: `ProfileError.unknown` with the nearest names, `.noProfiles`.
    public func profile(named name: String) throws -> Profile {
        let found = try store.read { db in
            let rows = ProfileRows(db: db)
            guard let profile = try rows.profile(named: name) else { throw try rows.unknown(name) }
            return profile
        }
        guard let found else { throw ProfileError.noProfiles }
        return found
    }

    /// The profile as it is stored now, if it had no account yet: its first sign-in, which may have been a moment ago,
    /// gives it one.
    public func withAccount(_ profile: Profile) throws -> Profile {
        profile.hasAccount ? profile : try self.profile(named: profile.name.text)
    }

    /// Takes a place for the tokens of a sign-in, before the person signs in.
    ///
    /// - Throws: `StoreError`, when the store could not keep them; `CancellationError`.
    public func reserve() async throws -> Reservation { try await store.reserve() }

    /// Creates a profile together with the tokens of its sign-in. The first profile becomes current.
    ///
    /// - Parameters:
    ///   - credential: the credential of the client from now on; nil for a public client.
    ///   - domain: a name of the tenant that the sign-in has resolved to its id.
    ///   - mayBecomeCurrent: false where the profile is one of several that come together.
    /// - Throws: `ProfileError.nameInUse`, with nothing stored.
    public func add(
        _ profile: Profile, with grant: TokenGrant, credential: ApplicationCredential? = nil, domain: String? = nil,
        mayBecomeCurrent: Bool = true
    ) throws {
        let signIn = ProfileSignIn(
            profile: profile, credential: credential, domain: domain, mayBecomeCurrent: mayBecomeCurrent)
        try store.write { try add(signIn, with: grant, in: $0) }
    }

    /// As without a reservation, for tokens that cannot be had again without another sign-in.
    ///
    /// - Throws: `StoreError.setAside` and `.lost` as well.
    public func add(
        _ profile: Profile, with grant: TokenGrant, credential: ApplicationCredential? = nil, domain: String? = nil,
        mayBecomeCurrent: Bool = true, in reservation: Reservation
    ) async throws {
        let signIn = ProfileSignIn(
            profile: profile, credential: credential, domain: domain, mayBecomeCurrent: mayBecomeCurrent)
        try await save(signIn, with: grant, in: reservation) { try add(signIn, with: grant, in: $0) }
    }

    private func add(_ signIn: ProfileSignIn, with grant: TokenGrant, in db: Database) throws {
        Self.requireOwnAccount(signIn, grant)
        try SignedInRows(db: db, keys: store.keys).add(signIn, with: grant)
        try ProfileRows(db: db).shareNames(of: signIn.profile)
    }

    /// Stores what a new sign-in changed in a profile, together with its tokens. Settings that were edited during the
    /// sign-in stay as they were edited.
    ///
    /// - Parameters:
    ///   - profile: as it was read before the sign-in, with the account, names and redirect URI of the sign-in.
    ///   - addedScopes: what the profile requests from now on, beyond its scopes.
    /// - Returns: the stored profile.
    /// - Throws: `ProfileError.unknown`, `.changedDuringSignIn`; `StoreError.alteredProfile`, since a new tag would
    ///   approve of the alteration.
    @discardableResult
    public func update(
        _ profile: Profile, addedScopes: Scopes = [], with grant: TokenGrant, credential: ApplicationCredential? = nil
    ) throws -> Profile {
        let signIn = ProfileSignIn(
            profile: profile, addedScopes: addedScopes, credential: credential, domain: nil, mayBecomeCurrent: false)
        guard try store.read({ _ in }) != nil else { throw ProfileError.noProfiles }
        return try store.write { try update(by: signIn, with: grant, in: $0) }
    }

    /// As without a reservation, for tokens that cannot be had again without another sign-in.
    ///
    /// - Throws: `StoreError.setAside` and `.lost` as well.
    @discardableResult
    public func update(
        _ profile: Profile, addedScopes: Scopes = [], with grant: TokenGrant,
        credential: ApplicationCredential? = nil, in reservation: Reservation
    ) async throws -> Profile {
        let signIn = ProfileSignIn(
            profile: profile, addedScopes: addedScopes, credential: credential, domain: nil, mayBecomeCurrent: false)
        guard try store.read({ _ in }) != nil else { throw ProfileError.noProfiles }
        return try await save(signIn, with: grant, in: reservation) { try update(by: signIn, with: grant, in: $0) }
    }

    private func update(by signIn: ProfileSignIn, with grant: TokenGrant, in db: Database) throws -> Profile {
        Self.requireOwnAccount(signIn, grant)
        let id = try ProfileRows(db: db).existingID(named: signIn.profile.name.text)
        return try SignedInRows(db: db, keys: store.keys).update(id, with: signIn, grant: grant)
    }

    /// Replaces the tokens of an existing profile with those of an exchange, which may spend the only copy of a token. An
    /// interrupt waits until the new ones are saved.
    ///
    /// - Throws: the errors of `exchange`, with nothing replaced; before that, those of the store.
    public func update(_ profile: Profile, by exchange: () async throws -> TokenGrant) async throws {
        let reservation = try await reserve()
        store.exitGate.close()
        defer { store.exitGate.open() }
        try await update(profile, with: exchange(), in: reservation)
    }

    private static func requireOwnAccount(_ signIn: ProfileSignIn, _ grant: TokenGrant) {
        precondition(signIn.profile.account == grant.account, "a profile cannot have another account's tokens")
    }

    private func save<Result: Sendable>(
        _ signIn: ProfileSignIn, with grant: TokenGrant, in reservation: Reservation,
        by body: (Database) throws -> Result
    ) async throws -> Result {
        // The broker gives its tokens again, so none are lost with them.
        guard !grant.isBrokered else { return try store.write(body) }
        store.exitGate.close()
        defer { store.exitGate.open() }
        return try await store.save(UnsavedTokens(grant: grant, origin: .signIn(signIn)), in: reservation, by: body)
    }

    /// The credential of a profile's client; nil for a public client, and after a sign-out.
    ///
    /// - Throws: `StoreError.alteredProfile`, for the profile or its credential.
    public func credential(of profile: Profile) throws -> ApplicationCredential? {
        try requireUnaltered(profile)
        do {
            return try store.find {
                try CredentialRows(db: $0).credential(of: CredentialOwner(of: profile), keys: store.keys)
            }
        } catch StoreError.alteredProfile {
            throw StoreError.alteredProfile(profile.name.text)
        }
    }

    /// Checks, before secrets are sent for a profile, that no other program has changed where they go.
    ///
    /// - Throws: `StoreError.alteredProfile`, and what loading the key throws; `.browserForgotten` where a new key has to be
    ///   made and the profile has a browser.
    public func requireUnaltered(_ profile: Profile) throws {
        do {
            try requireAuthentic(profile)
        } catch StoreError.keyMissing {
            // A store without secrets gets a new key, and its profiles new tags.
            try store.write { _ = try store.keys.cipher(creatingKeyIn: $0) }
            if profile.browser != nil { throw StoreError.browserForgotten(profile.name.text) }
            try requireAuthentic(profile)
        }
    }

    private func requireAuthentic(_ profile: Profile) throws {
        try store.read { db in
            // Another process may seal everything with a new key between the two statements.
            try db.read {
                do {
                    try ProfileRows(db: db).requireAuthentic(profile, with: store.keys.cipher(in: db))
                } catch StoreError.alteredProfile(let name) {
                    try store.keys.requireOwnKey(in: db)
                    throw StoreError.alteredProfile(name)
                }
            }
        }
    }

    /// - Throws: `ProfileError.unknown`, `.nameInUse`.
    public func rename(_ name: String, to newName: ProfileName) throws {
        try changing(name) { db, id in
            let rows = ProfileRows(db: db)
            // A rename may change the case only: then the name in use is the profile's own.
            if let owner = try rows.id(named: newName.text), owner != id { throw ProfileError.nameInUse(newName) }
            try rows.rename(id, to: newName, with: store.keys.cipher(creatingKeyIn: db))
        }
    }

    /// Removes the profile and, when no other profile uses its account, every row of the account.
    ///
    /// - Returns: the tokens that were removed; nil when another profile uses the account.
    public func remove(_ name: String) throws -> RemovedTokens? {
        try changing(name, checkpoint: .vacuum) { db, id in
            let rows = ProfileRows(db: db)
            let account = try rows.account(of: id)
            try CurrentProfile(db: db).remove(id)
            try rows.remove(id)
            return try rows.isAccountUsed(account) ? nil : AccountRows(db: db).remove(account)
        }
    }

    public func statuses(at now: Date) throws -> [ProfileName: ProfileStatus] {
        try store.read { try ProfileStatusRows(db: $0).all(at: now) } ?? [:]
    }

    public func current() throws -> ProfileName? {
        try store.find { try CurrentProfile(db: $0).name() }
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

    /// The account and tenant of the profile or, before its first sign-in, its number. Another profile that takes over the
    /// name has another identity.
    public func identity(of profile: Profile) throws -> String { try profile.accountAndTenant ?? number(of: profile) }

    /// Whether the text is the identity of this profile, also the one from before its first sign-in.
    public func isIdentity(_ text: String, of profile: Profile) throws -> Bool {
        try text == profile.accountAndTenant || text == number(of: profile)
    }

    private func number(of profile: Profile) throws -> String {
        let id = try store.find { try ProfileRows(db: $0).id(named: profile.name.text) }
        return "profile \(id ?? 0)"
    }

    /// The client id of a new profile when none is given.
    public func defaultClientID() throws -> String? {
        try store.find { try Settings(db: $0).value(of: .defaultClientID) }
    }

    public func setDefaultClientID(_ clientID: String) throws {
        try store.write { try Settings(db: $0).set(.defaultClientID, to: clientID) }
    }

    /// Forgets the client id that is used where none is given.
    ///
    /// - Returns: the client id; nil where none was stored.
    public func removeDefaultClientID() throws -> String? {
        guard let clientID = try defaultClientID() else { return nil }
        try store.write { try Settings(db: $0).remove(.defaultClientID) }
        return clientID
    }

    /// Runs a transaction about an existing profile. A store that does not exist is not created for it.
    func changing<Result: Sendable>(
        _ name: String, checkpoint: Store.Checkpoint = .truncate, _ body: (Database, ProfileRows.ID) throws -> Result
    ) throws -> Result {
        guard try store.read({ _ in }) != nil else { throw ProfileError.noProfiles }
        return try store.write(checkpoint: checkpoint) { db in
            try body(db, ProfileRows(db: db).existingID(named: name))
        }
    }
}

extension ProfileRows {
    /// - Throws: `ProfileError.unknown` with the nearest names, `.noProfiles`.
    fileprivate func existingID(named name: String) throws -> ID {
        guard let id = try id(named: name) else { throw try unknown(name) }
        return id
    }

    fileprivate func unknown(_ name: String) throws -> ProfileError {
        let nearest = try nearestNames(to: name)
        return try nearest.isEmpty && isEmpty() ? .noProfiles : .unknown(name, nearest: nearest)
    }
}
