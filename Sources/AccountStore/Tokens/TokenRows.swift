import AuthCore
import FoundationEssentials
import HTTPTransport

/// Access tokens, one row for each set of scopes under a key.
struct AccessTokenRows {
    let db: Database

    func all(_ key: TokenKey, keys: MasterKeyLoader) throws -> [AccessToken] {
        let sql = """
            SELECT target, token_type, cached_at, expires_on, refresh_on, secret
            FROM access_token WHERE \(TokenKey.sqlCondition)
            """
        return try db.rows(sql, key.arguments) { row in
            do {
                let target = try row.text(0)
                let secret = try keys.cipher(in: db).unseal(row.bytes(5), of: .accessToken(key, target: target))
                return AccessToken(
                    secret: secret, tokenType: try row.text(1), scopes: Scopes(spaceSeparated: target),
                    cachedAt: try row.time(2), expiresOn: try row.time(3), refreshOn: try row.optionalTime(4))
            } catch  where error.isAboutOneRow {
                // A renewal replaces it. With another key every row would be so.
                try keys.requireOwnKey(in: db)
                return nil
            }
        }.compactMap { $0 }
    }

    /// Inserts the token and removes those that it supersedes: without that, every change of the granted scopes would
    /// leave a row behind.
    func save(_ token: AccessToken, under key: TokenKey, with cipher: SecretCipher) throws {
        try removeSuperseded(by: token, under: key)
        let target = Self.target(token.scopes)
        let secret = try cipher.seal(token.secret, for: .accessToken(key, target: target))
        let sql = """
            INSERT OR REPLACE INTO access_token (home_account_id, environment, client_id, realm,
                target, token_type, cached_at, expires_on, refresh_on, secret)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        let values: Arguments = [
            target, token.tokenType, token.cachedAt.epochSeconds, token.expiresOn.epochSeconds,
            token.refreshOn?.epochSeconds, secret,
        ]
        try db.run(sql, key.arguments + values)
    }

    func removeAll(under key: TokenKey) throws {
        try db.run("DELETE FROM access_token WHERE \(TokenKey.sqlCondition)", key.arguments)
    }

    /// Removes the row with this very token.
    func remove(_ token: AccessToken, under key: TokenKey, keys: MasterKeyLoader) throws {
        guard try all(key, keys: keys).contains(where: { $0.secret == token.secret }) else { return }
        let sql = "DELETE FROM access_token WHERE \(TokenKey.sqlCondition) AND target = ?"
        try db.run(sql, key.arguments + [Self.target(token.scopes)])
    }

    private func removeSuperseded(by token: AccessToken, under key: TokenKey) throws {
        let sql = "SELECT target, expires_on FROM access_token WHERE \(TokenKey.sqlCondition)"
        let stored = try db.rows(sql, key.arguments) { (target: try $0.text(0), expiresOn: try $0.time(1)) }
        for old in stored where token.supersedes(Scopes(spaceSeparated: old.target), expiringOn: old.expiresOn) {
            try db.run(
                "DELETE FROM access_token WHERE \(TokenKey.sqlCondition) AND target = ?", key.arguments + [old.target])
        }
    }

    /// The scopes sorted, because servers list the same scopes in changing order.
    private static func target(_ scopes: Scopes) -> String {
        scopes.names.sorted().joined(separator: " ")
    }
}

/// Scopes that a server has declined, at most one row under each key.
struct DeclinedScopesRows {
    let db: Database

    func scopes(_ key: TokenKey) throws -> Scopes {
        let sql = "SELECT scopes FROM declined_scopes WHERE \(TokenKey.sqlCondition)"
        return try db.first(sql, key.arguments) { Scopes(spaceSeparated: try $0.text(0)) } ?? []
    }

    func set(_ scopes: Scopes, under key: TokenKey) throws {
        guard !scopes.isEmpty else {
            try db.run("DELETE FROM declined_scopes WHERE \(TokenKey.sqlCondition)", key.arguments)
            return
        }
        let sql = """
            INSERT OR REPLACE INTO declined_scopes (home_account_id, environment, client_id, realm, scopes)
            VALUES (?, ?, ?, ?, ?)
            """
        try db.run(sql, key.arguments + [scopes.spaceSeparated])
    }
}

/// Refresh tokens, one row for each account and client.
struct RefreshTokenRows {
    let db: Database

    func token(_ account: AccountID, clientID: String, keys: MasterKeyLoader) throws -> RefreshToken? {
        let sql =
            "SELECT family_id, cached_at, expires_on, rejected_at, secret FROM refresh_token WHERE \(AccountID.sqlConditionWithClient)"
        return try db.first(sql, account.arguments + [clientID]) { row in
            do {
                return RefreshToken(
                    secret: try keys.cipher(in: db).unseal(
                        row.bytes(4), of: .refreshToken(account, clientID: clientID)),
                    familyID: try row.optionalText(0), cachedAt: try row.time(1),
                    expiresOn: try row.optionalTime(2), rejectedAt: try row.optionalTime(3))
            } catch  where error.isAboutOneRow {
                try keys.requireOwnKey(in: db)
                throw StoreError.cannotUnseal(.refreshToken(account, clientID: clientID))
            }
        }
    }

    /// The times of a token that the server has not rejected. No key is needed.
    func stored(_ account: AccountID, clientID: String) throws -> StoredRefreshToken? {
        let sql =
            "SELECT cached_at, expires_on FROM refresh_token WHERE \(AccountID.sqlConditionWithClient) AND rejected_at IS NULL"
        return try db.first(sql, account.arguments + [clientID]) { row in
            StoredRefreshToken(cachedAt: try row.time(0), expiresOn: try row.optionalTime(1))
        }
    }

    /// Replaces the previous token, and with it the time when the server rejected that one.
    func save(_ token: RefreshToken, account: AccountID, clientID: String, with cipher: SecretCipher) throws {
        let sql = """
            INSERT OR REPLACE INTO refresh_token
                (home_account_id, environment, client_id, family_id, cached_at, expires_on, rejected_at, secret)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        let secret = try cipher.seal(token.secret, for: .refreshToken(account, clientID: clientID))
        let values: Arguments = [
            clientID, token.familyID, token.cachedAt.epochSeconds, token.expiresOn?.epochSeconds,
            token.rejectedAt?.epochSeconds, secret,
        ]
        try db.run(sql, account.arguments + values)
    }

