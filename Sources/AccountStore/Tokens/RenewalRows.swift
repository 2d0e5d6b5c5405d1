import AuthCore
import FoundationEssentials

/// Claims for the next sign-in, one row for each account, client and tenant.
struct PendingClaimsRows {
    let db: Database

    func claims(_ key: TokenKey) throws -> String? {
        try db.first("SELECT claims FROM pending_claims WHERE \(TokenKey.sqlCondition)", key.arguments) {
            try $0.text(0)
        }
    }

    func save(_ claims: String, under key: TokenKey) throws {
        let sql = """
            INSERT OR REPLACE INTO pending_claims (home_account_id, environment, client_id, realm, claims)
            VALUES (?, ?, ?, ?, ?)
            """
        try db.run(sql, key.arguments + [claims])
    }

    func remove(_ key: TokenKey) throws {
        try db.run("DELETE FROM pending_claims WHERE \(TokenKey.sqlCondition)", key.arguments)
    }
}

/// The last failed renewal of each request, for an account and client.
struct FailedRenewalRows {
    let db: Database

    func all(_ account: AccountID, clientID: String) throws -> [FailedRenewal] {
        let sql = "SELECT failure FROM failed_renewal WHERE \(AccountID.sqlConditionWithClient)"
        let texts = try db.rows(sql, account.arguments + [clientID]) { try $0.text(0) }
        // A row of another version may not be readable.
        return texts.compactMap { try? JSONDecoder().decode(FailedRenewal.self, from: Data($0.utf8)) }
    }

    /// Older ones that are of no use any more are removed.
    func save(_ failure: FailedRenewal, account: AccountID, clientID: String) throws {
        let json = String(decoding: try JSONEncoder().encode(failure), as: UTF8.self)
        let client = account.arguments + [clientID]
        let oldest = failure.endedAt.addingTimeInterval(-FailedRenewal.lifetime)
        try db.run(
            "DELETE FROM failed_renewal WHERE \(AccountID.sqlConditionWithClient) AND ended_at < ?",
            client + [oldest.epochSeconds])
        let sql = """
            INSERT OR REPLACE INTO failed_renewal (home_account_id, environment, client_id, request, ended_at, failure)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        try db.run(sql, client + [failure.request, failure.endedAt.epochSeconds, json])
    }

    func remove(_ account: AccountID, clientID: String) throws {
        try db.run(
            "DELETE FROM failed_renewal WHERE \(AccountID.sqlConditionWithClient)", account.arguments + [clientID])
    }
}
