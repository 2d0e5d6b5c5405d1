import AccountProfiles
import AuthCore
import Foundation

/// Profiles as rows, each with an id of its own that stays when the name changes.
struct ProfileRows {
    typealias ID = Int64

    private static let columns = """
        name, home_account_id, environment, username, display_name, tenant_id, kind, client_id, \
        authority_kind, authority_url, graph, scopes, mode, redirect_port, last_used
        """
    let db: Database

    func all() throws -> [Profile] {
        try db.rows("SELECT \(ProfileRows.columns) FROM profile ORDER BY name_key", as: profile)
    }

    /// - Parameter id: of a row that the same transaction has found.
    func profile(_ id: ID) throws -> Profile {
        try required(db.first("SELECT \(ProfileRows.columns) FROM profile WHERE id = ?", [id], as: profile))
    }

    func account(of id: ID) throws -> AccountID {
        let sql = "SELECT home_account_id, environment FROM profile WHERE id = ?"
        return try required(
            db.first(sql, [id]) { AccountID(homeAccountID: try $0.text(0), environment: try $0.text(1)) })
    }

    func profile(named name: String) throws -> Profile? {
        let sql = "SELECT \(ProfileRows.columns) FROM profile WHERE name_key = ?"
        return try db.first(sql, [ProfileRows.key(name)], as: profile)
    }

    func id(named name: String) throws -> ID? {
        try db.first("SELECT id FROM profile WHERE name_key = ?", [ProfileRows.key(name)]) { try $0.integer(0) }
    }

    func names() throws -> [ProfileName] {
        try db.rows("SELECT name FROM profile ORDER BY name_key") { try $0.profileName(0) }
    }

    func isEmpty() throws -> Bool {
        try db.first("SELECT 1 FROM profile LIMIT 1") { _ in false } ?? true
    }

    func isAccountUsed(_ account: AccountID) throws -> Bool {
        let sql = "SELECT 1 FROM profile WHERE home_account_id = ? AND environment = ? LIMIT 1"
        return try db.first(sql, account.arguments) { _ in true } ?? false
    }

    func insert(_ profile: Profile) throws -> ID {
        let sql = """
            INSERT INTO profile (name_key, \(ProfileRows.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try db.run(sql, [ProfileRows.key(profile.name.text)] + values(profile))
        return db.lastInsertedRowID
    }

    /// Everything but the time of the last use, which a sign-in does not change.
    func replace(_ id: ID, with profile: Profile) throws {
        let sql = """
            UPDATE profile SET (\(ProfileRows.columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce(?, last_used))
            WHERE id = ?
            """
        try db.run(sql, values(profile) + [id])
    }

    func rename(_ id: ID, to name: ProfileName) throws {
        try db.run(
            "UPDATE profile SET name = ?, name_key = ? WHERE id = ?", [name.text, ProfileRows.key(name.text), id])
    }

    func remove(_ id: ID) throws {
        let tenant = try db.first("DELETE FROM profile WHERE id = ? RETURNING tenant_id", [id]) { try $0.text(0) }
        if let tenant { try UsageRows(db: db).forget(tenant: tenant) }
    }

    func lastUsed(_ name: ProfileName) throws -> Date? {
        let sql = "SELECT last_used FROM profile WHERE name_key = ?"
        return try db.first(sql, [ProfileRows.key(name.text)]) { try $0.timeIfAny(0) } ?? nil
    }

    func setLastUsed(_ name: ProfileName, to time: Date) throws {
        try db.run(
            "UPDATE profile SET last_used = ? WHERE name_key = ?", [time.epochSeconds, ProfileRows.key(name.text)])
    }

    /// Two names are one when Swift says so, which compares by canonical equivalence; SQLite compares bytes.
    static func key(_ name: String) -> String {
        let folded = name.lowercased()
        return folded.utf8.allSatisfy { $0 < 0x80 } ? folded : folded.precomposedStringWithCanonicalMapping
    }

    /// A row that is gone within the transaction that found it is damage: the index holds what the table lacks.
    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw SQLiteError.damaged }
        return value
    }

    private func values(_ profile: Profile) -> Arguments {
        [
            profile.name.text, profile.account.homeAccountID, profile.account.environment, profile.username,
            profile.displayName, profile.tenantID, profile.kind.rawValue, profile.clientID,
            profile.authority.kind.rawValue, profile.authority.url, profile.graph, profile.scopes.spaceSeparated,
            profile.mode.rawValue, Int64(profile.redirectPort), profile.lastUsed?.epochSeconds,
        ]
    }

    private func profile(_ row: Row) throws -> Profile {
        Profile(
            name: try row.profileName(0),
            account: AccountID(homeAccountID: try row.text(1), environment: try row.text(2)),
            username: try row.text(3), displayName: try row.text(4), tenantID: try row.text(5),
            kind: try row.value(6), clientID: try row.text(7),
            authority: try row.authority(kind: 8, url: 9), graph: try row.textIfAny(10),
            scopes: Scopes(spaceSeparated: try row.text(11)), mode: try row.value(12),
            lastUsed: try row.timeIfAny(14), redirectPort: UInt16(clamping: try row.integer(13)))
    }
}

/// Only valid values are ever written, so what cannot be read back is damage.
extension Row {
    func profileName(_ index: Int) throws -> ProfileName {
        guard let name = try? ProfileName(text(index)) else { throw SQLiteError.damaged }
        return name
    }

    fileprivate func authority(kind: Int, url: Int) throws -> Authority {
        guard let authority = try? Authority(kind: value(kind), url: text(url)) else {
            throw SQLiteError.damaged
        }
        return authority
    }

    fileprivate func value<Value: RawRepresentable<String>>(_ index: Int) throws -> Value {
        guard let value = Value(rawValue: try text(index)) else { throw SQLiteError.damaged }
        return value
    }
}
