import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// Silent acquisition from the cache: the tokens that are used, and those that are renewed.
@Suite struct SilentAcquisitionCacheTests {
    private let fixture = SilentAcquisitionFixture()

    private static let scopeCases: [(kept: Scopes, wanted: Scopes, isUsed: Bool)] = [
        (["User.Read", "Mail.Read"], ["mail.read"], true), (["User.Read"], ["User.Read"], true),
        (["User.Read"], ["https://graph.microsoft.com/User.Read"], true), (["User.Read"], ["Mail.Read"], false),
        (["User.Read"], ["User.Read", "Mail.Read"], false), (["User.Read"], ["openid", "profile"], true),
        (["User.Read"], ["https://graph.microsoft.com/.default"], true), (["User.Read"], [], true),
        (["User.Read"], ["https://vault.azure.net/.default"], false),
        (["https://vault.azure.net/user_impersonation"], ["https://vault.azure.net/.default"], true),
        (["https://vault.azure.net/user_impersonation"], [".default"], false), ([], ["User.Read"], false),
    ]

    private func usesTheCachedToken(
        scopes: Scopes = ["User.Read"], minimumValidity: Duration? = nil
    ) async throws -> Bool {
        try fixture.cache(refreshToken: "RT-cached")
        let server = ScriptedHTTP([.json(try Contoso.tokens(["scope": scopes.spaceSeparated]))])
        let result = try await fixture.acquire(server, scopes: scopes, minimumValidity: minimumValidity)
        #expect(result.accessToken.expose() == (server.requests.isEmpty ? "AT-cached" : "AT-new"))
        #expect(result.source == (server.requests.isEmpty ? .cache : .server))
        #expect(result.account == Contoso.account)
        #expect(result.tenantID == Contoso.tenantID)
        return server.requests.isEmpty
    }

    @Test(arguments: [
        (10_300.0, nil, 9000.0, true), (10_299, nil, 9000, false), (10_000, nil, 9000, false), (9999, nil, 9000, false),
        (20_000, 9999, 9000, false), (20_000, 10_000, 9000, true), (20_000, 10_001, 9000, true),
        // Of a short life, half is enough.
        (10_150, nil, 9850, true), (10_149, nil, 9850, false), (10_300, nil, 10_000, true),
        // A token from the future means that the clock was set back.
        (20_000, nil, 10_001, false), (20_000, nil, 10_000, true),
    ])
    func cachedTokenNeedsTimeLeft(expiresOn: Double, refreshOn: Double?, cachedAt: Double, isUsed: Bool) async throws {
        try fixture.cache(cachedAt: cachedAt, expiresOn: expiresOn, refreshOn: refreshOn)
        #expect(try await usesTheCachedToken() == isUsed)
    }

    @Test(arguments: [(0, 10_000.0, true), (600, 10_600, true), (600, 10_599, false), (7200, 13_600, false)])
    func callerSetsTheMinimumValidity(validity: Int64, expiresOn: Double, isUsed: Bool) async throws {
        try fixture.cache(expiresOn: expiresOn)
        #expect(try await usesTheCachedToken(minimumValidity: .seconds(validity)) == isUsed)
    }

    @Test(arguments: scopeCases)
    func cachedTokenNeedsEveryScope(kept: Scopes, wanted: Scopes, isUsed: Bool) async throws {
        try fixture.cache(scopes: kept, expiresOn: 20_000)
        #expect(try await usesTheCachedToken(scopes: wanted) == isUsed)
    }

    @Test func tenantIsFoundInCapitals() async throws {
        try fixture.cache(expiresOn: 20_000)
        let request = SilentRequest(
            account: Contoso.account, tenantID: Contoso.tenantID.uppercased(), scopes: ["User.Read"])
        let acquisition = fixture.acquisition(of: request, ScriptedHTTP(), authority: try Contoso.authority())
        let result = try await acquisition.acquireToken()
        #expect(result.source == .cache)
    }

    /// An early renewal is due.
    @Test func damagedRecordOfAFailureHidesNoValidToken() async throws {
        var fixture = fixture
        fixture.failing = [.failedRenewals]
        try fixture.cache(expiresOn: 20_000, refreshOn: 9999)
        try fixture.cache(refreshToken: "RT-cached")
        #expect(try await fixture.acquire(ScriptedHTTP(repeating: .offline)).source == .fallback)
        #expect(try await fixture.acquire(ScriptedHTTP([.json(try Contoso.tokens())])).source == .server)
    }

