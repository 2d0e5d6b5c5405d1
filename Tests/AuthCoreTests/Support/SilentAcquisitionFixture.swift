import Foundation
import HTTPTransport

@testable import AuthCore

/// A cache with Contoso's account in it, a clock at 10,000 s, and a server with scripted responses.
struct SilentAcquisitionFixture {
    let cache = InMemoryTokenCache()
    /// The calls that fail during an acquisition.
    var failing: Set<FailingTokenCache.Call> = []
    /// Called as each request for a renewal begins to wait for its turn.
    var onRefreshLock: @Sendable () -> Void = {}
    let clock = TestClock(10_000)

    /// Caches an access token. Times are in seconds of the clock.
    func cache(
        accessToken name: String = "AT-cached", scopes: Scopes = ["User.Read"], cachedAt: Double = 9000,
        expiresOn: Double,
        refreshOn: Double? = nil
    ) throws {
        let token = AccessToken(
            secret: Secret(name), tokenType: "Bearer", scopes: scopes, cachedAt: Date(timeIntervalSince1970: cachedAt),
            expiresOn: Date(timeIntervalSince1970: expiresOn),
            refreshOn: refreshOn.map(Date.init(timeIntervalSince1970:)))
        try self.cache.save(grant(access: token))
    }

    func cache(refreshToken name: String = "RT-cached") throws {
        let token = RefreshToken(
            secret: Secret(name), familyID: nil, cachedAt: Date(timeIntervalSince1970: 9000))
        try self.cache.save(grant(refresh: token))
    }

    func grant(access: AccessToken? = nil, refresh: RefreshToken? = nil) -> TokenGrant {
        TokenGrant(
            account: Contoso.account,
            tenantProfile: TenantProfile(
                tenantID: Contoso.tenantID, objectID: "object", username: "alice@contoso.example", displayName: "Alice"),
            clientID: Contoso.clientID, tenantID: Contoso.tenantID, accessToken: access, refreshToken: refresh,
            idToken: nil)
    }

    func acquisition(of request: SilentRequest, _ http: ScriptedHTTP, authority: Authority) -> SilentAcquisition {
        let discovery = Discovery(http: http, clock: clock.wallClock, authorityCache: nil)
        let cache = FailingTokenCache(cache: cache, failing: failing, onRefreshLock: onRefreshLock)
        let renewer = RefreshTokenRenewer(
            client: .contoso(authority, clock: clock.wallClock), cache: cache,
            http: ThrottlingHTTPClient(client: http, authorityCache: nil, clock: clock.wallClock), discovery: discovery,
            capabilities: [])
        return SilentAcquisition(
            request, clientID: Contoso.clientID, authority: authority, cache: cache, clock: clock.wallClock,
            renewer: renewer)
    }

    func acquire(
        _ http: ScriptedHTTP, scopes: Scopes = ["User.Read"], forceRefresh: Bool = false, claims: String? = nil,
        minimumValidity: Duration? = nil
    ) async throws -> AuthenticationResult {
        let request = SilentRequest(
            account: Contoso.account, tenantID: Contoso.tenantID, scopes: scopes.relative(to: Cloud.global.graph),
            forceRefresh: forceRefresh, claims: claims, minimumValidity: minimumValidity)
        return try await acquisition(of: request, http, authority: try Contoso.authority()).acquireToken()
    }

    /// The error of an acquisition that should fail.
    func failure(_ http: ScriptedHTTP, scopes: Scopes = ["User.Read"], forceRefresh: Bool = false) async -> AuthError? {
        do {
            _ = try await acquire(http, scopes: scopes, forceRefresh: forceRefresh)
            return nil
        } catch {
            return error as? AuthError
        }
    }

    func refreshToken() throws -> RefreshToken? {
        try cache.refreshToken(account: Contoso.account, clientID: Contoso.clientID)
    }

    func accessTokens() throws -> [String] {
        try cache.accessTokens(Contoso.key).map { $0.secret.expose() }
    }
}
