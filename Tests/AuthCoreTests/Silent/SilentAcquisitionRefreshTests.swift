import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// Silent acquisition with the refresh token: the request, the cache afterwards, and errors.
@Suite struct SilentAcquisitionRefreshTests {
    /// The issuer was right at the sign-in, so this is the page of a network.
    @Test(arguments: [200, 302, 404]) func pageInPlaceOfTheDiscoveryDocumentIsTrouble(status: Int) async throws {
        let authority = try OIDCIssuer.authority()
        let account = AccountID(homeAccountID: "u", environment: authority.environment)
        let cache = InMemoryTokenCache()
        let kept = RefreshToken(secret: Secret("RT"), familyID: nil, cachedAt: Date(timeIntervalSince1970: 0))
        try cache.save(
            TokenGrant(
                account: account, tenantProfile: nil, clientID: Contoso.clientID, tenantID: "", accessToken: nil,
                refreshToken: kept, idToken: nil))
        let application = PublicClientApplication(
            clientID: Contoso.clientID, authority: authority, cache: cache,
            http: ScriptedHTTP([.json("<html>Log in to the network</html>", status: status)]))
        await #expect {
            try await application.acquireTokenSilently(SilentRequest(account: account, tenantID: "", scopes: []))
        } throws: { error in
            guard case AuthError.unexpectedPage(_, status) = error else { return false }
            return true
        }
        #expect(try cache.refreshToken(account: account, clientID: Contoso.clientID) == kept)
    }

    private let fixture = SilentAcquisitionFixture()

    private static let refused = ScriptedHTTP.Reply.json(
        #"{"error":"invalid_grant","suberror":"bad_token","error_description":"AADSTS700082: too old."}"#, status: 400)

    @Test func sendsTheFieldsOfRFC6749Section6() async throws {
        try fixture.cache(refreshToken: "RT-cached")
        let server = ScriptedHTTP([.json(try Contoso.tokens())])
        _ = try await fixture.acquire(server)
        #expect(server.requests.map(\.url) == ["\(Contoso.base)/\(Contoso.tenantID)/oauth2/v2.0/token"])
        let form = try #require(server.forms.first)
        #expect(form["grant_type"] == "refresh_token")
        #expect(form["refresh_token"] == "RT-cached")
        #expect(form["client_id"] == Contoso.clientID)
        #expect(form["scope"] == "User.Read openid profile offline_access")
        #expect(form["client_info"] == "1")
        #expect(form["claims"] == nil)
    }

    @Test(arguments: [("RT-new", "RT-new"), (nil, "RT-cached"), ("", "RT-cached")])
    func newRefreshTokenReplacesTheOldOne(sent: String?, kept: String) async throws {
        try fixture.cache(refreshToken: "RT-cached")
        _ = try await fixture.acquire(ScriptedHTTP([.json(try Contoso.tokens(["refresh_token": sent]))]))
        #expect(try fixture.refreshToken()?.secret == Secret(kept))
        #expect(try fixture.accessTokens() == ["AT-new"])
    }

    /// The error is printed, and stored for other processes.
    @Test func echoedRefreshTokenIsNotInTheError() async throws {
        try fixture.cache(refreshToken: "RT-cached-1")
        let refusal =
            #"{"error":"invalid_grant","error_description":"Wrong client for this refresh token: RT-cached-1"}"#
        let error = await fixture.failure(ScriptedHTTP([.json(refusal, status: 400)]))
        guard case .interactionRequired(let details) = error, case .server(let said) = details.reason else {
            throw Unexpected(error)
        }
        #expect(said.description == "Wrong client for this refresh token: <redacted>")
    }

    /// The refresh token is spent by then.
    @Test(arguments: [
        #"{"scope":["User.Read","Mail.Send"]}"#, #"{"id_token":5}"#, #"{"id_token":""}"#, #"{"refresh_token":5}"#,
        #"{"client_info":"%%%"}"#,
    ])
    func oddMemberLosesNoTokens(changes: String) async throws {
        let members = try JSONSerialization.jsonObject(with: Data(changes.utf8)) as? [String: Any] ?? [:]
        try fixture.cache(refreshToken: "RT-cached")
        try fixture.cache.save(
            TokenGrant(
                account: Contoso.account, tenantProfile: nil, clientID: Contoso.clientID, tenantID: Contoso.tenantID,
                accessToken: nil, refreshToken: nil, idToken: Secret(try Contoso.idToken())))
        _ = try await fixture.acquire(ScriptedHTTP([.json(try Contoso.tokens(members))]))
        #expect(try fixture.accessTokens() == ["AT-new"])
        let kept = members["refresh_token"] == nil ? "RT-new" : "RT-cached"
        #expect(try fixture.refreshToken()?.secret == Secret(kept))
    }

    /// The access token is not used, and the next renewal sends the new refresh token: the old one may no longer work.
    @Test(arguments: [
        #"{"token_type":"DPoP"}"#, #"{"token_type":5}"#, #"{"access_token":5}"#, #"{"access_token":"a\nb"}"#,
        #"{"access_token":null,"id_token":null}"#, #"{"access_token":"","id_token":null,"client_info":null}"#,
    ])
    func unusableAccessTokenLosesNoRefreshToken(changes: String) async throws {
        let members = try JSONSerialization.jsonObject(with: Data(changes.utf8)) as? [String: Any] ?? [:]
        try fixture.cache(refreshToken: "RT-cached")
        let tokens = try Contoso.tokens(members.mapValues { $0 is NSNull ? nil : $0 })
        let server = ScriptedHTTP([.json(tokens), .json(try Contoso.tokens())])
        let error = await fixture.failure(server)
        switch error {
        case .unsupportedTokenType("DPoP"), .malformedResponse(_, 200): break
        default: throw Unexpected(error)
        }
        #expect(try fixture.accessTokens().isEmpty)
        #expect(try fixture.refreshToken()?.secret == Secret("RT-new"))
        _ = try await fixture.acquire(server)
        #expect(server.forms.map { $0["refresh_token"] } == ["RT-cached", "RT-new"])
    }

    /// Nothing of it is stored, whether or not its access token could be used.
    @Test(arguments: ["Bearer", "DPoP"]) func responseForAnotherAccountIsNotStored(type: String) async throws {
        let (mallory, idToken) = (try Contoso.clientInfo(uid: "mallory"), try Contoso.idToken(["sub": "other"]))
        for idToken in [idToken, nil] {
            try fixture.cache(refreshToken: "RT-cached")
            let error = await fixture.failure(
                ScriptedHTTP([
                    .json(try Contoso.tokens(["token_type": type, "client_info": mallory, "id_token": idToken]))
                ]))
            guard case .wrongAccount = error else { throw Unexpected(error) }
            #expect(try fixture.refreshToken()?.secret == Secret("RT-cached"))
            #expect(try fixture.accessTokens().isEmpty)
        }
    }

    /// The issuer can differ by a mistake of the caller, or by a profile that was tampered with.
    @Test func refreshTokenIsNeverSentToAnotherIssuer() async throws {
        let elsewhere = AccountID(homeAccountID: "uid.utid", environment: "login.elsewhere.example")
        try fixture.cache.save(
            TokenGrant(
                account: elsewhere, tenantProfile: nil, clientID: Contoso.clientID, tenantID: "utid", accessToken: nil,
                refreshToken: RefreshToken(secret: Secret("RT"), familyID: nil, cachedAt: .distantPast), idToken: nil))
        let server = ScriptedHTTP()
        let request = SilentRequest(account: elsewhere, tenantID: "utid", scopes: ["User.Read"])
        let acquisition = fixture.acquisition(of: request, server, authority: try Contoso.authority())
        await #expect(throws: AuthError.self) { try await acquisition.acquireToken() }
        #expect(server.requests.isEmpty)
    }

    @Test func missingRefreshTokenRequiresInteraction() async throws {
        let error = await fixture.failure(ScriptedHTTP())
        guard case .interactionRequired(let details) = error else { throw Unexpected(error) }
        #expect(details.reason == .noTokens)
    }

    /// Only the first is a verdict on the refresh token; the others ask for a further step for one resource.
    @Test(arguments: [
        (#""error":"invalid_grant""#, true), (#""error":"invalid_grant","suberror":"bad_token""#, true),
        (#""error":"invalid_grant","suberror":"basic_action""#, false),
        (#""error":"invalid_grant","suberror":"consent_required""#, false), (#""error":"interaction_required""#, false),
        (#""error":"login_required""#, false), (#""error":"consent_required""#, false),
    ])
    func refusalIsRecordedAndTheTokenStaysCached(refusal: String, isRecorded: Bool) async throws {
        try fixture.cache(refreshToken: "RT-cached")
        let error = await fixture.failure(ScriptedHTTP([.json("{\(refusal),\"claims\":\"{}\"}", status: 400)]))
        guard case .interactionRequired(let details) = error else { throw Unexpected(error) }
        #expect(details.claims == "{}")
        #expect(try fixture.refreshToken()?.secret == Secret("RT-cached"))
        #expect(try fixture.refreshToken()?.rejectedAt == (isRecorded ? Date(timeIntervalSince1970: 10_000) : nil))
        fixture.clock.advance(by: 60)
        _ = try await fixture.acquire(ScriptedHTTP([.json(try Contoso.tokens())]))
        #expect(try fixture.refreshToken()?.rejectedAt == nil)
    }

    @Test(arguments: [
        ScriptedHTTP.Reply.offline, .json("<html>", status: 503), .json("", status: 429), .json("<html>", status: 200),
        .json("<html>", status: 400), .json(#"{"error":"server_error"}"#, status: 500),
        .json(#"{"error":"invalid_client"}"#, status: 401), .json(#"{"error":"invalid_scope"}"#, status: 400),
        .json(#"{"error":"invalid_grant","suberror":"client_mismatch"}"#, status: 400),
        .failure(.timedOut(host: "h", seconds: 100)), .failure(.tls(host: "h", reason: "r")), .failure(.cancelled),
    ])
    func otherFailuresRequireNoInteraction(reply: ScriptedHTTP.Reply) async throws {
        try fixture.cache(accessToken: "AT-expired", expiresOn: 9500)
        try fixture.cache(refreshToken: "RT-cached")
        let error = await fixture.failure(ScriptedHTTP(repeating: reply))
        switch error {
        case nil, .interactionRequired: throw Unexpected(error)
        default: break
        }
        #expect(try fixture.refreshToken()?.rejectedAt == nil)
        #expect(try fixture.refreshToken()?.secret == Secret("RT-cached"))
        #expect(try fixture.accessTokens() == ["AT-expired"])
    }

    @Test(arguments: [
        ScriptedHTTP.Reply.offline, .json("<html>", status: 503), .json("", status: 429), refused,
        .json(#"{"error":"invalid_client"}"#, status: 401), .json("<html>", status: 200),
    ])
    func failedEarlyRefreshReturnsTheValidToken(reply: ScriptedHTTP.Reply) async throws {
        try fixture.cache(expiresOn: 20_000, refreshOn: 9999)
        try fixture.cache(refreshToken: "RT-cached")
        let result = try await fixture.acquire(ScriptedHTTP(repeating: reply))
        #expect(result.accessToken == Secret("AT-cached"))
        #expect(result.source == .fallback)
        #expect(try fixture.refreshToken()?.secret == Secret("RT-cached"))
    }

    @Test func agingTokenWithoutRefreshTokenIsReturned() async throws {
        try fixture.cache(expiresOn: 20_000, refreshOn: 9999)
        let result = try await fixture.acquire(ScriptedHTTP())
        #expect(result.accessToken == Secret("AT-cached"))
        #expect(result.source == .fallback)
    }

    @Test(arguments: [
        ScriptedHTTP.Reply.json(#"{"access_token":"AT-late","refresh_token":"RT-late"}"#), .offline, refused,
    ])
    func accountRemovedDuringRefreshStaysRemoved(reply: ScriptedHTTP.Reply) async throws {
        let fixture = fixture
        try fixture.cache(expiresOn: 20_000, refreshOn: 9999)
        try fixture.cache(refreshToken: "RT-cached")
        let server = ScriptedHTTP(repeating: reply) { _ in
            #expect(throws: Never.self) { try fixture.cache.remove(Contoso.account) }
        }
        let error = await fixture.failure(server)
        #expect(error != nil)
        #expect(try fixture.cache.accounts().isEmpty)
        #expect(try fixture.accessTokens().isEmpty)
        #expect(try fixture.refreshToken() == nil)
    }

    @Test func declinedScopeIsAnErrorAndTheTokenIsCached() async throws {
        try fixture.cache(refreshToken: "RT-cached")
        let error = await fixture.failure(
            ScriptedHTTP([.json(try Contoso.tokens(["scope": "User.Read"]))]), scopes: ["User.Read", "Mail.Send"])
        guard case .scopesDeclined(let scopes) = error else { throw Unexpected(error) }
        #expect(scopes.names == ["Mail.Send"])
        #expect(try fixture.accessTokens() == ["AT-new"])
        #expect(try fixture.refreshToken()?.secret == Secret("RT-new"))
    }

    @Test(arguments: [400, 401]) func invalidScopeRequiresConsentForWhatWasNotGranted(
        status: Int
    ) async throws {
        try fixture.cache(scopes: ["User.Read"], expiresOn: 9500)
        try fixture.cache(refreshToken: "RT-cached")
        let error = await fixture.failure(
            ScriptedHTTP([.json(#"{"error":"invalid_scope"}"#, status: status)]), scopes: ["User.Read", "Mail.Send"])
        guard case .invalidScope(let scopes, _) = error else { throw Unexpected(error) }
        #expect(scopes.names == ["Mail.Send"])
        #expect(try fixture.refreshToken()?.rejectedAt == nil)
    }

    /// OpenID Connect Core 1.0 section 12.2.
    @Test(arguments: [("https://login.example/x/v2.0", false), (nil, true)] as [(String?, Bool)])
    func refreshedIDTokenHasTheIssuerOfTheSignIn(issuer: String?, isAccepted: Bool) async throws {
        try fixture.cache(refreshToken: "RT-cached")
        let before = try Contoso.idToken(issuer.map { ["iss": $0] } ?? [:])
        try fixture.cache.save(
            TokenGrant(
                account: Contoso.account, tenantProfile: nil, clientID: Contoso.clientID, tenantID: Contoso.tenantID,
                accessToken: nil, refreshToken: nil, idToken: Secret(before)))
        let error = await fixture.failure(ScriptedHTTP([.json(try Contoso.tokens())]))
        if isAccepted {
            #expect(error == nil)
            return
        }
        guard case .identityMismatch(.wrongIssuer) = error else { throw Unexpected(error) }
        #expect(try fixture.refreshToken()?.secret == Secret("RT-cached"))
    }

    /// The refresh token is spent by then.
    @Test func unreadableIDTokenLosesNoNewTokens() async throws {
        var fixture = fixture
        fixture.failing = [.idToken]
        try fixture.cache(refreshToken: "RT-cached")
        _ = try await fixture.acquire(ScriptedHTTP([.json(try Contoso.tokens())]))
        #expect(try fixture.refreshToken()?.secret == Secret("RT-new"))
    }

    @Test func storeThatCannotBeWrittenHidesNoRefusal() async throws {
        var fixture = fixture
        fixture.failing = Set(FailingTokenCache.Call.allCases)
        try fixture.cache(refreshToken: "RT-cached")
        let refusal = ScriptedHTTP.Reply.json(
            #"{"error":"invalid_grant","suberror":"bad_token","claims":"{}"}"#, status: 400)
        let error = await fixture.failure(ScriptedHTTP([refusal]))
        guard case .interactionRequired(let details) = error else { throw Unexpected(error) }
        #expect(details.claims == "{}")
    }

    /// Entra's refresh tokens may be sent again. An issuer that rotates them may take the second request for a theft.
    @Test(arguments: [500, 503]) func rotatingRefreshTokenIsSentOnce(status: Int) async throws {
        let issuer = try OIDCIssuer.authority()
        let documents = [ScriptedHTTP.Reply.json(try OIDCIssuer.discovery())]
        for (authority, before, count) in [(issuer, documents, 1), (try Contoso.authority(), [], 2)] {
            let account = AccountID(homeAccountID: "subject", environment: authority.environment)
            try fixture.cache.save(
                TokenGrant(
                    account: account, tenantProfile: nil, clientID: Contoso.clientID, tenantID: "", accessToken: nil,
                    refreshToken: RefreshToken(secret: Secret("RT"), familyID: nil, cachedAt: .distantPast),
                    idToken: nil))
            let server = ScriptedHTTP(before + Array(repeating: .json("", status: status), count: count))
            let request = SilentRequest(account: account, tenantID: "", scopes: ["read"])
            await #expect(throws: AuthError.self) {
                try await fixture.acquisition(of: request, server, authority: authority).acquireToken()
            }
            server.expectAllUsed()
            #expect(server.forms.count == count)
        }
    }

    /// Azure AD B2C: an ID token and a refresh token are all that the scopes of OpenID Connect bring.
    @Test(arguments: [[], ["openid"], ["User.Read"]] as [Scopes])
    func missingAccessTokenIsAnError(scopes: Scopes) async throws {
        try fixture.cache(refreshToken: "RT-cached")
        let reply = try JSONEncoder().encode([
            "id_token": try Contoso.idToken(), "client_info": try Contoso.clientInfo(), "refresh_token": "RT-new",
            "token_type": "Bearer",
        ])
        let error = await fixture.failure(
            ScriptedHTTP([.json(String(decoding: reply, as: UTF8.self))]), scopes: scopes)
        switch error {
        case .noScopeForAccessToken(let clientID): #expect(clientID == Contoso.clientID && scopes != ["User.Read"])
        case .scopesDeclined(let declined): #expect(declined == scopes && scopes == ["User.Read"])
        default: throw Unexpected(error)
        }
        #expect(try fixture.refreshToken()?.secret == Secret("RT-new"))
    }

    @Test(arguments: ["tid", "aud"])
    func refreshWithAnotherIdentityCachesNothing(claim: String) async throws {
        try fixture.cache(refreshToken: "RT-cached")
        let token = try Contoso.idToken([claim: "somebody-else"])
        let error = await fixture.failure(ScriptedHTTP([.json(try Contoso.tokens(["id_token": token]))]))
        guard case .identityMismatch = error else { throw Unexpected(error) }
        #expect(try fixture.refreshToken()?.secret == Secret("RT-cached"))
        #expect(try fixture.accessTokens().isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func fiftyConcurrentRequestsRefreshOnce() async throws {
        let fixture = fixture
        try fixture.cache(expiresOn: 9500)
        try fixture.cache(refreshToken: "RT-cached")
        let server = ScriptedHTTP([.json(try Contoso.tokens())]) { _ in
            for _ in 0..<100 { await Task.yield() }
        }
        let tokens = try await withThrowingTaskGroup(of: Secret.self) { group in
            for _ in 0..<50 {
                group.addTask { try await fixture.acquire(server).accessToken }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(server.requests.count == 1)
        #expect(Set(tokens) == [Secret("AT-new")])
    }

    @Test func endpointOfAnOIDCIssuerComesFromDiscovery() async throws {
        let authority = try OIDCIssuer.authority()
        let account = OIDCIssuer.account
        try fixture.cache.save(
            TokenGrant(
                account: account, tenantProfile: nil, clientID: Contoso.clientID, tenantID: "", accessToken: nil,
                refreshToken: RefreshToken(secret: Secret("RT"), familyID: nil, cachedAt: .distantPast), idToken: nil))
        let server = ScriptedHTTP([.json(try OIDCIssuer.discovery()), .json(#"{"access_token":"AT-oidc"}"#)])
        let request = SilentRequest(account: account, tenantID: "", scopes: ["read"])
        let result = try await fixture.acquisition(of: request, server, authority: authority).acquireToken()
        #expect(result.accessToken == Secret("AT-oidc"))
        #expect(
            server.requests.map(\.url) == [
                "https://idp.example/.well-known/openid-configuration", "https://idp.example/t",
            ])
        #expect(server.forms.first?["client_info"] == nil)
    }
}
