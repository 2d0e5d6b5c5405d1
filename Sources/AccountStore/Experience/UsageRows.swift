import AccountProfiles
import AuthCore
import Crypto
import Foundation

/// What uses have taught, as rows. Tables stay small: the oldest rows go when there are too many.
struct UsageRows {
    let db: Database

    func domains() throws -> [String: Set<String>] {
        let rows = try db.rows("SELECT tenant_id, domain FROM tenant_domain") { (try $0.text(0), try $0.text(1)) }
        return rows.reduce(into: [:]) { $0[$1.0, default: []].insert($1.1) }
    }

    func add(domain: String, of tenantID: String) throws {
        try db.run("INSERT INTO tenant_domain VALUES (?, ?) ON CONFLICT DO NOTHING", [tenantID, domain])
    }

    func profiles(using item: String) throws -> Set<ProfileName> {
        let sql = "SELECT name FROM used_item JOIN profile ON id = profile_id WHERE item = ?"
        return Set(try db.rows(sql, [UsageRows.key(item)]) { try $0.profileName(0) })
    }

    /// Whether that was noted within the day.
    func isUsed(_ item: String, by profile: ProfileRows.ID, at time: Date) throws -> Bool {
        let sql = "SELECT 1 FROM used_item WHERE item = ? AND profile_id = ? AND used_on > ?"
        let key = UsageRows.key(item)
        return try db.first(sql, [key, profile, time.epochSeconds - 86_400]) { _ in true } ?? false
    }

    /// What was noted within the day is not written again.
    ///
    /// - Returns: whether it was written.
    func setUsed(_ item: String, by profile: ProfileRows.ID, at time: Date) throws -> Bool {
        let sql = """
            INSERT INTO used_item VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used_on = excluded.used_on
            WHERE excluded.used_on >= used_on + 86400
            """
        return try db.run(sql, [UsageRows.key(item), profile, time.epochSeconds]) > 0
    }

    func dropOldItems() throws {
        let sql = """
            DELETE FROM used_item WHERE used_on <
            (SELECT used_on FROM used_item ORDER BY used_on DESC LIMIT 1 OFFSET \(UsageRows.itemLimit))
            """
        try db.run(sql)
    }

    /// - Parameter topic: nil for the sum of all.
    func frecency(of topic: String?) throws -> [(name: ProfileName, frecency: Frecency)] {
        let sql = """
            SELECT name, score, used_on FROM usage JOIN profile ON id = profile_id WHERE topic = coalesce(?, topic)
            """
        return try db.rows(sql, [topic]) { row in
            (try row.profileName(0), Frecency(score: try row.number(1), at: try row.time(2)))
        }
    }

    func frecency(of topic: String, by profile: ProfileRows.ID) throws -> Frecency? {
        try db.first("SELECT score, used_on FROM usage WHERE profile_id = ? AND topic = ?", [profile, topic]) { row in
            Frecency(score: try row.number(0), at: try row.time(1))
        }
    }

    func set(_ frecency: Frecency, of topic: String, by profile: ProfileRows.ID) throws {
        try db.run(
            "INSERT OR REPLACE INTO usage VALUES (?, ?, ?, ?)",
            [profile, topic, frecency.score, frecency.time.epochSeconds])
        let sql = """
            DELETE FROM usage WHERE profile_id = ?1 AND topic NOT IN
            (SELECT topic FROM usage WHERE profile_id = ?1 ORDER BY used_on DESC LIMIT \(UsageRows.topicLimit))
            """
        try db.run(sql, [profile])
    }

    /// What an account did goes with its tokens.
    func forget(_ account: AccountID) throws {
        for table in ["used_item", "usage"] {
            let sql = """
                DELETE FROM \(table) WHERE profile_id IN
                (SELECT id FROM profile WHERE home_account_id = ? AND environment = ?)
                """
            try db.run(sql, account.arguments)
        }
    }

    /// Unless another profile is in the tenant.
    func forget(tenant id: String) throws {
        let sql =
            "DELETE FROM tenant_domain WHERE tenant_id = ?1 AND NOT EXISTS (SELECT 1 FROM profile WHERE tenant_id = ?1)"
        try db.run(sql, [id])
    }

    private static let itemLimit = 4000
    private static let topicLimit = 40

    private static func key(_ item: String) -> Int64 {
        SHA256.hash(data: Data(item.utf8)).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
