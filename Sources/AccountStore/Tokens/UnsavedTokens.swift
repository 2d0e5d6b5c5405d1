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
        case signIn(ProfileSignIn)
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
            try GrantRows(db: db, keys: keys).saveRenewal(grant)
        case .signIn(let signIn):
            try SignedInRows(db: db, keys: keys).saveLate(signIn, with: grant)
        }
        return true
    }
}

extension Store {
    /// The files with tokens of earlier runs that the database could not take yet.
    public func unsavedTokenFiles() throws -> [String] { try SpareFile.inUse(at: location).map(\.path) }

    /// Makes the next read save the tokens that were set aside while the database was open.
    func reopenForUnsavedTokens() {
        if (try? unsavedTokenFiles())?.isEmpty == false { close() }
    }

    /// Saves what earlier processes could not. Best effort: what still cannot be saved stays where it is.
    func saveUnsavedTokens(in db: Database) {
        guard let files = try? SpareFile.inUse(at: location), !files.isEmpty, let cipher = try? keys.cipher(in: db)
        else {
            return
        }
        for file in files {
            // A failing disk may be readable later, and the tokens of another version by that version.
            let content: Data?
            do { content = try file.content() } catch { continue }
            guard let bytes = content.flatMap({ try? cipher.unsealBytes($0, of: .spareFile(file.name)) }) else {
                // A process that was killed in writing leaves half of it. With another key it may be whole.
                if (try? keys.requireOwnKey(in: db)) != nil { try? file.clear() }
                continue
            }
            guard let tokens = try? UnsavedTokens(json: bytes) else { continue }
            let saved: Void? = try? db.write(waiting: 1) {
                try DatabaseFile.requireKnownVersion(db)
                _ = try tokens.save(in: db, keys: keys)
            }
            if saved != nil { try? file.clear() }
        }
    }
}
