import AuthCore
import FoundationEssentials
import HTTPTransport

/// The token cache that lasts: what the core keeps of accounts and tokens, in a `Store`.
public struct StoredTokenCache: TokenCache {
    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    public func accounts() throws -> [Account] {
        try store.read { try AccountRows(db: $0).all() } ?? []
    }

    public func account(_ id: AccountID) throws -> Account? {
        try store.read { try AccountRows(db: $0).account(id) } ?? nil
    }

    public func accessTokens(_ key: TokenKey) throws -> [AccessToken] {
        try store.read { try AccessTokenRows(db: $0).all(key, in: store.vault) } ?? []
    }

    public func refreshToken(account: AccountID, clientID: String) throws -> RefreshToken? {
        try store.read { try RefreshTokenRows(db: $0).token(account, clientID: clientID, in: store.vault) } ?? nil
    }

    public func idToken(_ key: TokenKey) throws -> Secret? {
        try store.read { try IDTokenRows(db: $0).token(key, in: store.vault) } ?? nil
    }

    public func save(_ grant: TokenGrant) throws {
        try store.write { try GrantRows(db: $0, vault: store.vault).saveSignIn(grant) }
    }

    public func saveRefreshed(_ grant: TokenGrant) throws -> Bool {
        try store.write { db in
            guard try AccountRows(db: db).exists(grant.account) else { return false }
            try GrantRows(db: db, vault: store.vault).save(grant)
            if grant.account.isApplication { try ApplicationCredentialRows(db: db).markAccepted(grant.account) }
            return true
        }
    }

    public func markRejected(_ token: RefreshToken, account: AccountID, clientID: String, at time: Date) throws {
        try store.write { db in
            let rows = RefreshTokenRows(db: db)
            // Another process may have got a newer one meanwhile, about which the server has said nothing.
            let kept = try rows.token(account, clientID: clientID, in: store.vault)
            guard kept?.secret == token.secret else { return }
            try rows.markRejected(account, clientID: clientID, at: time)
        }
    }

    public func markRejected(_ credential: ApplicationCredential, of account: AccountID, at time: Date) throws {
        try store.write { db in
            let rows = ApplicationCredentialRows(db: db)
            // A sign-in may have put another in its place meanwhile.
            guard try rows.credential(of: account, in: store.vault) == credential else { return }
            try rows.markRejected(account, at: time)
        }
    }

    public func savePendingClaims(_ claims: String, account: AccountID, clientID: String) throws {
        try store.write { db in
            guard try AccountRows(db: db).exists(account) else { return }
            try PendingClaimsRows(db: db).save(claims, account: account, clientID: clientID)
        }
    }

    public func pendingClaims(account: AccountID, clientID: String) throws -> String? {
        try store.read { try PendingClaimsRows(db: $0).claims(account, clientID: clientID) } ?? nil
    }

    public func remove(_ account: AccountID) throws -> RemovedTokens {
        let nothing = RemovedTokens(accessTokens: 0, refreshTokens: 0, idTokens: 0)
        guard try store.read({ try AccountRows(db: $0).exists(account) }) == true else { return nothing }
        return try store.write { try AccountRows(db: $0).remove(account) }
    }

    public func withRefreshLock<Result: Sendable>(
        account: AccountID, clientID: String, timeout: Duration, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await RefreshLock(account: account, clientID: clientID, at: store.location).holding(timeout, body)
    }
}
