import FoundationEssentials
import HTTPTransport
import Synchronization

/// A token cache in memory, for programs whose accounts need not outlive the process, and for tests. Its refresh lock
/// excludes tasks of this process only.
public final class InMemoryTokenCache: TokenCache {
    fileprivate struct ClientKey: Hashable {
        let account: AccountID
        let clientID: String
    }

    fileprivate struct State {
        /// The tenant profiles of each account by tenant. An account exists when it has an entry, even an empty one.
        var tenantProfiles: [AccountID: [String: TenantProfile]] = [:]
        var accessTokens: [TokenKey: [AccessToken]] = [:]
        var refreshTokens: [ClientKey: RefreshToken] = [:]
        var idTokens: [TokenKey: Secret] = [:]
        var declinedScopes: [TokenKey: Scopes] = [:]
        var pendingClaims: [TokenKey: String] = [:]
        var failedRenewals: [ClientKey: [FailedRenewal]] = [:]
        var refreshing: Set<ClientKey> = []
    }

    private let state = Mutex(State())

    public init() {}

    public func accounts() throws -> [Account] {
        state.withLock { state in state.tenantProfiles.keys.compactMap { state.account($0) } }
    }

    public func account(_ id: AccountID) throws -> Account? {
        state.withLock { $0.account(id) }
    }

    public func accessTokens(_ key: TokenKey) throws -> [AccessToken] {
        state.withLock { $0.accessTokens[key] ?? [] }
    }

    public func refreshToken(account: AccountID, clientID: String) throws -> RefreshToken? {
        state.withLock { $0.refreshTokens[ClientKey(account: account, clientID: clientID)] }
    }

    public func declinedScopes(_ key: TokenKey) throws -> Scopes {
        state.withLock { $0.declinedScopes[key] ?? [] }
    }

    public func idToken(_ key: TokenKey) throws -> Secret? {
        state.withLock { $0.idTokens[key] }
    }

    public func save(_ grant: TokenGrant) throws {
        state.withLock { state in
            state.save(grant)
            state.pendingClaims[grant.key] = nil
            state.failedRenewals[ClientKey(account: grant.account, clientID: grant.clientID)] = nil
        }
    }

    public func savePendingClaims(_ claims: String, of key: TokenKey) throws {
        state.withLock { state in
            guard state.tenantProfiles[key.account] != nil else { return }
            state.pendingClaims[key] = claims
        }
    }

    public func pendingClaims(of key: TokenKey) throws -> String? {
        state.withLock { $0.pendingClaims[key] }
    }

    public func save(_ failure: FailedRenewal, account: AccountID, clientID: String) throws {
        state.withLock { state in
            guard state.tenantProfiles[account] != nil else { return }
            let recent = state.failedRenewals[ClientKey(account: account, clientID: clientID), default: []].filter {
                $0.request != failure.request && failure.endedAt.timeIntervalSince($0.endedAt) < FailedRenewal.lifetime
            }
            state.failedRenewals[ClientKey(account: account, clientID: clientID)] = recent + [failure]
        }
    }

    public func failedRenewals(account: AccountID, clientID: String) throws -> [FailedRenewal] {
        state.withLock { $0.failedRenewals[ClientKey(account: account, clientID: clientID)] ?? [] }
    }

    public func saveRenewed(_ grant: TokenGrant) throws -> Bool {
        state.withLock { state in
            guard state.tenantProfiles[grant.account] != nil else { return false }
            state.save(grant)
            return true
        }
    }

    public func redeem(
        _ token: RefreshToken, of key: TokenKey, by exchange: @escaping @Sendable () async throws -> TokenGrant
    ) async throws -> Renewal? {
        // A task of its own, since what was sent must not be cancelled.
        let grant = try await Task { try await exchange() }.value
        let client = ClientKey(account: key.account, clientID: key.clientID)
        return state.withLock { state in
            guard state.tenantProfiles[key.account] != nil else { return nil }
            if state.refreshTokens[client]?.secret == token.secret { state.save(grant) }
            return Renewal(grant: grant, storage: .saved)
        }
    }

