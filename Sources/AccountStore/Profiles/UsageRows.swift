import AccountProfiles
import AuthCore
import Crypto
import FoundationEssentials

/// The usage history as rows. The tables stay small: the oldest rows are removed when there are too many.
struct UsageRows {
    let db: Database

    func domains() throws -> [String: Set<String>] {
        let rows = try db.rows("SELECT tenant_id, domain FROM tenant_domain") { (try $0.text(0), try $0.text(1)) }
        return rows.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
    }

    func domains(of tenantID: String) throws -> Set<String> {
        Set(try db.rows("SELECT domain FROM tenant_domain WHERE tenant_id = ?", [tenantID]) { try $0.text(0) })
    }

    /// Adds a domain, and removes it from the tenant that had it before: a domain moves when companies merge.
    func add(domain: String, of tenantID: String) throws {
        try db.run("INSERT OR REPLACE INTO tenant_domain (tenant_id, domain) VALUES (?, ?)", [tenantID, domain])
    }

    func remove(domain: String, of tenantID: String) throws {
        try db.run("DELETE FROM tenant_domain WHERE tenant_id = ? AND domain = ?", [tenantID, domain])
    }

    func profiles(using item: String) throws -> Set<ProfileName> {
        let sql = "SELECT name FROM used_item JOIN profile ON id = profile_id WHERE item = ?"
        return Set(try db.rows(sql, [Self.key(item)]) { try $0.profileName(0) })
    }

    /// Whether a use of the item was recorded within the last day.
    func isUsed(_ item: String, by profile: ProfileRows.ID, at time: Date) throws -> Bool {
        let sql = "SELECT 1 FROM used_item WHERE item = ? AND profile_id = ? AND used_on > ?"
        let key = Self.key(item)
        return try db.first(sql, [key, profile, time.epochSeconds - 86_400]) { _ in true } ?? false
    }

    /// Records a use of the item, unless one was recorded within the last day.
    ///
    /// - Returns: whether a row was written.
    func setUsed(_ item: String, by profile: ProfileRows.ID, at time: Date) throws -> Bool {
        let sql = """
            INSERT INTO used_item (item, profile_id, used_on) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET used_on = excluded.used_on
            WHERE excluded.used_on >= used_on + 86400
            """
        return try db.run(sql, [Self.key(item), profile, time.epochSeconds]) > 0
    }

    func removeOldItems() throws {
        let sql = """
            DELETE FROM used_item WHERE used_on <
            (SELECT used_on FROM used_item ORDER BY used_on DESC LIMIT 1 OFFSET \(Self.itemLimit))
            """
        try db.run(sql)
    }

    /// - Parameter topic: nil for the rows of all topics.
    func frecency(of topic: String?) throws -> [(name: ProfileName, frecency: Frecency)] {
        let sql = """
            SELECT name, score, used_on FROM usage JOIN profile ON id = profile_id WHERE topic = coalesce(?, topic)
            """
        return try db.rows(sql, [topic]) { row in
            (try row.profileName(0), Frecency(score: try row.double(1), at: try row.time(2)))
        }
    }

    func frecency(of topic: String, by profile: ProfileRows.ID) throws -> Frecency? {
        try db.first("SELECT score, used_on FROM usage WHERE profile_id = ? AND topic = ?", [profile, topic]) { row in
            Frecency(score: try row.double(0), at: try row.time(1))
        }
    }

    func set(_ frecency: Frecency, of topic: String, by profile: ProfileRows.ID) throws {
        try db.run(
            "INSERT OR REPLACE INTO usage (profile_id, topic, score, used_on) VALUES (?, ?, ?, ?)",
            [profile, topic, frecency.score, frecency.time.epochSeconds])
        let sql = """
            DELETE FROM usage WHERE profile_id = ?1 AND topic NOT IN
            (SELECT topic FROM usage WHERE profile_id = ?1 ORDER BY used_on DESC LIMIT \(Self.topicLimit))
            """
        try db.run(sql, [profile])
    }

    /// Removes the counts of an account's uses, as its sign-out does. The items remain while there is a profile: that one
    /// belongs to its tenant keeps another account from writing it.
    func removeCounts(of account: AccountID) throws {
        let sql = "DELETE FROM usage WHERE profile_id IN (SELECT id FROM profile WHERE \(AccountID.sqlCondition))"
        try db.run(sql, account.arguments)
    }

    /// Removes the domains of a tenant, unless another profile belongs to it.
    func removeDomains(of tenantID: String) throws {
        let sql =
            "DELETE FROM tenant_domain WHERE tenant_id = ?1 AND NOT EXISTS (SELECT 1 FROM profile WHERE tenant_id = ?1)"
        try db.run(sql, [tenantID])
    }

    private static let itemLimit = 10_000
    private static let topicLimit = 40

    /// The first 8 bytes of the SHA-256 of an id.
    private static func key(_ item: String) -> Int64 {
        SHA256.hash(data: Data(item.utf8)).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
