import AccountProfiles
import AuthCore
import FoundationEssentials

/// Reads of some profiles by an index, or of single columns of all: their time does not grow with the size of a profile.
extension ProfileRepository {
    /// The names that begin with a text, without regard to case, sorted; all names for an empty text.
    public func names(withPrefix prefix: String) throws -> [ProfileName] {
        try store.read { try ProfileRows(db: $0).names(withPrefix: prefix) } ?? []
    }

    /// The profiles whose names begin with a text, without regard to case, sorted by name.
    public func profiles(withPrefix prefix: String) throws -> [Profile] {
        try store.read { db in
            let rows = ProfileRows(db: db)
            return try db.read { try rows.names(withPrefix: prefix).compactMap { try rows.profile(named: $0.text) } }
        } ?? []
    }

    /// The status of one profile; signed out where there is no such profile.
    public func status(of name: ProfileName, at now: Date) throws -> ProfileStatus {
        try store.find { db in
            try ProfileRows(db: db).id(named: name.text).flatMap {
                try ProfileStatusRows(db: db).status(of: $0, at: now)
            }
        } ?? .signedOut
    }

    /// The number of profiles.
    public func count() throws -> Int {
        try store.read { try ProfileRows(db: $0).count() } ?? 0
    }

    /// The credential of a profile's client, without its secret; nil for a public client, and after a sign-out.
    public func storedCredential(of profile: Profile) throws -> StoredCredential? {
        try store.find { try CredentialRows(db: $0).stored(of: CredentialOwner(of: profile)) }
    }

    /// The refresh token of a profile, without its secret; nil without one, once the server has rejected it, and where the
    /// broker renews the tokens.
    public func storedRefreshToken(of profile: Profile) throws -> StoredRefreshToken? {
        if profile.isBrokered { return nil }
        return try store.find { try RefreshTokenRows(db: $0).stored(profile.account, clientID: profile.clientID) }
    }

    /// The profiles that use an account, sorted by name.
    public func profiles(of account: AccountID) throws -> [Profile] {
        try store.read { try ProfileRows(db: $0).profiles(of: account) } ?? []
    }

    /// The profiles of this username, without regard to case, sorted by name.
    public func profiles(withUsername username: String) throws -> [Profile] {
        try store.read { db in
            let rows = ProfileRows(db: db)
            return try db.read { try rows.ids(withUsername: username).map(rows.profile) }
        } ?? []
    }
}

extension ProfileRows {
    func names(withPrefix prefix: String) throws -> [ProfileName] {
        let folded = prefix.lowercased()
        guard let last = folded.utf8.last, folded.utf8.allSatisfy({ $0 < 0x80 }) else {
            return try names().filter { $0.text.lowercased().hasPrefix(folded) }
        }
        // The keys are in lower case and in the order of their bytes.
        let end = folded.dropLast() + String(UnicodeScalar(last + 1))
        let sql = "SELECT name FROM profile WHERE name_key >= ? AND name_key < ? ORDER BY name_key"
        return try db.rows(sql, [folded, String(end)]) { try $0.profileName(0) }
    }

    func count() throws -> Int {
        Int(try db.first("SELECT count(*) FROM profile") { try $0.integer(0) } ?? 0)
    }

    /// The profiles of which this is the username; else the names that are most like it, the nearest first. Of names only
    /// keys are read, out of their index, and then the nearest.
    func nearestNames(to name: String) throws -> [ProfileName] {
        let owners = try (name.contains("@") ? ids(withUsername: name) : []).compactMap { id in
            try db.first("SELECT name FROM profile WHERE id = ?", [id]) { try $0.profileName(0) }
        }
        guard owners.isEmpty else { return owners }
        let keys = try db.rows("SELECT name_key FROM profile") { try $0.text(0) }
        let names = try NearestNames.candidates(for: name, amongKeys: keys).compactMap { key in
            try db.first("SELECT name FROM profile WHERE name_key = ?", [key]) { try $0.profileName(0) }
        }
        return names.nearest(to: name)
    }

    /// SQLite folds the case of ASCII only, so usernames are compared here.
    func ids(withUsername username: String) throws -> [ID] {
        let wanted = username.lowercased()
        let rows = try db.rows("SELECT id, username FROM profile ORDER BY name_key") { row in
            (id: try row.integer(0), username: try row.text(1))
        }
        return rows.filter { $0.username.lowercased() == wanted }.map(\.id)
    }
}
