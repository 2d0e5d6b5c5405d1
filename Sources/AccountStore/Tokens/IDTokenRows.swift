import AuthCore
import HTTPTransport

/// ID tokens, one row under each key.
struct IDTokenRows {
    let db: Database

    func token(_ key: TokenKey, in vault: Vault) throws -> Secret? {
        let sql = """
            SELECT secret FROM id_token
            WHERE home_account_id = ? AND environment = ? AND client_id = ? AND realm = ?
            """
        return try db.first(sql, key.arguments) { row in
            try vault.opener().unseal(row.bytes(0), of: .idToken(key))
        }
    }

    func save(_ token: Secret, under key: TokenKey, with sealer: Sealer) throws {
        let secret = try sealer.seal(token, for: .idToken(key))
        try db.run("INSERT OR REPLACE INTO id_token VALUES (?, ?, ?, ?, ?)", key.arguments + [secret])
    }
}
