import AccountProfiles
import AuthCore

/// A sign-in to a profile: the profile after it, and the rest that is stored with it.
struct ProfileSignIn {
    var profile: Profile
    /// The scopes that the sign-in adds to an existing profile; nil where the profile is new.
    var addedScopes: Scopes?
    /// The credential of the client from now on; nil for a public client.
    let credential: ApplicationCredential?
    /// A name of the tenant that the sign-in has resolved to its id.
    let domain: String?
    let mayBecomeCurrent: Bool
}

/// Writes a sign-in to all the tables it concerns, within the caller's transaction.
struct SignedInRows {
    let db: Database
    let keys: MasterKeyLoader

    /// - Throws: `ProfileError.nameInUse`.
    func add(_ signIn: ProfileSignIn, with grant: TokenGrant) throws {
        let rows = ProfileRows(db: db)
        let profile = signIn.profile
        guard try rows.id(named: profile.name.text) == nil else { throw ProfileError.nameInUse(profile.name) }
        let isFirst = try signIn.mayBecomeCurrent && rows.isEmpty()
        let id = try rows.insert(profile, with: keys.cipher(creatingKeyIn: db))
        try saveTokens(of: signIn, grant)
        if let domain = signIn.domain.flatMap(TenantName.init), domain.isDomain {
            try UsageRows(db: db).add(domain: domain.text, of: profile.tenantID.lowercased())
        }
        if isFirst { try CurrentProfile(db: db).set(id) }
    }

    /// Changes in the stored profile what the sign-in changed, and nothing else.
    ///
    /// - Throws: `ProfileError.changedDuringSignIn`, `StoreError.alteredProfile`.
    func update(_ id: ProfileRows.ID, with signIn: ProfileSignIn, grant: TokenGrant) throws -> Profile {
        let rows = ProfileRows(db: db)
        let cipher = try keys.cipher(creatingKeyIn: db)
        let stored = try rows.profile(id)
        try rows.requireAuthentic(stored, with: cipher)
        guard var merged = stored.merging(signIn.profile, signIn.addedScopes ?? []) else {
            throw ProfileError.changedDuringSignIn(stored.name)
        }
        merged.isBrokered = grant.isBrokered
        try rows.replace(id, with: merged, and: cipher)
        try rows.shareNames(of: merged)
        // The access token may allow changes where the profile has become read-only.
        try saveTokens(of: signIn, merged.mode == signIn.profile.mode ? grant : grant.withoutAccessToken)
        return merged
    }

    /// Saves a sign-in that could not be saved when it was made. Where the name of a new profile has been taken meanwhile,
    /// it gets another one. A sign-in to a profile that has changed since is dropped: a person can repeat it.
    func saveLate(_ signIn: ProfileSignIn, with grant: TokenGrant) throws {
        var signIn = signIn
        let rows = ProfileRows(db: db)
        if let id = try rows.id(named: signIn.profile.name.text) {
            let isSameAccount = try rows.account(of: id) == signIn.profile.account
            if let scopes = signIn.addedScopes ?? (isSameAccount ? signIn.profile.scopes : nil) {
                signIn.addedScopes = scopes
                do {
                    _ = try update(id, with: signIn, grant: grant)
                } catch ProfileError.changedDuringSignIn {
                } catch StoreError.alteredProfile {}
                return
            }
            signIn.profile.name = ProfileName(
                suggestedFor: signIn.profile.name.text, kind: signIn.profile.kind, taken: Set(try rows.names()))
        }
        // A sign-in to a profile that was removed since.
        guard signIn.addedScopes == nil else { return }
        try add(signIn, with: grant)
    }

    private func saveTokens(of signIn: ProfileSignIn, _ grant: TokenGrant) throws {
        try GrantRows(db: db, keys: keys).saveSignIn(grant)
        guard let credential = signIn.credential else { return }
        let rows = CredentialRows(db: db)
        let owner = CredentialOwner(of: grant.account, clientID: grant.clientID)
        if (try? rows.credential(of: owner, keys: keys)) == credential { return try rows.markAccepted(owner) }
        try rows.save(credential, of: owner, with: keys.cipher(creatingKeyIn: db))
    }
}

extension Profile {
    /// This stored profile with the account, names, redirect URI and scopes of a sign-in.
    ///
    /// - Parameter signedIn: the profile as it was read before the sign-in.
    /// - Returns: nil where the tokens of the sign-in are not for this profile any more.
    fileprivate func merging(_ signedIn: Profile, _ addedScopes: Scopes) -> Profile? {
        guard account == signedIn.account || !hasAccount, clientID == signedIn.clientID,
            authority == signedIn.authority, tenantID == signedIn.tenantID,
            mode == signedIn.mode || addedScopes.isEmpty
        else { return nil }
        var merged = self
        merged.account = signedIn.account
        (merged.username, merged.displayName) = (signedIn.username, signedIn.displayName)
        merged.redirectURI = signedIn.redirectURI
        merged.scopes = scopes.union(addedScopes)
        return merged
    }
}
