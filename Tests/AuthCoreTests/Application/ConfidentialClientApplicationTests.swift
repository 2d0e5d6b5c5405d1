import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// An app with a secret or a token file: requests, cache and errors.
@Suite struct ConfidentialClientApplicationTests {
    private let cache = InMemoryTokenCache()
    private let clock = TestClock(10_000)
    private static let graph: Scopes = ["https://graph.microsoft.com/.default"]
    private static let token = #"{"token_type":"Bearer","expires_in":3600,"access_token":"AT-app"}"#

    @Test func sendsTheFieldsOfRFC6749Section44AndCachesTheToken() async throws {
        let server = ScriptedHTTP([.json(Self.token)])
        let app = try app(server)
        let first = try await app.acquireTokenForClient(scopes: Self.graph)
        let second = try await app.acquireTokenForClient(scopes: Self.graph)
        #expect(server.requests.map(\.url) == ["\(Contoso.base)/\(Contoso.tenantID)/oauth2/v2.0/token"])
        let form = try #require(server.forms.first)
        #expect(form["grant_type"] == "client_credentials" && form["client_id"] == Contoso.clientID)
        #expect(form["client_secret"] == "s3cret" && form["scope"] == "https://graph.microsoft.com/.default")
        #expect(form["client_info"] == nil && form["client_assertion"] == nil)
        #expect(first.source == .server && second.source == .cache && second.accessToken == Secret("AT-app"))
        let account = try #require(try cache.account(app.account))
        #expect(account.id.homeAccountID == "app:client-1.\(Contoso.tenantID)" && account.id.isApplication)
        #expect(account.id.homeTenantID == Contoso.tenantID && account.username == Contoso.clientID)
    }

