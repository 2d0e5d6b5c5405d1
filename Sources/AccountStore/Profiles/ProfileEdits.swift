import AccountProfiles
import FoundationEssentials

/// Changes of a profile's settings, without a sign-in.
extension ProfileRepository {
    /// Changes a profile in one transaction. Its name and its account stay. A profile that becomes read-only loses its
    /// access tokens, which may allow changes.
    ///
    /// - Parameter change: may throw to leave the profile as it is.
    /// - Returns: the changed profile.
    /// - Throws: `ProfileError.unknown`; `StoreError.alteredProfile`, since a new seal would approve of the alteration.
    public func edit(_ name: String, _ change: (inout Profile) throws -> Void) throws -> Profile {
        try changing(name) { db, id in
            let rows = ProfileRows(db: db)
            let cipher = try store.keys.cipher(creatingKeyIn: db)
            let before = try rows.profile(id)
            try rows.requireSeal(of: before, with: cipher)
            var after = before
            try change(&after)
            precondition(
                after.name == before.name && after.account == before.account, "an edit keeps the name and the account")
            try rows.replace(id, with: after, and: cipher)
            if after.mode == .readOnly, before.mode != .readOnly {
                try AccessTokenRows(db: db).removeAll(under: after.tokenKey)
            }
            return after
        }
    }

    /// Stores the end of the client secret that a profile signs in with. A new secret replaces it together with its end.
    ///
    /// - Returns: false where the profile has no secret.
    /// - Throws: `ProfileError.unknown`.
    public func setSecretExpiry(_ time: Date, of name: ProfileName) throws -> Bool {
        try changing(name.text) { db, id in
            let owner = CredentialOwner(of: try ProfileRows(db: db).profile(id))
            return try CredentialRows(db: db).setExpiry(time, ofSecretOf: owner)
        }
    }

    /// Forgets the client id that is used where none is given.
    ///
    /// - Returns: the client id; nil where none was stored.
    public func removeDefaultClientID() throws -> String? {
        guard let clientID = try defaultClientID() else { return nil }
        try store.write { try Settings(db: $0).remove(.defaultClientID) }
        return clientID
    }
}
