import AuthCore
import Foundation
import HTTPTransport

/// Access tokens, one row for each set of scopes under a key.
struct AccessTokenRows {
    private static let underKey = "home_account_id = ? AND environment = ? AND client_id = ? AND realm = ?"
    let db: Database

    func all(_ key: TokenKey, in vault: Vault) throws -> [AccessToken] {
        let sql = """
            SELECT target, token_type, cached_at, expires_on, refresh_on, secret
            FROM access_token WHERE \(AccessTokenRows.underKey)
            """
        return try db.rows(sql, key.arguments) { row in
            let target = try row.text(0)
            return AccessToken(
                secret: try vault.opener().unseal(row.bytes(5), of: .accessToken(key, target: target)),
                tokenType: try row.text(1), scopes: Scopes(spaceSeparated: target), cachedAt: try row.time(2),
                expiresOn: try row.time(3), refreshOn: try row.timeIfAny(4))
        }
    }

    /// Keeps the token in place of those that it supersedes, so that the rows of a key stay few: without it every
    /// change of what the server grants would leave a row behind for good.
    func save(_ token: AccessToken, under key: TokenKey, with sealer: Sealer) throws {
        try removeSuperseded(by: token, under: key)
        let target = AccessTokenRows.target(token.scopes)
        let secret = try sealer.seal(token.secret, for: .accessToken(key, target: target))
        let values: Arguments = [
            target, token.tokenType, token.cachedAt.epochSeconds, token.expiresOn.epochSeconds,
            token.refreshOn?.epochSeconds, secret,
        ]
        try db.run(
            "INSERT OR REPLACE INTO access_token VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", key.arguments + values)
    }

    private func removeSuperseded(by token: AccessToken, under key: TokenKey) throws {
        let sql = "SELECT target, expires_on FROM access_token WHERE \(AccessTokenRows.underKey)"
        let kept = try db.rows(sql, key.arguments) { (target: try $0.text(0), expiresOn: try $0.time(1)) }
        for old in kept where token.supersedes(Scopes(spaceSeparated: old.target), expiringOn: old.expiresOn) {
            try db.run(
                "DELETE FROM access_token WHERE \(AccessTokenRows.underKey) AND target = ?",
                key.arguments + [old.target])
        }
    }

    /// Sorted, because servers list the same scopes in changing order.
    private static func target(_ scopes: Scopes) -> String {
        scopes.names.sorted().joined(separator: " ")
    }
}
