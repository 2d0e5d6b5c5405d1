import AuthCore
import FoundationEssentials

/// The accounts, and the profile of each account in a tenant. Neither has secrets, so removing an account needs no key.
struct AccountRows {
    let db: Database

    func all() throws -> [Account] {
        try accounts(where: "", [])
    }

    func account(_ id: AccountID) throws -> Account? {
        try accounts(where: "WHERE \(AccountID.sqlCondition)", id.arguments).first
    }

    func exists(_ id: AccountID) throws -> Bool {
        let sql = "SELECT 1 FROM account WHERE \(AccountID.sqlCondition)"
        return try db.first(sql, id.arguments) { _ in true } ?? false
    }

    /// Adds the account unless it exists. Replacing its row would remove the account's tokens.
    func add(_ id: AccountID) throws {
        try db.run(
            "INSERT INTO account (home_account_id, environment) VALUES (?, ?) ON CONFLICT DO NOTHING", id.arguments)
    }

    func set(_ profile: TenantProfile, of id: AccountID) throws {
        let sql = """
            INSERT OR REPLACE INTO tenant_profile
                (home_account_id, environment, realm, object_id, username, display_name)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        let values = [profile.tenantID, profile.objectID, profile.username, profile.displayName]
        try db.run(sql, id.arguments + .init(values))
    }

    /// Removes the account with the counts of its uses. Foreign keys remove its tokens with it.
    func remove(_ id: AccountID) throws -> RemovedTokens {
        func count(_ table: String) throws -> Int {
            let sql = "SELECT count(*) FROM \(table) WHERE \(AccountID.sqlCondition)"
            return Int(try db.first(sql, id.arguments) { try $0.integer(0) } ?? 0)
        }
        let removed = RemovedTokens(
            accessTokens: try count("access_token"), refreshTokens: try count("refresh_token"),
            idTokens: try count("id_token"))
        try db.run("DELETE FROM account WHERE \(AccountID.sqlCondition)", id.arguments)
        try UsageRows(db: db).removeCounts(of: id)
        return removed
    }

    private func accounts(where condition: String, _ arguments: Arguments) throws -> [Account] {
        let sql = """
            SELECT home_account_id, environment, realm, object_id, username, display_name
            FROM account LEFT JOIN tenant_profile USING (home_account_id, environment)
            \(condition) ORDER BY home_account_id, environment, realm
            """
        let found = try db.rows(sql, arguments) { row in
            (try AccountID(homeAccountID: row.text(0), environment: row.text(1)), try tenantProfile(row))
        }
        return Dictionary(grouping: found, by: \.0).map { id, rows in
            Account(id: id, tenantProfiles: rows.compactMap(\.1))
        }
    }

    /// Nil for an account that has signed in to no tenant with an ID token.
    private func tenantProfile(_ row: Row) throws -> TenantProfile? {
        guard let tenantID = try row.optionalText(2) else { return nil }
        return TenantProfile(
            tenantID: tenantID, objectID: try row.text(3), username: try row.text(4), displayName: try row.text(5))
    }
}

/// The accounts whose tokens of a client come from the device's broker.
struct BrokeredAccountRows {
    let db: Database

    /// Records that the broker gave a token.
    func save(_ account: AccountID, clientID: String) throws {
        let sql = """
            INSERT OR REPLACE INTO brokered_account (home_account_id, environment, client_id, rejected_at)
            VALUES (?, ?, ?, NULL)
            """
        try db.run(sql, account.arguments + [clientID])
    }

    func markRejected(_ account: AccountID, clientID: String, at time: Date) throws {
        let sql = """
            UPDATE brokered_account SET rejected_at = ?
            WHERE \(AccountID.sqlConditionWithClient)
            """
        try db.run(sql, [time.epochSeconds] + account.arguments + [clientID])
    }
}

extension AccountID {
    /// The first two columns of every table about accounts.
    var arguments: Arguments { [homeAccountID, environment] }

    /// The condition that ``arguments`` are for.
    static let sqlCondition = "home_account_id = ? AND environment = ?"
    /// The same of the tables that have rows of several clients, whose id is the third argument.
    static let sqlConditionWithClient = "\(sqlCondition) AND client_id = ?"
}
