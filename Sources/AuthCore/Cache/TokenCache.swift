import FoundationEssentials
import HTTPTransport

/// Storage of accounts and their tokens. AuthCore declares what it needs; ``InMemoryTokenCache`` and stores implement it.
///
/// Every write is one transaction. A call about one account never changes the rows of another. Errors are the store's
/// own and pass through AuthCore unchanged.
public protocol TokenCache: Sendable {
    /// All accounts, in no particular order.
    func accounts() throws -> [Account]

    func account(_ id: AccountID) throws -> Account?

    /// Every access token of the key, expired ones too: AuthCore selects one.
    func accessTokens(_ key: TokenKey) throws -> [AccessToken]

    func refreshToken(account: AccountID, clientID: String) throws -> RefreshToken?

    /// The last ID token of the key. It identifies the account and is not a credential.
    func idToken(_ key: TokenKey) throws -> Secret?

    /// Stores the tokens of a sign-in; a new account is created. Pending claims are deleted.
    func save(_ grant: TokenGrant) throws

    /// Stores the tokens of a refresh. They are durable when it returns, because the old refresh token no longer works.
    ///
    /// - Returns: False, with nothing stored, when the account was removed during the refresh: a refresh must not bring a
    ///   signed-out account back.
    func saveRefreshed(_ grant: TokenGrant) throws -> Bool

    /// Records that the server refused this refresh token and demands a sign-in.
    func markRejected(_ token: RefreshToken, account: AccountID, clientID: String, at time: Date) throws

    /// Records that the server refused an app's credential. A cache that does not store credentials ignores it.
    func markRejected(_ credential: ApplicationCredential, of account: AccountID, at time: Date) throws

    /// Stores the claims that the next sign-in has to request, as JSON text, until a sign-in is saved.
    func savePendingClaims(_ claims: String, account: AccountID, clientID: String) throws

    func pendingClaims(account: AccountID, clientID: String) throws -> String?

    /// Removes an account with its tokens of every client and tenant.
    func remove(_ account: AccountID) throws -> RemovedTokens

    /// Runs `body` while no other task and no other process refreshes for this account and client.
    ///
    /// - Throws: ``AuthError/refreshLockTimedOut(seconds:)`` when the lock was not free within `timeout`.
    func withRefreshLock<Result: Sendable>(
        account: AccountID, clientID: String, timeout: Duration,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result
}

extension TokenCache {
    public func markRejected(_ credential: ApplicationCredential, of account: AccountID, at time: Date) throws {}
}