    @Test func cachesTokensOfSeveralResources() async throws {
        let server = ScriptedHTTP([
            .json(Self.token), .json(#"{"access_token":"AT-vault"}"#), .json(#"{"access_token":"AT-own"}"#),
        ])
        let app = try app(server)
        let own = "5a4db0c5-0a91-4e2b-8c3d-4e5f60718293/.default"
        for scope in ["https://graph.microsoft.com/.default", "https://vault.azure.net/.default", own, own] {
            _ = try await app.acquireTokenForClient(scopes: [scope])
        }
        #expect(try await app.acquireTokenForClient(scopes: Self.graph).accessToken == Secret("AT-app"))
        #expect(try await app.acquireTokenForClient(scopes: [own]).accessToken == Secret("AT-own"))
        server.expectAllUsed()
    }

    @Test(arguments: ["common", "organizations", "consumers"])
    func rejectsSharedTenantsBeforeSending(tenant: String) async throws {
        let app = try app(ScriptedHTTP(), authority: Contoso.authority(tenant))
        #expect(await problem { try await app.acquireTokenForClient(scopes: Self.graph) } == .tenantRequired(tenant))
        #expect(await problem { try await app.resolvedTenantID() } == .tenantRequired(tenant))
    }

    @Test(arguments: [[], ["User.Read"], ["https://vault.azure.net/.default", "https://graph.microsoft.com/.default"]])
    func rejectsOtherThanOneDefaultScopeBeforeSending(names: [String]) async throws {
        let (app, scopes) = (try app(ScriptedHTTP()), Scopes(names))
        #expect(await problem { try await app.signIn(scopes: scopes) } == .defaultScopeRequired(scopes))
        #expect(try cache.accounts().isEmpty)
    }

    @Test func readsATokenFileForEachRequest() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("token")
        let server = ScriptedHTTP([.json(Self.token), .json(Self.token)])
        let app = try app(server, .federatedTokenFile(path: path))
        for text in ["eyJh.eyJi.c2ln\n", "eyJh.eyJj.c2ln"] {
            try folder.write(text, to: "token")
            _ = try await app.acquireTokenForClient(scopes: Self.graph, forceRefresh: true)
        }
        #expect(server.forms.map { $0["client_assertion"] } == ["eyJh.eyJi.c2ln", "eyJh.eyJj.c2ln"])
        #expect(
            server.forms.first?["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        for (text, expected) in [("", FileProblem.malformed), ("a.b", .malformed), ("a b.c.d", .malformed)] {
            try folder.write(text, to: "token")
            #expect(await problem { try await app.signIn(scopes: Self.graph) } == .tokenFile(path: path, expected))
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(
            await problem { try await app.signIn(scopes: Self.graph) }
                == .tokenFile(path: path, .unreadable(code: ENOENT)))
    }

    @Test(arguments: ["invalid_client", "invalid_grant"])
    func refusedCredentialIsItsOwnError(code: String) async throws {
        let app = try app(ScriptedHTTP([.json(#"{"error":"\#(code)"}"#, status: 401)]))
        #expect(
            await problem { try await app.signIn(scopes: Self.graph) }
                == .credentialRefused(OAuthError(code: code), .secret(Secret("s3cret"))))
    }

    @Test func storeThatCannotBeWrittenHidesNoRefusal() async throws {
        let refusal = ScriptedHTTP.Reply.json(#"{"error":"invalid_client","error_codes":[7000215]}"#, status: 401)
        let app = ConfidentialClientApplication(
            clientID: Contoso.clientID, authority: try Contoso.authority(), credential: .secret(Secret("s3cret")),
            cache: FailingTokenCache(cache: cache, failing: [.markRejected]), http: ScriptedHTTP([refusal]),
            environment: [:], clock: clock.wallClock)
        let problem = await problem { try await app.acquireTokenForClient(scopes: Self.graph) }
        guard case .credentialRefused = problem else { throw Unexpected(problem) }
    }

    @Test(arguments: [
        ScriptedHTTP.Reply.offline, .json("", status: 502), .json(#"{"error":"invalid_client"}"#, status: 401),
    ])
    func failedEarlyRenewalReturnsTheValidToken(reply: ScriptedHTTP.Reply) async throws {
        let aging = #"{"access_token":"AT-app","expires_in":86400,"refresh_in":43200}"#
        // The second reply is for the retry of a failed connection.
        let server = ScriptedHTTP([.json(aging), reply, reply])
        let app = try app(server)
        _ = try await app.acquireTokenForClient(scopes: Self.graph)
        clock.advance(by: 43_300)
        let result = try await app.acquireTokenForClient(scopes: Self.graph)
        #expect(result.accessToken == Secret("AT-app") && result.source == .fallback)
    }

    @Test func renewsFiveMinutesBeforeExpiry() async throws {
        let server = ScriptedHTTP([.json(Self.token), .json(#"{"access_token":"AT-new"}"#)])
        let app = try app(server)
        _ = try await app.acquireTokenForClient(scopes: Self.graph)
        clock.advance(by: 3300)
        #expect(try await app.acquireTokenForClient(scopes: Self.graph).accessToken == Secret("AT-app"))
        clock.advance(by: 1)
        #expect(try await app.acquireTokenForClient(scopes: Self.graph).accessToken == Secret("AT-new"))
    }

    @Test(.timeLimit(.minutes(1))) func fiftyConcurrentRequestsRenewOnce() async throws {
        let server = ScriptedHTTP([.json(Self.token)]) { _ in
            for _ in 0..<100 { await Task.yield() }
        }
        let app = try app(server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { _ = try await app.acquireTokenForClient(scopes: Self.graph) }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.count == 1)
    }

    @Test func signedOutAppStaysSignedOut() async throws {
        let cache = cache
        let server = ScriptedHTTP([.json(Self.token)])
        let app = try app(server)
        await #expect(throws: AuthError.self) { try await app.acquireTokenSilently(scopes: Self.graph) }
        #expect(try cache.accounts().isEmpty)
        #expect(server.requests.isEmpty, "the secret is not sent either")
    }

    @Test func oidcIssuerNeedsNoScope() async throws {
        let server = ScriptedHTTP([.json(try OIDCIssuer.discovery()), .json(Self.token)])
        let app = try app(server, authority: OIDCIssuer.authority())
        _ = try await app.acquireTokenForClient(scopes: [])
        #expect(server.requests.last?.url == "https://idp.example/t" && server.forms.first?["scope"] == nil)
        #expect(app.account.homeAccountID == "app:client-1")
    }

    private func app(
        _ http: ScriptedHTTP, _ credential: ApplicationCredential = .secret(Secret("s3cret")),
        authority: Authority? = nil
    ) throws -> ConfidentialClientApplication {
        ConfidentialClientApplication(
            clientID: Contoso.clientID, authority: try authority ?? Contoso.authority(), credential: credential,
            cache: cache, http: http, environment: [:], clock: clock.wallClock)
    }
}
