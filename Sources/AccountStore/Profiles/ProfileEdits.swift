import AccountProfiles
import FoundationEssentials

/// Changes of a profile's settings, without a sign-in.
extension ProfileRepository {
    /// Changes a profile in one transaction. Its name and its account stay. A profile that becomes read-only loses its
    /// access tokens, which may allow changes.
    ///
    /// - Parameters:
    ///   - secretExpiry: the end of the client secret that the profile signs in with; nil to leave it as it is.
    ///   - change: may throw to leave the profile as it is.
    /// - Returns: the changed profile.
    /// - Throws: `ProfileError.unknown`, `.notEditable`; `StoreError.alteredProfile`, since a new tag would approve of the
    ///   alteration.
    public func edit(
        _ name: String, secretExpiry: Date? = nil, _ change: (inout Profile) throws -> Void
    ) throws -> Profile {
        try changing(name) { db, id in
            let rows = ProfileRows(db: db)
            let cipher = try store.keys.cipher(creatingKeyIn: db)
            let before = try rows.profile(id)
            try rows.requireAuthentic(before, with: cipher)
            var after = before
            try change(&after)
            guard after.name.text == before.name.text, after.account == before.account else {
                throw ProfileError.notEditable(before.name)
            }
            try rows.replace(id, with: after, and: cipher)
            if after.mode == .readOnly, before.mode != .readOnly {
                try AccessTokenRows(db: db).removeAll(under: after.tokenKey)
            }
            if let secretExpiry { try setSecretExpiry(secretExpiry, of: after, in: db) }
            return after
        }
    }

    /// Stores the end of the client secret that a profile signs in with, if it does with one. A new secret replaces it
    /// together with its end.
    ///
    /// - Throws: `ProfileError.unknown`.
    public func setSecretExpiry(_ time: Date, of name: ProfileName) throws {
        try changing(name.text) { db, id in
            try setSecretExpiry(time, of: ProfileRows(db: db).profile(id), in: db)
        }
    }

    private func setSecretExpiry(_ time: Date, of profile: Profile, in db: Database) throws {
        try CredentialRows(db: db).setExpiry(time, ofSecretOf: CredentialOwner(of: profile))
    }
}