    func markRejected(_ account: AccountID, clientID: String, at time: Date) throws {
        let sql = "UPDATE refresh_token SET rejected_at = ? WHERE \(AccountID.sqlConditionWithClient)"
        try db.run(sql, [time.epochSeconds] + account.arguments + [clientID])
    }
}

/// A refresh token as far as it can be shown.
public struct StoredRefreshToken: Hashable, Sendable {
    public let cachedAt: Date
    /// Nil where neither the server nor its documentation states one.
    public let expiresOn: Date?
}

/// ID tokens, one row under each key.
struct IDTokenRows {
    let db: Database

    func token(_ key: TokenKey, keys: MasterKeyLoader) throws -> Secret? {
        let sql = "SELECT secret FROM id_token WHERE \(TokenKey.sqlCondition)"
        return try db.first(sql, key.arguments) { row in
            do {
                return try keys.cipher(in: db).unseal(row.bytes(0), of: .idToken(key))
            } catch  where error.isAboutOneRow {
                try keys.requireOwnKey(in: db)
                throw StoreError.cannotUnseal(.idToken(key))
            }
        }
    }

    func save(_ token: Secret, under key: TokenKey, with cipher: SecretCipher) throws {
        let sql = """
            INSERT OR REPLACE INTO id_token (home_account_id, environment, client_id, realm, secret)
            VALUES (?, ?, ?, ?, ?)
            """
        try db.run(sql, key.arguments + [try cipher.seal(token, for: .idToken(key))])
    }
}

extension Error {
    /// Whether a value of a row is damaged or was altered, and not the file.
    fileprivate var isAboutOneRow: Bool {
        if case .cannotUnseal = self as? StoreError { return true }
        return (self as? SQLiteError) == .damaged
    }
}

extension TokenKey {
    /// The first four columns of the tables of access tokens and ID tokens; MSAL calls the tenant the realm.
    var arguments: Arguments { [account.homeAccountID, account.environment, clientID, tenantID] }

    /// The condition that ``arguments`` are for.
    static let sqlCondition = "\(AccountID.sqlConditionWithClient) AND realm = ?"
}
