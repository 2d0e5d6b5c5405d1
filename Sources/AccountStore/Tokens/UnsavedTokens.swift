import AccountProfiles
import AuthCore
import Crypto
import FoundationEssentials
import HTTPTransport

/// Tokens that are to be saved: of a renewal, or of a sign-in with its profile.
struct UnsavedTokens {
    enum Origin {
        /// The SHA-256 of the refresh token that was redeemed.
        case renewal(redeemed: Data)
        case signIn(SignedInProfile)
    }

    let grant: TokenGrant
    let origin: Origin

    static func digest(of token: RefreshToken) -> Data {
        Data(SHA256.hash(data: Data(token.secret.expose().utf8)))
    }

    /// Saves the tokens, unless they are out of date by now: a renewal of a refresh token that a sign-in has replaced
    /// since belongs to an old sign-in.
    ///
    /// - Returns: false, with nothing saved, when the account of a renewal was removed.
    func save(in db: Database, keys: MasterKeyLoader) throws -> Bool {
        switch origin {
        case .renewal(let redeemed):
            guard try AccountRows(db: db).exists(grant.account) else { return false }
            let stored = try? RefreshTokenRows(db: db).token(grant.account, clientID: grant.clientID, keys: keys)
            // A stored token that cannot be read is no reason to lose the new one.
            if let stored, Self.digest(of: stored) != redeemed { return true }
            try GrantRows(db: db, keys: keys).save(grant)
        case .signIn(let signedIn):
            try SignedInRows(db: db, keys: keys).saveLate(signedIn, with: grant)
        }
        return true
    }
}

/// The profile of a sign-in, with what else is stored for it.
struct SignedInProfile {
    var profile: Profile
    /// The credential of an app from now on; nil for a user.
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
    func add(_ signedIn: SignedInProfile, with grant: TokenGrant) throws {
        let rows = ProfileRows(db: db)
        let profile = signedIn.profile
        guard try rows.id(named: profile.name.text) == nil else { throw ProfileError.nameInUse(profile.name) }
        let isFirst = try signedIn.mayBecomeCurrent && rows.isEmpty()
        let id = try rows.insert(profile, with: keys.cipher(creatingKeyIn: db))
        try saveTokens(of: signedIn, grant)
        if let domain = signedIn.domain.flatMap(TenantName.init), domain.isDomain {
            try UsageRows(db: db).add(domain: domain.text, of: profile.tenantID.lowercased())
        }
        if isFirst { try CurrentProfile(db: db).set(id) }
    }

    func replace(_ id: ProfileRows.ID, with signedIn: SignedInProfile, _ grant: TokenGrant) throws {
        try ProfileRows(db: db).replace(id, with: signedIn.profile, and: keys.cipher(creatingKeyIn: db))
        try saveTokens(of: signedIn, grant)
    }

    /// Saves a sign-in that could not be saved when it was made. Where its name has been taken meanwhile, the profile gets
    /// another one.
    func saveLate(_ signedIn: SignedInProfile, with grant: TokenGrant) throws {
        var signedIn = signedIn
        let rows = ProfileRows(db: db)
        if let id = try rows.id(named: signedIn.profile.name.text) {
            if try rows.account(of: id) == signedIn.profile.account {
                return try replace(id, with: signedIn, grant)
            }
            signedIn.profile.name = SuggestedName.of(
                username: signedIn.profile.name.text, kind: signedIn.profile.kind, taken: Set(try rows.names()))
        }
        try add(signedIn, with: grant)
    }

    private func saveTokens(of signedIn: SignedInProfile, _ grant: TokenGrant) throws {
        try GrantRows(db: db, keys: keys).saveSignIn(grant)
        if let credential = signedIn.credential {
            try ApplicationCredentialRows(db: db)
                .save(credential, of: grant.account, with: keys.cipher(creatingKeyIn: db))
        }
    }
}

extension Store {
    /// Saves what earlier processes could not. Best effort: what still cannot be saved stays where it is.
    func saveUnsavedTokens(in db: Database) {
        guard let files = try? SpareFile.inUse(at: location), !files.isEmpty, let cipher = try? keys.cipher() else {
            return
        }
        for file in files {
            guard let sealed = try? file.content(),
                let bytes = try? cipher.unsealBytes(sealed, of: .spareFile(file.name)),
                let tokens = try? UnsavedTokens(json: bytes)
            else {
                // A process that was killed in writing leaves half of it. With another key it may be whole.
                if (try? keys.requireOwnKey(in: db)) != nil { try? file.clear() }
                continue
            }
            let saved: Void? = try? db.write(waiting: 1) {
                try DatabaseFile.requireKnownVersion(db)
                _ = try tokens.save(in: db, keys: keys)
            }
            if saved != nil { try? file.clear() }
        }
    }
}
