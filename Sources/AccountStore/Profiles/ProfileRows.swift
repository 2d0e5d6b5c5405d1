import AccountProfiles
import AuthCore
import FoundationEssentials

/// Profiles, one row each. Bindings, rules and settings refer to the id of the row, which survives a rename.
struct ProfileRows {
    typealias ID = Int64

    /// The columns in the order of ``values(_:)`` and ``profile(_:)``.
    private static let columns = [
        "name", "home_account_id", "environment", "username", "display_name", "tenant_id", "kind", "client_id",
        "authority_kind", "authority_url", "tls_certificate", "graph", "scopes", "mode", "last_used", "redirect_uri",
        "browser", "is_brokered",
    ]
    private static let list = columns.joined(separator: ", ")
    let db: Database

    func all() throws -> [Profile] {
        try db.rows("SELECT \(Self.list) FROM profile ORDER BY name_key", as: profile)
    }

    func profiles(of account: AccountID) throws -> [Profile] {
        let sql =
            "SELECT \(Self.list) FROM profile WHERE \(AccountID.sqlCondition) ORDER BY name_key"
        return try db.rows(sql, account.arguments, as: profile)
    }

    /// - Parameter id: of a row that the same transaction has found.
    func profile(_ id: ID) throws -> Profile {
        try required(db.first("SELECT \(Self.list) FROM profile WHERE id = ?", [id], as: profile))
    }

    func account(of id: ID) throws -> AccountID {
        let sql = "SELECT home_account_id, environment FROM profile WHERE id = ?"
        return try required(
            db.first(sql, [id]) { AccountID(homeAccountID: try $0.text(0), environment: try $0.text(1)) })
    }

    func profile(named name: String) throws -> Profile? {
        let sql = "SELECT \(Self.list) FROM profile WHERE name_key = ?"
        return try db.first(sql, [try key(name)], as: profile)
    }

    func id(named name: String) throws -> ID? {
        try db.first("SELECT id FROM profile WHERE name_key = ?", [try key(name)]) { try $0.integer(0) }
    }

    func names() throws -> [ProfileName] {
        try db.rows("SELECT name FROM profile ORDER BY name_key") { try $0.profileName(0) }
    }

    func isEmpty() throws -> Bool {
        try db.first("SELECT 1 FROM profile LIMIT 1") { _ in false } ?? true
    }

    func isAccountUsed(_ account: AccountID) throws -> Bool {
        let sql = "SELECT 1 FROM profile WHERE \(AccountID.sqlCondition) LIMIT 1"
        return try db.first(sql, account.arguments) { _ in true } ?? false
    }

    func insert(_ profile: Profile, with cipher: SecretCipher) throws -> ID {
        let places = Self.columns.map { _ in ", ?" }.joined()
        let sql = "INSERT INTO profile (name_key, \(Self.list)) VALUES (?\(places))"
        try db.run(sql, [try key(profile.name.text)] + values(profile))
        let id = db.lastInsertedRowID
        try authenticate(profile, with: cipher)
        return id
    }

    /// Replaces everything but the time of the last use, which a sign-in does not change.
    func replace(_ id: ID, with profile: Profile, and cipher: SecretCipher) throws {
        let places = Self.columns.map { $0 == "last_used" ? "coalesce(?, last_used)" : "?" }.joined(separator: ", ")
        let sql = "UPDATE profile SET (\(Self.list)) = (\(places)) WHERE id = ?"
        try db.run(sql, values(profile) + [id])
        try authenticate(profile, with: cipher)
    }

    /// Gives the names of a profile's user to the other profiles of the same account in the same tenant. A server can rename
    /// its users.
    func shareNames(of profile: Profile) throws {
        try setNames(profile.username, profile.displayName, of: profile.account, in: profile.tenantID)
    }

    /// - Parameter displayName: empty for the one that is stored.
    func setNames(_ username: String, _ displayName: String, of account: AccountID, in tenantID: String) throws {
        let sql = """
            UPDATE profile SET username = ?, display_name = coalesce(nullif(?, ''), display_name)
            WHERE \(AccountID.sqlCondition) AND tenant_id = ?
            """
        try db.run(sql, [username, displayName, account.homeAccountID, account.environment, tenantID])
    }

    /// - Throws: `StoreError.alteredProfile`: a tag for the new name would approve of the change.
    func rename(_ id: ID, to name: ProfileName, with cipher: SecretCipher) throws {
        try requireAuthentic(profile(id), with: cipher)
        try db.run(
            "UPDATE profile SET name = ?, name_key = ? WHERE id = ?", [name.text, try key(name.text), id])
        try authenticate(profile(id), with: cipher)
    }

    func authenticate(_ profile: Profile, with cipher: SecretCipher) throws {
        try db.run(
            "UPDATE profile SET seal = ? WHERE name_key = ?",
            [try cipher.authenticationTag(of: .destination(of: profile)), try key(profile.name.text)])
    }

