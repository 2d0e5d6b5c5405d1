import AuthCore

/// Claims that wait for the next sign-in, one row for each account and client.
struct PendingClaimsRows {
    private static let key = "home_account_id = ? AND environment = ? AND client_id = ?"
    let db: Database

    func claims(_ account: AccountID, clientID: String) throws -> String? {
        let sql = "SELECT claims FROM pending_claims WHERE \(PendingClaimsRows.key)"
        return try db.first(sql, account.arguments + [clientID]) { try $0.text(0) }
    }

    func save(_ claims: String, account: AccountID, clientID: String) throws {
        try db.run(
            "INSERT OR REPLACE INTO pending_claims VALUES (?, ?, ?, ?)", account.arguments + [clientID, claims])
    }

    func remove(_ account: AccountID, clientID: String) throws {
        try db.run("DELETE FROM pending_claims WHERE \(PendingClaimsRows.key)", account.arguments + [clientID])
    }
}
