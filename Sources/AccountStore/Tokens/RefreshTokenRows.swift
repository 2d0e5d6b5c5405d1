import AuthCore
import Foundation
import HTTPTransport

/// Refresh tokens, one row for each account and client.
struct RefreshTokenRows {
    let db: Database

    func token(_ account: AccountID, clientID: String, in vault: Vault) throws -> RefreshToken? {
        let sql = """
            SELECT family_id, cached_at, rejected_at, secret FROM refresh_token
            WHERE home_account_id = ? AND environment = ? AND client_id = ?
            """
        return try db.first(sql, account.arguments + [clientID]) { row in
            RefreshToken(
                secret: try vault.opener().unseal(row.bytes(3), of: .refreshToken(account, clientID: clientID)),
                familyID: try row.textIfAny(0), cachedAt: try row.time(1), rejectedAt: try row.timeIfAny(2))
        }
    }

    /// Takes the place of the token before it, and of what the server said about that one.
    func save(_ token: RefreshToken, account: AccountID, clientID: String, with sealer: Sealer) throws {
        let secret = try sealer.seal(token.secret, for: .refreshToken(account, clientID: clientID))
        let values: Arguments = [
            clientID, token.familyID, token.cachedAt.epochSeconds, token.rejectedAt?.epochSeconds, secret,
        ]
        try db.run("INSERT OR REPLACE INTO refresh_token VALUES (?, ?, ?, ?, ?, ?, ?)", account.arguments + values)
    }

    func markRejected(_ account: AccountID, clientID: String, at time: Date) throws {
        let sql = """
            UPDATE refresh_token SET rejected_at = ? WHERE home_account_id = ? AND environment = ? AND client_id = ?
            """
        try db.run(sql, [time.epochSeconds] + account.arguments + [clientID])
    }
}