    /// - Throws: `StoreError.alteredProfile` when the profile is not the one that was stored under its name.
    func requireAuthentic(_ profile: Profile, with cipher: SecretCipher) throws {
        let sql = "SELECT seal FROM profile WHERE name_key = ?"
        let tag = try db.first(sql, [try key(profile.name.text)]) { $0.isNull(0) ? nil : try $0.bytes(0) } ?? nil
        guard cipher.isAuthenticationTag(tag, of: .destination(of: profile)) else {
            throw StoreError.alteredProfile(profile.name.text)
        }
    }

    func remove(_ id: ID) throws {
        let tenantID = try db.first("DELETE FROM profile WHERE id = ? RETURNING tenant_id", [id]) { try $0.text(0) }
        if let tenantID { try UsageRows(db: db).removeDomains(of: tenantID) }
    }

    /// The id of a profile, and the times of its last use and of its last use for a topic; nil for none.
    func lastUses(of name: ProfileName, for topic: String?) throws -> (id: ID, last: Date?, lastForTopic: Date?)? {
        let sql = """
            SELECT id, last_used, (SELECT used_on FROM usage WHERE profile_id = id AND topic = ?) FROM profile
            WHERE name_key = ?
            """
        return try db.first(sql, [topic, try key(name.text)]) { row in
            (try row.integer(0), try row.optionalTime(1), try row.optionalTime(2))
        }
    }

    func setLastUse(of id: ID, to time: Date) throws {
        try db.run("UPDATE profile SET last_used = ? WHERE id = ?", [time.epochSeconds, id])
    }

    /// The value of `name_key` for a name: the name without case.
    ///
    /// SQLite compares bytes, but Unicode can encode "é" in two ways, which are the same name. Swift compares strings by
    /// canonical equivalence, so the key of a name that is not ASCII is the stored key that Swift finds equal.
    private func key(_ name: String) throws -> String {
        let folded = name.lowercased()
        if folded.utf8.allSatisfy({ $0 < 0x80 }) { return folded }
        let keys = try db.rows("SELECT name_key FROM profile") { try $0.text(0) }
        return keys.first { $0 == folded } ?? folded
    }

    /// A row that is gone within the transaction that found it is damage: the index has a row that the table lacks.
    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw SQLiteError.damaged }
        return value
    }

    private func values(_ profile: Profile) -> Arguments {
        [
            profile.name.text, profile.account.homeAccountID, profile.account.environment, profile.username,
            profile.displayName, profile.tenantID, profile.kind.rawValue, profile.clientID,
            profile.authority.kind.rawValue, profile.authority.urlWithParameters,
            profile.authority.clientCertificate?.path, profile.graph, profile.scopes.spaceSeparated,
            profile.mode.rawValue, profile.lastUsed?.epochSeconds, profile.redirectURI.stored, profile.browser,
            profile.isBrokered ? 1 : 0,
        ]
    }

    private func profile(_ row: Row) throws -> Profile {
        var column = -1
        func next() -> Int {
            column += 1
            return column
        }
        return Profile(
            name: try row.profileName(next()),
            account: AccountID(homeAccountID: try row.text(next()), environment: try row.text(next())),
            username: try row.text(next()), displayName: try row.text(next()), tenantID: try row.text(next()),
            kind: try row.value(next()), clientID: try row.text(next()),
            authority: try row.authority(kind: next(), url: next(), certificate: next()),
            graph: try row.optionalText(next()), scopes: Scopes(spaceSeparated: try row.text(next())),
            mode: try row.value(next()), lastUsed: try row.optionalTime(next()),
            redirectURI: try row.redirectURI(next()), browser: try row.optionalText(next()),
            isBrokered: try row.integer(next()) != 0)
    }
}

extension RedirectURI {
    /// Nil for `http://localhost` with any port.
    var stored: String? { self == .localhost ? nil : text }
}

/// Only valid values are written, so a value that cannot be parsed is damage.
extension Row {
    func profileName(_ index: Int) throws -> ProfileName {
        guard let name = try? ProfileName(text(index)) else { throw SQLiteError.damaged }
        return name
    }

    fileprivate func authority(kind: Int, url: Int, certificate: Int) throws -> Authority {
        guard var authority = try? Authority(kind: value(kind), urlWithParameters: text(url)) else {
            throw SQLiteError.damaged
        }
        authority.clientCertificate = try optionalText(certificate).map(TLSClientCertificate.init)
        return authority
    }

    fileprivate func redirectURI(_ index: Int) throws -> RedirectURI {
        guard let text = try optionalText(index) else { return .localhost }
        guard let uri = try? RedirectURI(text) else { throw SQLiteError.damaged }
        return uri
    }

    fileprivate func value<Value: RawRepresentable<String>>(_ index: Int) throws -> Value {
        guard let value = Value(rawValue: try text(index)) else { throw SQLiteError.damaged }
        return value
    }
}
