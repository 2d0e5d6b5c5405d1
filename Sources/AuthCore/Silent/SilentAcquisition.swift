import FoundationEssentials
import HTTPTransport

/// Finds a token in the cache or renews it, without user interaction.
///
/// Documented behaviour of MSAL's silent acquisition: a cached token with enough time left; else a renewal, one at a time
/// for each account and client. An early renewal that fails falls back on the token that is still valid, and is not tried
/// again for five minutes. Other renewals that fail are answers to the requests that have waited for them too.
struct SilentAcquisition: Sendable {
    private let request: SilentRequest
    private let key: TokenKey
    private let authority: Authority
    private let cache: any TokenCache
    private let clock: WallClock
    private let renewer: any TokenRenewer

    /// - Parameter request: With its tenant; see ``SilentRequest/resolved(at:)``.
    init(
        _ request: SilentRequest, clientID: String, authority: Authority, cache: any TokenCache, clock: WallClock,
        renewer: any TokenRenewer
    ) {
        self.request = request
        key = TokenKey(account: request.account, clientID: clientID, tenantID: request.tenantID ?? "")
        self.authority = authority
        self.cache = cache
        self.clock = clock
        self.renewer = renewer
    }

    func acquireToken() async throws -> AuthenticationResult {
        let start = clock.now()
        let cached = try bestToken(validity: request.minimumValidity)
        if let cached, !request.requiresServer, !shouldRefresh(cached) { return result(cached, source: .cache) }
        let fallback =
            request.requiresServer ? nil : try bestToken(validity: request.minimumValidity ?? .seconds(1))
        do {
            return try await withRefreshLock {
                if let newer = try tokenRenewedMeanwhile(than: cached) { return result(newer, source: .cache) }
                if let failure = failedRenewals.first(where: {
                    $0.answers(request, madeAt: start, now: clock.now())
                }) {
                    throw failure.error(for: request)
                }
                return try await renewedToken()
            }
        } catch  where !(error is CancellationError) {
            // Whatever the reason: a store that cannot be written does not hide a valid token either. The account may have
            // been removed during the renewal; then its token must not be returned. An error of this check says less than
            // the first one.
            guard let fallback, (try? cache.accessTokens(key))?.contains(fallback) == true else { throw error }
            return result(fallback, source: .fallback)
        }
    }

    /// Renews the tokens of an account, also for a tenant that the account has no tokens of yet.
    func renewToken() async throws -> Renewal {
        try await withRefreshLock { try await renewer.renew(request, key: key) }
    }

    private func withRefreshLock<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await cache.withRefreshLock(
            account: key.account, clientID: key.clientID, timeout: Self.refreshLockTimeout, body)
    }

    private static let refreshLockTimeout = Duration.seconds(90)

    /// The token that the previous holder of the lock stored; nil if there is none, or for a claims challenge, which only
    /// a token requested with its claims answers.
    private func tokenRenewedMeanwhile(than cached: AccessToken?) throws -> AccessToken? {
        guard request.claims == nil else { return nil }
        let newest = try bestToken(validity: request.minimumValidity)
        return newest?.secret == cached?.secret ? nil : newest
    }

    /// The cached token with all the scopes and the validity that expires last.
    ///
    /// - Parameter validity: The least time left; nil for the margin of each token.
    private func bestToken(validity: Duration?) throws -> AccessToken? {
        let now = clock.now()
        let valid = try cache.accessTokens(key)
            .filter { token in
                // A token cached in the future means that the clock was set back: its expiry time says nothing.
                token.cachedAt <= now
                    && token.expiresOn.timeIntervalSince(now) >= validity?.inSeconds ?? token.expiryMargin
            }
            .sorted { $0.expiresOn > $1.expiresOn }
        if let complete = valid.first(where: { missingScopes(of: $0).isEmpty }) { return complete }
        guard request.allowsDeclinedScopes, !valid.isEmpty else { return nil }
        let declined = try cache.declinedScopes(key)
        return valid.first { missingScopes(of: $0).without(declined).isEmpty }
    }

    private func missingScopes(of token: AccessToken) -> Scopes {
        request.scopes.missing(from: token.scopes, at: authority)
    }

    private func shouldRefresh(_ token: AccessToken) -> Bool {
        let now = clock.now()
        guard let refreshOn = token.refreshOn, refreshOn < now else { return false }
        return !failedRenewals.contains { failure in
            failure.concerns(request) && (0..<FailedRenewal.lifetime).contains(now.timeIntervalSince(failure.endedAt))
        }
    }

    /// Empty where they cannot be read: a damaged record must not hide a valid token.
    private var failedRenewals: [FailedRenewal] {
        (try? cache.failedRenewals(account: key.account, clientID: key.clientID)) ?? []
    }

    private func renewedToken() async throws -> AuthenticationResult {
        let renewed: Renewal
        do {
            renewed = try await renewer.renew(request, key: key)
        } catch let error as AuthError {
            if let failure = FailedRenewal(error, of: request, at: clock.now()) {
                try? cache.save(failure, account: key.account, clientID: key.clientID)
            }
            throw error
        }
        let grant = renewed.grant
        guard let accessToken = grant.accessToken else {
            throw request.scopes.withoutOpenID.isEmpty
                ? AuthError.noScopeForAccessToken(clientID: key.clientID) : .scopesDeclined(request.scopes)
        }
        let missing = missingScopes(of: accessToken)
        guard missing.isEmpty || request.allowsDeclinedScopes else { throw AuthError.scopesDeclined(missing) }
        return result(accessToken, source: .server, storage: renewed.storage)
    }

    private func result(
        _ token: AccessToken, source: AuthenticationResult.Source, storage: Renewal.Storage = .saved
    ) -> AuthenticationResult {
        AuthenticationResult(
            accessToken: token.secret, tokenType: token.tokenType, expiresOn: token.expiresOn,
            expiryMargin: token.expiryMargin, scopes: token.scopes,
            declinedScopes: missingScopes(of: token), account: key.account, tenantID: key.tenantID,
            source: source, storage: storage)
    }
}
