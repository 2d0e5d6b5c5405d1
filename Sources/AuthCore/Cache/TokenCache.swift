import Foundation
import HTTPTransport

/// Where accounts and their tokens are kept. The core declares what it needs; a store implements it.
///
/// Every write is one transaction, and what one account's rows hold is never touched by a call about another.
/// Errors are the store's own and pass through the core unchanged.
public protocol TokenCache: Sendable {
    /// All accounts, in no particular order.
    func accounts() throws -> [Account]

    func account(_ id: AccountID) throws -> Account?

    /// Every access token under the key, expired ones too: choosing is the core's business.
    func accessTokens(_ key: TokenKey) throws -> [AccessToken]

    func refreshToken(account: AccountID, clientID: String) throws -> RefreshToken?

    /// The ID token of the last sign-in under the key: it says who signed in, and is no credential.
    func idToken(_ key: TokenKey) throws -> Secret?

    /// Keeps what a sign-in granted; an account that is new is created.
    func save(_ grant: TokenGrant) throws

    /// Keeps what a refresh granted, durably before it returns.
    ///
    /// - Returns: false, with nothing kept, when the account was removed meanwhile: a refresh must not bring a
    ///   signed-out account back.
    func saveRefreshed(_ grant: TokenGrant) throws -> Bool

    /// Notes that the server refused this refresh token and wants the person to sign in.
    func markRejected(_ token: RefreshToken, account: AccountID, clientID: String, at time: Date) throws

    /// Notes that the server refused what an app proves itself with. A cache that does not keep it has nothing to note.
    func markRejected(_ credential: ApplicationCredential, of account: AccountID, at time: Date) throws

    /// Keeps the claims that a server demanded of the next sign-in, as JSON text, until a sign-in brings tokens.
    func savePendingClaims(_ claims: String, account: AccountID, clientID: String) throws

    func pendingClaims(account: AccountID, clientID: String) throws -> String?

    /// Removes all that is known of an account, for every client and tenant, and of no other.
    func remove(_ account: AccountID) throws -> RemovedTokens

    /// Runs `body` while nobody else, in this process or another, refreshes for this account and client.
    ///
    /// - Throws: `AuthError.refreshLockTimedOut` when the lock was not free within `timeout`.
    func withRefreshLock<Result: Sendable>(
        account: AccountID, clientID: String, timeout: Duration,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result
}

extension TokenCache {
    public func markRejected(_ credential: ApplicationCredential, of account: AccountID, at time: Date) throws {}
}
