import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// Scopes that a server declines, and scopes that only the userinfo endpoint asks about, at an issuer without resources.
@Suite struct DeclinedScopesTests {
    private let cache = InMemoryTokenCache()
    private let clock = TestClock(10_000)
    private let account = OIDCIssuer.account

    private var key: TokenKey { TokenKey(account: account, clientID: Contoso.clientID, tenantID: "") }

    init() throws {
        try cache.save(
            TokenGrant(
                account: account, tenantProfile: nil, clientID: Contoso.clientID, tenantID: "", accessToken: nil,
                refreshToken: RefreshToken(secret: Secret("RT"), familyID: nil, cachedAt: .distantPast), idToken: nil))
    }

    /// - Parameter granted: `scope` of the response; nil for none.
    private func response(_ token: String, granted: String?) throws -> ScriptedHTTP.Reply {
        .json(try Contoso.tokens(["access_token": token, "scope": granted, "id_token": nil, "client_info": nil]))
    }

    private func acquire(
        _ scopes: Scopes, allowsDeclined: Bool = false, forceRefresh: Bool = false, _ replies: ScriptedHTTP.Reply...
    ) async throws -> (result: AuthenticationResult, requested: [Scopes]) {
        let http = ScriptedHTTP(replies.isEmpty ? [] : [.json(try OIDCIssuer.discovery())] + replies)
        let application = PublicClientApplication(
            clientID: Contoso.clientID, authority: try OIDCIssuer.authority(), cache: cache,
            http: http, clock: clock.wallClock)
        let result = try await application.acquireTokenSilently(
            SilentRequest(
                account: account, tenantID: "", scopes: scopes, forceRefresh: forceRefresh,
                allowsDeclinedScopes: allowsDeclined))
        http.expectAllUsed()
        return (result, http.forms.map { Scopes(spaceSeparated: $0["scope"] ?? "") })
    }

    private func requests(_ names: String...) -> [Scopes] { [Scopes(names).union(.forIDToken)] }

    @Test func everyScopeIsRequestedAtARefresh() async throws {
        let scopes: Scopes = ["https://a.example/read", "https://b.example/read", "plain"]
        let (result, requested) = try await acquire(scopes, try response("AT", granted: nil))
        #expect(requested == [scopes.union(.forIDToken)])
        #expect(result.scopes == scopes)
    }

    @Test func declinedScopeIsNotRequestedAgain() async throws {
        let first = try await acquire(["a", "b"], allowsDeclined: true, try response("AT-1", granted: "openid a"))
        #expect(first.result.declinedScopes == ["b"] && first.requested == requests("a", "b"))
        #expect(try cache.declinedScopes(key).names.sorted() == ["b", "profile"])
        let cached = try await acquire(["a", "b"], allowsDeclined: true)
        #expect(cached.result.source == .cache && cached.result.declinedScopes == ["b"])
        clock.advance(by: 4000)
        let renewed = try await acquire(["a", "b"], allowsDeclined: true, try response("AT-2", granted: nil))
        #expect(renewed.requested == [["a", "openid", "offline_access"]] && renewed.result.declinedScopes == ["b"])
        #expect(try await acquire(["a", "b"], allowsDeclined: true).result.source == .cache)
        // A scope that was never requested is.
        let more = try await acquire(["a", "b", "c"], allowsDeclined: true, try response("AT-3", granted: "a c"))
        #expect(more.requested == [["a", "c", "openid", "offline_access"]] && more.result.declinedScopes == ["b"])
    }

    @Test func scopeThatARequestNamesIsRequestedAgain() async throws {
        _ = try await acquire(["a", "b"], allowsDeclined: true, try response("AT-1", granted: "a"))
        await #expect(throws: AuthError.self) { try await acquire(["b"], try response("AT-2", granted: "a")) }
        let granted = try await acquire(["b"], try response("AT-3", granted: "a b"))
        #expect(granted.requested == requests("b", "a") && granted.result.accessToken == Secret("AT-3"))
        let all = try await acquire(["a", "b"], allowsDeclined: true)
        #expect(all.result.source == .cache && all.result.declinedScopes.isEmpty)
    }

    @Test func signInForgetsWhatWasDeclined() async throws {
        _ = try await acquire(["a", "b"], allowsDeclined: true, try response("AT-1", granted: "a"))
        let token = AccessToken(
            secret: Secret("AT-2"), tokenType: "Bearer", scopes: ["a"], cachedAt: clock.wallClock.now(),
            expiresOn: clock.wallClock.now() + 3600, refreshOn: nil)
        try cache.save(
            TokenGrant(
                account: account, tenantProfile: nil, clientID: Contoso.clientID, tenantID: "", accessToken: token,
                refreshToken: nil, idToken: nil))
        let next = try await acquire(["a", "b"], allowsDeclined: true, try response("AT-3", granted: "a b"))
        #expect(next.requested == requests("a", "b"))
    }

    /// Some servers narrow the refresh token together with the access token (RFC 6749 section 6).
    @Test func refreshForFewerScopesRequestsTheWholeGrant() async throws {
        _ = try await acquire(["a", "b"], try response("AT-1", granted: nil))
        let fewer = try await acquire(["a"], forceRefresh: true, try response("AT-2", granted: nil))
        #expect(fewer.requested == requests("a", "b"))
        #expect(try await acquire(["b"]).result.accessToken == Secret("AT-2"))
    }

    @Test(arguments: ["email", "profile", "address", "phone", "groups"])
    func scopeOfTheUserinfoEndpointNeedsATokenThatHasIt(scope: String) async throws {
        _ = try await acquire(["read"], try response("AT-1", granted: "openid read offline_access"))
        let wide = try await acquire(["read", scope], try response("AT-2", granted: "openid read \(scope)"))
        #expect(wide.result.accessToken == Secret("AT-2"))
        // A token without the scope does not take the place of one that has it.
        #expect(try await acquire([scope]).result.accessToken == Secret("AT-2"))
        await #expect(throws: AuthError.self) {
            try await acquire(["made.up"], try response("AT-3", granted: "read"))
        }
        #expect(try await acquire([scope]).result.accessToken == Secret("AT-2"))
    }

    /// Google's responses name the scopes of its userinfo endpoint by their URLs.
    @Test func googleGrantsTheScopesOfItsUserinfoEndpoint() async throws {
        let granted =
            "openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile"
        let (result, _) = try await acquire(["email", "profile"], try response("AT", granted: granted))
        #expect(result.declinedScopes.isEmpty)
        #expect(try await acquire(["email"]).result.source == .cache)
    }
}
