import AuthCore
import FoundationEssentials
import HTTPTransport

/// The token cache of AuthCore in a `Store`. `TokenCache` documents the methods.
public struct StoredTokenCache: TokenCache {
    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    public func accounts() throws -> [Account] {
        try store.read { try AccountRows(db: $0).all() } ?? []
    }

    public func account(_ id: AccountID) throws -> Account? {
        try store.find { try AccountRows(db: $0).account(id) }
    }

    public func accessTokens(_ key: TokenKey) throws -> [AccessToken] {
        try store.read { try AccessTokenRows(db: $0).all(key, keys: store.keys) } ?? []
    }

    public func refreshToken(account: AccountID, clientID: String) throws -> RefreshToken? {
        try store.find { try RefreshTokenRows(db: $0).token(account, clientID: clientID, keys: store.keys) }
    }

    public func declinedScopes(_ key: TokenKey) throws -> Scopes {
        try store.read { try DeclinedScopesRows(db: $0).scopes(key) } ?? []
    }

    public func idToken(_ key: TokenKey) throws -> Secret? {
        try store.find { try IDTokenRows(db: $0).token(key, keys: store.keys) }
    }

    public func save(_ grant: TokenGrant) throws {
        try store.write { try GrantRows(db: $0, keys: store.keys).saveSignIn(grant) }
    }

    public func saveRenewed(_ grant: TokenGrant) throws -> Bool {
        try store.write(checkpoint: .none) { db in
            guard try AccountRows(db: db).exists(grant.account) else { return false }
            try GrantRows(db: db, keys: store.keys).saveRenewal(grant)
            try CredentialRows(db: db).markAccepted(.app(grant.account))
            return true
        }
    }

    public func redeem(
        _ token: RefreshToken, of key: TokenKey, by exchange: @escaping @Sendable () async throws -> TokenGrant
    ) async throws -> Renewal? {
        let reservation = try await store.reserve()
        let store = store
        store.exitGate.close()
        defer { store.exitGate.open() }
        // A task of its own, since what was sent must not be cancelled.
        return try await Task {
            let grant = try await exchange()
            let tokens = UnsavedTokens(grant: grant, origin: .renewal(redeemed: UnsavedTokens.digest(of: token)))
            do {
                let isSaved = try await store.save(tokens, in: reservation, checkpoint: .none) {
                    try tokens.save(in: $0, keys: store.keys)
                }
                return isSaved ? Renewal(grant: grant, storage: .saved) : nil
            } catch StoreError.setAside(let error) {
                return Renewal(grant: grant, storage: .setAside(error))
            } catch StoreError.lost(let error) {
                return Renewal(grant: grant, storage: .lost(error))
            }
        }.value
    }

    public func markRejected(_ token: RefreshToken, account: AccountID, clientID: String, at time: Date) throws {
        try store.write { db in
            let rows = RefreshTokenRows(db: db)
            // Another process may have stored a newer token meanwhile, which the server has not rejected.
            let stored = try rows.token(account, clientID: clientID, keys: store.keys)
            guard stored?.secret == token.secret else { return }
            try rows.markRejected(account, clientID: clientID, at: time)
        }
    }

    public func markRejected(_ credential: ApplicationCredential, of account: AccountID, at time: Date) throws {
        try store.write { db in
            let rows = CredentialRows(db: db)
            // A sign-in may have replaced the credential meanwhile.
            guard try rows.credential(of: .app(account), keys: store.keys) == credential else { return }
            try rows.markRejected(.app(account), at: time)
        }
    }

    public func markRejectedByBroker(_ account: AccountID, clientID: String, at time: Date) throws {
        try store.write { try BrokeredAccountRows(db: $0).markRejected(account, clientID: clientID, at: time) }
    }

    public func savePendingClaims(_ claims: String, of key: TokenKey) throws {
        try store.write { db in
            guard try AccountRows(db: db).exists(key.account) else { return }
            try PendingClaimsRows(db: db).save(claims, under: key)
        }
    }

    public func pendingClaims(of key: TokenKey) throws -> String? {
        try store.find { try PendingClaimsRows(db: $0).claims(key) }
    }

    public func save(_ failure: FailedRenewal, account: AccountID, clientID: String) throws {
        try store.write { db in
            guard try AccountRows(db: db).exists(account) else { return }
            try FailedRenewalRows(db: db).save(failure, account: account, clientID: clientID)
        }
    }

    public func failedRenewals(account: AccountID, clientID: String) throws -> [FailedRenewal] {
        try store.read { try FailedRenewalRows(db: $0).all(account, clientID: clientID) } ?? []
    }

    public func remove(_ account: AccountID) throws -> RemovedTokens {
        let none = RemovedTokens(accessTokens: 0, refreshTokens: 0, idTokens: 0)
        guard try store.read({ try AccountRows(db: $0).exists(account) }) == true else { return none }
        return try store.write(checkpoint: .vacuum) { try AccountRows(db: $0).remove(account) }
    }

    public func remove(_ token: AccessToken, of key: TokenKey) throws {
        try store.write(checkpoint: .vacuum) { try AccessTokenRows(db: $0).remove(token, under: key, keys: store.keys) }
    }

    public func withRefreshLock<Result: Sendable>(
        account: AccountID, clientID: String, timeout: Duration, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await RefreshLock(account: account, clientID: clientID, at: store.location).withLock(timeout: timeout) {
            // The refresh token of an earlier renewal may be among them, and the stored one spent.
            store.reopenForUnsavedTokens()
            return try await body()
        }
    }
}

/// Writes a grant to all the tables it concerns, within the caller's transaction.
struct GrantRows {
    let db: Database
    let keys: MasterKeyLoader

    /// Saves the grant of a sign-in, which has answered what the server demanded.
    func saveSignIn(_ grant: TokenGrant) throws {
        try save(grant)
        try PendingClaimsRows(db: db).remove(grant.key)
        try FailedRenewalRows(db: db).remove(grant.account, clientID: grant.clientID)
    }

    /// Saves the grant of a renewal, which may tell that the server has renamed the user.
    func saveRenewal(_ grant: TokenGrant) throws {
        try save(grant)
        guard let seen = grant.tenantProfile else { return }
        try ProfileRows(db: db).setNames(seen.username, seen.displayName, of: grant.account, in: grant.tenantID)
    }

    /// Saves the parts that the grant has. A response without a refresh token or ID token leaves the stored one.
    func save(_ grant: TokenGrant) throws {
        let accounts = AccountRows(db: db)
        try accounts.add(grant.account)
        if let profile = grant.tenantProfile { try accounts.set(profile, of: grant.account) }
        let usage = UsageRows(db: db)
        for domain in grant.verifiedDomains {
            try usage.add(domain: domain.lowercased(), of: grant.tenantID.lowercased())
        }

        let cipher = try keys.cipher(creatingKeyIn: db)
        if let token = grant.accessToken {
            try AccessTokenRows(db: db).save(token, under: grant.key, with: cipher)
            try DeclinedScopesRows(db: db).set(grant.declinedScopes, under: grant.key)
        }
        if let token = grant.refreshToken {
            try RefreshTokenRows(db: db).save(token, account: grant.account, clientID: grant.clientID, with: cipher)
        }
        if grant.isBrokered { try BrokeredAccountRows(db: db).save(grant.account, clientID: grant.clientID) }
        if let token = grant.idToken {
            try IDTokenRows(db: db).save(token, under: grant.key, with: cipher)
        }
    }
}