    public func markRejected(_ token: RefreshToken, account: AccountID, clientID: String, at time: Date) throws {
        let key = ClientKey(account: account, clientID: clientID)
        state.withLock { state in
            // The server has not refused a newer token that was stored since.
            guard state.refreshTokens[key]?.secret == token.secret else { return }
            state.refreshTokens[key]?.rejectedAt = time
        }
    }

    public func remove(_ account: AccountID) throws -> RemovedTokens {
        state.withLock { $0.remove(account) }
    }

    public func remove(_ token: AccessToken, of key: TokenKey) throws {
        state.withLock { $0.accessTokens[key]?.removeAll { $0.secret == token.secret } }
    }

    public func withRefreshLock<Result: Sendable>(
        account: AccountID, clientID: String, timeout: Duration, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let key = ClientKey(account: account, clientID: clientID)
        try await acquire(key, within: timeout)
        defer { state.withLock { _ = $0.refreshing.remove(key) } }
        return try await body()
    }

    /// Polls at growing intervals: a queue of waiters would have to undo itself on every timeout and every cancellation,
    /// to save milliseconds before a network request.
    private func acquire(_ key: ClientKey, within timeout: Duration) async throws {
        let deadline = ContinuousClock.now + timeout
        var pause = Duration.milliseconds(1)
        while true {
            try Task.checkCancellation()
            if state.withLock({ $0.refreshing.insert(key).inserted }) { return }
            let remainder = ContinuousClock.now.duration(to: deadline)
            guard remainder > .zero else {
                throw AuthError.refreshLockTimedOut(seconds: Int(timeout.components.seconds))
            }
            try await Task.sleep(for: min(pause, remainder))
            pause = min(pause * 2, .milliseconds(20))
        }
    }
}

extension InMemoryTokenCache.State {
    fileprivate func account(_ id: AccountID) -> Account? {
        tenantProfiles[id].map { profiles in
            Account(id: id, tenantProfiles: profiles.values.sorted { $0.tenantID < $1.tenantID })
        }
    }

    fileprivate mutating func save(_ grant: TokenGrant) {
        // An entry without a profile is an account too, and a refresh without an ID token must not delete a profile.
        var profiles = tenantProfiles[grant.account] ?? [:]
        if let profile = grant.tenantProfile { profiles[profile.tenantID] = profile }
        tenantProfiles[grant.account] = profiles
        if let token = grant.accessToken {
            let older = accessTokens[grant.key, default: []]
            declinedScopes[grant.key] = grant.declinedScopes
            accessTokens[grant.key] = older.filter { !token.supersedes($0.scopes, expiringOn: $0.expiresOn) } + [token]
        }
        let client = InMemoryTokenCache.ClientKey(account: grant.account, clientID: grant.clientID)
        refreshTokens[client] = grant.refreshToken ?? refreshTokens[client]
        idTokens[grant.key] = grant.idToken ?? idTokens[grant.key]
    }

    fileprivate mutating func remove(_ account: AccountID) -> RemovedTokens {
        let access = accessTokens.filter { $0.key.account == account }
        let refresh = refreshTokens.filter { $0.key.account == account }
        let id = idTokens.filter { $0.key.account == account }
        access.keys.forEach { accessTokens[$0] = nil }
        refresh.keys.forEach { refreshTokens[$0] = nil }
        id.keys.forEach { idTokens[$0] = nil }
        declinedScopes = declinedScopes.filter { $0.key.account != account }
        tenantProfiles[account] = nil
        pendingClaims = pendingClaims.filter { $0.key.account != account }
        failedRenewals = failedRenewals.filter { $0.key.account != account }
        return RemovedTokens(
            accessTokens: access.values.reduce(0) { $0 + $1.count }, refreshTokens: refresh.count, idTokens: id.count)
    }
}
