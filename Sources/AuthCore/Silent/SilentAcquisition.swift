import FoundationEssentials
import HTTPTransport

/// Finds a token in the cache or renews it, without user interaction.
///
/// Documented behaviour of MSAL's silent acquisition: a cached token with enough time left; else a renewal, one at a time
/// for each account and client. An early renewal that fails falls back on the token that is still valid, and is not tried
/// again for five minutes. Other renewals that fail are answers to the requests that have waited for them too.
struct SilentAcquisition: Sendable {
    let clientID: String
    let authority: Authority
    let cache: any TokenCache
    let clock: WallClock
    let renewal: any TokenRenewal

    func acquireToken(_ request: SilentRequest) async throws -> AuthenticationResult {
        let start = clock.now()
        let key = key(of: request)
        let cached = try bestToken(for: request, key: key, validity: request.minimumValidity)
        if let cached, !request.requiresServer, !shouldRefresh(cached, for: request, key: key) {
            return result(cached, request, key: key, source: .cache)
        }
        let fallback =
            request.requiresServer
            ? nil : try bestToken(for: request, key: key, validity: request.minimumValidity ?? .seconds(1))
        do {
            return try await cache.withRefreshLock(
                account: key.account, clientID: clientID, timeout: Self.refreshLockTimeout
            ) {
                if let newer = try tokenRenewedMeanwhile(request, key: key, than: cached) {
                    return result(newer, request, key: key, source: .cache)
                }
                if let failure = failedRenewals(key).first(where: {
                    $0.answers(request, madeAt: start, now: clock.now())
                }) {
                    throw failure.error(for: request)
                }
                return try await renewedToken(request, key: key)
            }
        } catch  where !(error is CancellationError) {
            // Whatever the reason: a store that cannot be written does not hide a valid token either. The account may have
            // been removed during the renewal; then its token must not be returned.
            guard let fallback, try cache.accessTokens(key).contains(fallback) else { throw error }
            return result(fallback, request, key: key, source: .fallback)
        }
    }

    /// Renews the tokens of an account, also for a tenant that the account has no tokens of yet.
    func renewToken(_ request: SilentRequest) async throws -> Renewal {
        let key = key(of: request)
        return try await cache.withRefreshLock(
            account: key.account, clientID: clientID, timeout: Self.refreshLockTimeout
        ) {
            try await renewal.renew(request, key: key)
        }
    }

    private func key(of request: SilentRequest) -> TokenKey {
        TokenKey(account: request.account, clientID: clientID, tenantID: request.resolved(at: authority).tenantID ?? "")
    }

    /// Documented behaviour: a token counts as expired five minutes early, so that it outlives the call it is used for. One of
    /// a short life does at its half, or it could never be used twice.
    private static func expiryMargin(of token: AccessToken) -> TimeInterval {
        min(300, token.expiresOn.timeIntervalSince(token.cachedAt) / 2)
    }

    private static let refreshLockTimeout = Duration.seconds(90)

    /// The token that the previous holder of the lock stored; nil if there is none, or for a claims challenge, which only
    /// a token requested with its claims answers.
    private func tokenRenewedMeanwhile(
        _ request: SilentRequest, key: TokenKey, than cached: AccessToken?
    ) throws -> AccessToken? {
        guard request.claims == nil else { return nil }
        let newest = try bestToken(for: request, key: key, validity: request.minimumValidity)
        return newest?.secret == cached?.secret ? nil : newest
    }

    /// The cached token with all the scopes and the validity that expires last.
    ///
    /// - Parameter validity: The least time left; nil for the margin of each token.
    private func bestToken(for request: SilentRequest, key: TokenKey, validity: Duration?) throws -> AccessToken? {
        let now = clock.now()
        let valid = try cache.accessTokens(key)
            .filter { token in
                // A token cached in the future means that the clock was set back: its expiry time says nothing.
                token.cachedAt <= now
                    && token.expiresOn.timeIntervalSince(now) >= validity?.inSeconds ?? Self.expiryMargin(of: token)
            }
            .sorted { $0.expiresOn > $1.expiresOn }
        if let complete = valid.first(where: { missingScopes(of: $0, request).isEmpty }) { return complete }
        guard request.allowsDeclinedScopes, !valid.isEmpty else { return nil }
        let declined = try cache.declinedScopes(key)
        return valid.first { missingScopes(of: $0, request).without(declined).isEmpty }
    }

    private func missingScopes(of token: AccessToken, _ request: SilentRequest) -> Scopes {
        request.scopes.missing(from: token.scopes, at: authority)
    }

    private func shouldRefresh(_ token: AccessToken, for request: SilentRequest, key: TokenKey) -> Bool {
        let now = clock.now()
        guard let refreshOn = token.refreshOn, refreshOn < now else { return false }
        return !failedRenewals(key).contains { failure in
            failure.concerns(request) && (0..<FailedRenewal.lifetime).contains(now.timeIntervalSince(failure.endedAt))
        }
    }

    /// Empty where they cannot be read: a damaged record must not hide a valid token.
    private func failedRenewals(_ key: TokenKey) -> [FailedRenewal] {
        (try? cache.failedRenewals(account: key.account, clientID: clientID)) ?? []
    }

    private func renewedToken(_ request: SilentRequest, key: TokenKey) async throws -> AuthenticationResult {
        let renewed: Renewal
        do {
            renewed = try await renewal.renew(request, key: key)
        } catch let error as AuthError {
            if let failure = FailedRenewal(error, of: request, at: clock.now()) {
                try? cache.save(failure, account: key.account, clientID: clientID)
            }
            throw error
        }
        let grant = renewed.grant
        guard let accessToken = grant.accessToken else {
            throw request.scopes.withoutOpenID.isEmpty
                ? AuthError.noScopeForAccessToken(clientID: clientID) : .scopesDeclined(request.scopes)
        }
        let missing = missingScopes(of: accessToken, request)
        guard missing.isEmpty || request.allowsDeclinedScopes else { throw AuthError.scopesDeclined(missing) }
        return result(accessToken, request, key: key, source: .server, storage: renewed.storage)
    }

    private func result(
        _ token: AccessToken, _ request: SilentRequest, key: TokenKey, source: AuthenticationResult.Source,
        storage: Renewal.Storage = .saved
    ) -> AuthenticationResult {
        AuthenticationResult(
            accessToken: token.secret, tokenType: token.tokenType, expiresOn: token.expiresOn, scopes: token.scopes,
            declinedScopes: missingScopes(of: token, request), account: key.account, tenantID: key.tenantID,
            source: source, storage: storage)
    }
}
