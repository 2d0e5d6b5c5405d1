import AuthCore
import Foundation
import HTTPTransport

/// A token cache of which some calls fail, as those of a store that is damaged or cannot be written.
struct FailingTokenCache: TokenCache {
    enum Call: Hashable, CaseIterable {
        case idToken, markRejected, savePendingClaims, saveFailure, failedRenewals
        /// The read of the access tokens once a renewal has failed.
        case accessTokensAfterFailure
    }

    struct Failure: Error {}

    let cache: InMemoryTokenCache
    let failing: Set<Call>
    /// Called as each request for a renewal begins to wait for its turn.
    var onRefreshLock: @Sendable () -> Void = {}

    private func use(_ call: Call) throws -> InMemoryTokenCache {
        guard !failing.contains(call) else { throw Failure() }
        return cache
    }

    func idToken(_ key: TokenKey) throws -> Secret? { try use(.idToken).idToken(key) }

    func markRejected(_ token: RefreshToken, account: AccountID, clientID: String, at time: Date) throws {
        try use(.markRejected).markRejected(token, account: account, clientID: clientID, at: time)
    }

    func markRejected(_ credential: ApplicationCredential, of account: AccountID, at time: Date) throws {
        try use(.markRejected).markRejected(credential, of: account, at: time)
    }

    func savePendingClaims(_ claims: String, of key: TokenKey) throws {
        try use(.savePendingClaims).savePendingClaims(claims, of: key)
    }

    func save(_ failure: FailedRenewal, account: AccountID, clientID: String) throws {
        try use(.saveFailure).save(failure, account: account, clientID: clientID)
    }

    func failedRenewals(account: AccountID, clientID: String) throws -> [FailedRenewal] {
        try use(.failedRenewals).failedRenewals(account: account, clientID: clientID)
    }

    func accounts() throws -> [Account] { try cache.accounts() }

    func account(_ id: AccountID) throws -> Account? { try cache.account(id) }

    func accessTokens(_ key: TokenKey) throws -> [AccessToken] {
        let hasFailed = try !cache.failedRenewals(account: key.account, clientID: key.clientID).isEmpty
        return try (hasFailed ? use(.accessTokensAfterFailure) : cache).accessTokens(key)
    }

    func refreshToken(account: AccountID, clientID: String) throws -> RefreshToken? {
        try cache.refreshToken(account: account, clientID: clientID)
    }

    func declinedScopes(_ key: TokenKey) throws -> Scopes { try cache.declinedScopes(key) }

    func save(_ grant: TokenGrant) throws { try cache.save(grant) }

    func saveRenewed(_ grant: TokenGrant) throws -> Bool { try cache.saveRenewed(grant) }

    func redeem(
        _ token: RefreshToken, of key: TokenKey, by exchange: @escaping @Sendable () async throws -> TokenGrant
    ) async throws -> Renewal? {
        try await cache.redeem(token, of: key, by: exchange)
    }

    func pendingClaims(of key: TokenKey) throws -> String? { try cache.pendingClaims(of: key) }

    func remove(_ account: AccountID) throws -> RemovedTokens { try cache.remove(account) }

    func remove(_ token: AccessToken, of key: TokenKey) throws { try cache.remove(token, of: key) }

    func withRefreshLock<Result: Sendable>(
        account: AccountID, clientID: String, timeout: Duration, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        onRefreshLock()
        return try await cache.withRefreshLock(account: account, clientID: clientID, timeout: timeout, body)
    }
}
