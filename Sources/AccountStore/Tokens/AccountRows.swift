import AuthCore

/// The accounts and what each tenant calls them. Holds no secret, and removing needs no key.
struct AccountRows {
    let db: Database

    func all() throws -> [Account] {
        try accounts(where: "", [])
    }

    func account(_ id: AccountID) throws -> Account? {
        try accounts(where: "WHERE home_account_id = ? AND environment = ?", id.arguments).first
    }

    func exists(_ id: AccountID) throws -> Bool {
        let sql = "SELECT 1 FROM account WHERE home_account_id = ? AND environment = ?"
        return try db.first(sql, id.arguments) { _ in true } ?? false
    }

    /// Never replaces the row: that would take the account's tokens with it.
    func add(_ id: AccountID) throws {
        try db.run("INSERT INTO account VALUES (?, ?) ON CONFLICT DO NOTHING", id.arguments)
    }

    func set(_ profile: TenantProfile, of id: AccountID) throws {
        let values = [profile.tenantID, profile.objectID, profile.username, profile.displayName]
        try db.run("INSERT OR REPLACE INTO tenant_profile VALUES (?, ?, ?, ?, ?, ?)", id.arguments + .init(values))
    }

    /// The schema removes the tokens with the account.
    func remove(_ id: AccountID) throws -> RemovedTokens {
        func count(_ table: String) throws -> Int {
            let sql = "SELECT count(*) FROM \(table) WHERE home_account_id = ? AND environment = ?"
            return Int(try db.first(sql, id.arguments) { try $0.integer(0) } ?? 0)
        }
        let removed = RemovedTokens(
            accessTokens: try count("access_token"), refreshTokens: try count("refresh_token"),
            idTokens: try count("id_token"))
        try db.run("DELETE FROM account WHERE home_account_id = ? AND environment = ?", id.arguments)
        try UsageRows(db: db).forget(id)
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

    /// Nil for an account that no tenant has said anything about.
    private func tenantProfile(_ row: Row) throws -> TenantProfile? {
        guard let tenantID = try row.textIfAny(2) else { return nil }
        return TenantProfile(
            tenantID: tenantID, objectID: try row.text(3), username: try row.text(4), displayName: try row.text(5))
    }
}

extension AccountID {
    /// The two columns that every table about accounts begins with.
    var arguments: Arguments { [homeAccountID, environment] }
}

extension TokenKey {
    var arguments: Arguments { [account.homeAccountID, account.environment, clientID, tenantID] }
}
