import Foundation
import HTTPTransport

/// Finds a token in the cache or renews it, and never involves the person.
///
/// The steps follow the documented behaviour of MSAL's silent acquisition: a kept token with enough time left; else a
/// renewal, one at a time for each account and client; a failed early renewal falls back to the token that is still
/// valid.
struct SilentAcquisition: Sendable {
    let clientID: String
    let cache: any TokenCache
    let clock: WallClock
    let renewal: any TokenRenewal

    func run(_ request: SilentRequest) async throws -> AuthenticationResult {
        let key = TokenKey(account: request.account, clientID: clientID, tenantID: request.tenantID)
        let found = try bestToken(key, request, validity: request.minimumValidity ?? SilentAcquisition.margin)
        if let found, !request.needsServer, !isAging(found) { return result(found, key, .cache) }
        let fallback =
            request.needsServer ? nil : try bestToken(key, request, validity: request.minimumValidity ?? .seconds(1))
        do {
            return try await cache.withRefreshLock(account: key.account, clientID: clientID, timeout: .seconds(90)) {
                if let newer = try tokenOfOther(key, request, than: found) { return result(newer, key, .cache) }
                return try await refresh(key, request)
            }
        } catch let error as AuthError {
            // Not if the account was removed meanwhile, and its tokens with it.
            guard let fallback, try cache.accessTokens(key).contains(fallback) else { throw error }
            return result(fallback, key, .fallback)
        }
    }

    /// Documented behaviour: a token counts as expired five minutes early, so that it outlives the call it is for.
    private static let margin = Duration.seconds(300)

    /// What whoever held the lock before us fetched meanwhile. It cannot answer a challenge that only we know of.
    private func tokenOfOther(_ key: TokenKey, _ request: SilentRequest, than found: AccessToken?) throws
        -> AccessToken?
    {
        guard request.claims == nil else { return nil }
        let newest = try bestToken(key, request, validity: request.minimumValidity ?? SilentAcquisition.margin)
        return newest?.secret == found?.secret ? nil : newest
    }

    /// The longest-lived token that has all the scopes and the validity.
    private func bestToken(_ key: TokenKey, _ request: SilentRequest, validity: Duration) throws -> AccessToken? {
        let now = clock.now()
        return try cache.accessTokens(key)
            .filter { token in
                // A token from the future means that the clock was set back: its lifetime says nothing.
                token.cachedAt <= now
                    && token.expiresOn.timeIntervalSince(now) >= validity.inSeconds
                    && request.scopes.missing(from: token.scopes).isEmpty
            }
            .max { $0.expiresOn < $1.expiresOn }
    }

    private func isAging(_ token: AccessToken) -> Bool {
        token.refreshOn.map { $0 < clock.now() } ?? false
    }

    /// A grant by the refresh token that is there, kept; for a tenant in which the account may be new.
    func grant(_ request: SilentRequest) async throws -> TokenGrant {
        let key = TokenKey(account: request.account, clientID: clientID, tenantID: request.tenantID)
        return try await cache.withRefreshLock(account: key.account, clientID: clientID, timeout: .seconds(90)) {
            try await renewal.renew(key, request)
        }
    }

    private func refresh(_ key: TokenKey, _ request: SilentRequest) async throws -> AuthenticationResult {
        let grant = try await renewal.renew(key, request)
        guard let accessToken = grant.accessToken else {
            throw request.scopes.withoutOpenID.isEmpty
                ? AuthError.noScopeForAccessToken(clientID: clientID) : .scopesDeclined(request.scopes)
        }
        guard grant.declinedScopes.isEmpty else { throw AuthError.scopesDeclined(grant.declinedScopes) }
        return result(accessToken, key, .server)
    }

    private func result(_ token: AccessToken, _ key: TokenKey, _ source: AuthenticationResult.Source)
        -> AuthenticationResult
    {
        AuthenticationResult(
            accessToken: token.secret, tokenType: token.tokenType, expiresOn: token.expiresOn, scopes: token.scopes,
            account: key.account, tenantID: key.tenantID, source: source)
    }
}