    @Test func errorOfTheRenewalIsNotHiddenByOneOfTheCache() async throws {
        var fixture = fixture
        fixture.failing = [.accessTokensAfterFailure]
        try fixture.cache(expiresOn: 20_000, refreshOn: 9999)
        try fixture.cache(refreshToken: "RT-cached")
        let error = await fixture.failure(ScriptedHTTP(repeating: .offline))
        guard case .network = error else { throw Unexpected(error) }
    }

    /// As silent acquisition counts it, so that a token of a short life is not looked up again for each request.
    @Test(arguments: [
        (300.0, 3600.0, true), (299, 3600, false), (60, 120, true), (59, 120, false), (3600, 3600, true),
    ])
    func tokenIsFreshUntilItsMargin(left: TimeInterval, life: TimeInterval, isFresh: Bool) async throws {
        let cachedAt = 10_000 - (life - left)
        try fixture.cache(cachedAt: cachedAt, expiresOn: 10_000 + left, refreshOn: nil)
        let result = try await fixture.acquire(ScriptedHTTP(), minimumValidity: .zero)
        #expect(result.isFresh(at: Date(timeIntervalSince1970: 10_000)) == isFresh)
    }

    @Test func usesTheTokenThatExpiresLast() async throws {
        try fixture.cache(accessToken: "short", scopes: ["User.Read", "A"], expiresOn: 12_000)
        try fixture.cache(accessToken: "long", scopes: ["User.Read", "B"], expiresOn: 13_000)
        try fixture.cache(accessToken: "other", scopes: ["C"], expiresOn: 14_000)
        #expect(try await fixture.acquire(ScriptedHTTP()).accessToken == Secret("long"))
    }

    @Test func neverUsesATokenOfAnotherAccountTenantOrClient() async throws {
        let token = AccessToken(
            secret: Secret("AT-other"), tokenType: "Bearer", scopes: ["User.Read"],
            cachedAt: Date(timeIntervalSince1970: 9000), expiresOn: Date(timeIntervalSince1970: 20_000), refreshOn: nil)
        let bob = AccountID(homeAccountID: "bob.\(Contoso.tenantID)", environment: Contoso.account.environment)
        let elsewhere = AccountID(homeAccountID: Contoso.account.homeAccountID, environment: "login.microsoftonline.us")
        for (account, client, realm) in [
            (bob, Contoso.clientID, Contoso.tenantID), (elsewhere, Contoso.clientID, Contoso.tenantID),
            (Contoso.account, "client-2", Contoso.tenantID), (Contoso.account, Contoso.clientID, "other-tenant"),
        ] {
            try fixture.cache.save(
                TokenGrant(
                    account: account, tenantProfile: nil, clientID: client, tenantID: realm, accessToken: token,
                    refreshToken: account == Contoso.account && client == Contoso.clientID
                        ? nil : RefreshToken(secret: Secret("RT-other"), familyID: nil, cachedAt: token.cachedAt),
                    idToken: nil))
        }
        let error = await fixture.failure(ScriptedHTTP())
        guard case .interactionRequired(let details) = error else { throw Unexpected(error) }
        #expect(details.reason == .noTokens)
        #expect(details.account == Contoso.account)
    }

    @Test(arguments: [nil, #"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#])
    func forcedRefreshAndClaimsBypassTheCache(claims: String?) async throws {
        try fixture.cache(expiresOn: 20_000)
        try fixture.cache(refreshToken: "RT-cached")
        let server = ScriptedHTTP([.json(try Contoso.tokens())])
        let result = try await fixture.acquire(server, forceRefresh: claims == nil, claims: claims)
        #expect(result.accessToken == Secret("AT-new"))
        #expect(server.forms.first?["claims"] == claims)
    }

    @Test func failedForcedRefreshIsAnError() async throws {
        try fixture.cache(expiresOn: 20_000)
        try fixture.cache(refreshToken: "RT-cached")
        let error = await fixture.failure(ScriptedHTTP(repeating: .offline), forceRefresh: true)
        guard case .network = error else { throw Unexpected(error) }
        #expect(try fixture.accessTokens() == ["AT-cached"])
    }
}
