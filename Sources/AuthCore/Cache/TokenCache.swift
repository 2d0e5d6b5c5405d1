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

    /// The scopes that the server has declined since the last sign-in: those of the last grant under the key that has an
    /// access token. A cache that does not store them requests them again.
    func declinedScopes(_ key: TokenKey) throws -> Scopes

    /// The last ID token of the key. It identifies the account and is not a credential.
    func idToken(_ key: TokenKey) throws -> Secret?

    /// Stores the tokens of a sign-in; a new account is created. The key's pending claims and the client's failed renewals of
    /// the account are deleted.
    func save(_ grant: TokenGrant) throws

    /// Stores the tokens of a renewal that brings no refresh token: an app's, or the broker's.
    ///
    /// - Returns: False, with nothing stored, when the account was removed meanwhile: a renewal must not bring a signed-out
    ///   account back.
    func saveRenewed(_ grant: TokenGrant) throws -> Bool

    /// Redeems a refresh token and stores the new tokens durably. Throws before sending if they could not be stored. Once
    /// sent, the exchange ends even in a cancelled task, because the old token may no longer work.
    ///
    /// Nothing is stored where the cache has another refresh token than `token` by then: that of a newer sign-in.
    ///
    /// - Parameter exchange: Sends the token and returns the checked response.
    /// - Returns: Nil when the account was removed meanwhile.
    /// - Throws: The errors of `exchange`, and those of the store before `exchange` is called.
    func redeem(
        _ token: RefreshToken, of key: TokenKey, by exchange: @escaping @Sendable () async throws -> TokenGrant
    ) async throws -> Renewal?

    /// Records that the server refused this refresh token and demands a sign-in.
    func markRejected(_ token: RefreshToken, account: AccountID, clientID: String, at time: Date) throws

    /// Records that the server refused an app's credential. A cache that does not store credentials ignores it.
    func markRejected(_ credential: ApplicationCredential, of account: AccountID, at time: Date) throws

    /// Records that the device's broker demands a sign-in of an account whose tokens come from there. A cache that does not
    /// store where tokens come from ignores it.
    func markRejectedByBroker(_ account: AccountID, clientID: String, at time: Date) throws

    /// Stores the claims that the next sign-in to the tenant has to request, as JSON text, until that sign-in is saved.
    func savePendingClaims(_ claims: String, of key: TokenKey) throws

    func pendingClaims(of key: TokenKey) throws -> String?

    /// Stores a failed renewal for ``FailedRenewal/lifetime``. A cache that does not store them lets each caller ask the
    /// server.
    func save(_ failure: FailedRenewal, account: AccountID, clientID: String) throws

    /// Older ones than ``FailedRenewal/lifetime`` may be among them.
    func failedRenewals(account: AccountID, clientID: String) throws -> [FailedRenewal]

    /// Removes an account with its tokens of every client and tenant.
    func remove(_ account: AccountID) throws -> RemovedTokens

    /// Removes an access token that a resource has rejected. A newer one under the same scopes stays.
    func remove(_ token: AccessToken, of key: TokenKey) throws

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

    public func markRejectedByBroker(_ account: AccountID, clientID: String, at time: Date) throws {}

    public func declinedScopes(_ key: TokenKey) throws -> Scopes { [] }

    public func save(_ failure: FailedRenewal, account: AccountID, clientID: String) throws {}

    public func failedRenewals(account: AccountID, clientID: String) throws -> [FailedRenewal] { [] }
}

extension TokenCache {
    /// Stores the tokens of a renewal that brings no refresh token, an app's or the broker's, and so can be done again.
    ///
    /// - Throws: ``AuthError/interactionRequired(_:)`` where the account was removed meanwhile.
    func renewal(storing grant: TokenGrant, for request: SilentRequest) throws(AuthError) -> Renewal {
        let isSaved: Bool
        do { isSaved = try saveRenewed(grant) } catch { return Renewal(grant: grant, storage: .uncached(error)) }
        guard isSaved else { throw request.interactionRequired(.noTokens) }
        return Renewal(grant: grant, storage: .saved)
    }
}

/// The tokens of a renewal, and where they are now.
public struct Renewal: Sendable {
    public let grant: TokenGrant
    public let storage: Storage

    public init(grant: TokenGrant, storage: Storage) {
        self.grant = grant
        self.storage = storage
    }

    /// The place of new tokens.
    public enum Storage: Sendable {
        /// The cache has these tokens, or those of a sign-in that was saved during the renewal.
        case saved
        /// The cache failed with this error. It keeps the tokens elsewhere and takes them in when it can.
        case setAside(any Error)
        /// The cache failed with this error. An app gets a new token as it got this one.
        case uncached(any Error)
        /// The cache failed with this error, and the only copy of the new refresh token is lost.
        case lost(any Error)
    }
}
