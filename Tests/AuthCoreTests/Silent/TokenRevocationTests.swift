import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct TokenRevocationTests {
    private static let page = "https://idp.example/revoke"

    private func application(_ http: ScriptedHTTP, _ cache: InMemoryTokenCache) throws -> PublicClientApplication {
        PublicClientApplication(
            clientID: Contoso.clientID, authority: try Contoso.authority(), cache: cache, http: http,
            clock: SilentAcquisitionFixture().clock.wallClock)
    }

    private func discovery(_ changes: [String: Any] = ["revocation_endpoint": page]) throws -> ScriptedHTTP.Reply {
        let text = try Contoso.discovery()
        let members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
        return .json(try Contoso.json(members.merging(changes) { $1 }))
    }

    private func outcome(_ http: ScriptedHTTP, expiresOn: Double = 20_000) async throws -> RevocationOutcome {
        let fixture = SilentAcquisitionFixture()
        try fixture.cache(refreshToken: "RT-cached")
        try fixture.cache(expiresOn: expiresOn)
        return try await application(http, fixture.cache)
            .revokeRefreshToken(of: Contoso.account, tenantID: Contoso.tenantID)
    }

    /// Trouble is met twice: the first time it is tried once more.
    private func failure(_ answer: ScriptedHTTP.Reply) async throws -> AuthError? {
        let http = ScriptedHTTP([try discovery(), answer, answer])
        do {
            _ = try await outcome(http)
            return nil
        } catch {
            return error as? AuthError
        }
    }

    @Test func sendsTheTokenAndTheClientID() async throws {
        let http = ScriptedHTTP([try discovery(), .json("")])
        #expect(try await outcome(http) == .revoked)
        let form = try #require(http.forms.first)
        #expect(form["token"] == "RT-cached")
        #expect(form["token_type_hint"] == "refresh_token")
        #expect(form["client_id"] == Contoso.clientID)
        #expect(http.requests.last?.url == Self.page)
        #expect(http.requests.last?.headers.contains("Authorization") == false)
        http.expectAllUsed()
    }

    @Test func authenticatesWithTheAccessTokenAfter401() async throws {
        let http = ScriptedHTTP([try discovery(), .json("", status: 401), .json("")])
        #expect(try await outcome(http) == .revoked)
        #expect(http.requests.last?.headers.contains("Authorization") == true)
        http.expectAllUsed()
    }

    @Test func renewsAnExpiredAccessTokenAndRevokesTheNewRefreshToken() async throws {
        let http = ScriptedHTTP([
            try discovery(), .json(try Contoso.tokens()), .json("", status: 401), .json(""),
        ])
        #expect(try await outcome(http, expiresOn: 9_500) == .revoked)
        #expect(http.forms.map { $0["token"] } == [nil, "RT-new", "RT-new"])
        http.expectAllUsed()
    }

    @Test func webPageRevokesNothing() async throws {
        guard case .unexpectedPage(Self.page, 200) = try await failure(.json("<html>")) else {
            Issue.record("The page counts as a revocation.")
            return
        }
    }

    @Test func missingEndpointIsNotSupported() async throws {
        let http = ScriptedHTTP([try discovery([:])])
        #expect(try await outcome(http) == .notSupported)
        http.expectAllUsed()
    }

    @Test func sendsNothingWithoutARefreshToken() async throws {
        let found = try await application(ScriptedHTTP(), InMemoryTokenCache())
            .revokeRefreshToken(of: Contoso.account, tenantID: Contoso.tenantID)
        #expect(found == .noRefreshToken)
    }

    @Test(arguments: [400, 401, 403]) func refusalIsAnError(status: Int) async throws {
        let body = #"{"error":"unsupported_token_type"}"#
        let http = ScriptedHTTP([try discovery()] + [.json(body, status: status), .json(body, status: status)])
        await #expect(throws: AuthError.self) { try await outcome(http) }
    }

    @Test func failuresAreErrors() async throws {
        guard case .serverUnavailable = try await failure(.json("", status: 503)) else { throw Unexpected(503) }
        guard case .network = try await failure(.offline) else { throw Unexpected("offline") }
        guard case .malformedResponse = try await failure(.json("<html>", status: 302)) else { throw Unexpected(302) }
        guard case .malformedResponse = try await failure(.json("<html>", status: 204)) else { throw Unexpected(204) }
    }

    @Test(arguments: [nil, "opaque hint&x"]) func signOutURLHasTheLoginHintClaim(hint: String?) async throws {
        let cache = InMemoryTokenCache()
        let token = try Contoso.idToken(["login_hint": hint])
        try cache.save(
            TokenGrant(
                account: Contoso.account, tenantProfile: nil, clientID: Contoso.clientID, tenantID: Contoso.tenantID,
                accessToken: nil, refreshToken: nil, idToken: Secret(token)))
        let url = try await application(ScriptedHTTP([try discovery()]), cache)
            .signOutURL(for: Contoso.account, tenantID: Contoso.tenantID)
        let page = try #require(url)
        #expect(page.hasPrefix("\(Contoso.base)/\(Contoso.tenantID)/oauth2/v2.0/logout?"))
        let fields = FormFields(page.split(separator: "?", maxSplits: 1).last ?? "")
        #expect(fields["logout_hint"] == hint)
        #expect(fields["client_id"] == Contoso.clientID)
        #expect(!page.contains(token))
    }
}
