import Foundation
import HTTPTransport
import SandboxServer
import Testing

@testable import AuthCore

/// The whole core over real HTTP, against an emulated identity platform in this process.
@Suite(.timeLimit(.minutes(1))) struct PublicClientApplicationTests {
    private struct Running {
        let sandbox: Sandbox
        let http = CurlHTTPClient(environment: [:], userAgent: "test/1")
        let cache = InMemoryTokenCache()
        let clock = TestClock(Date().timeIntervalSince1970)
        var clientCapabilities: [String] = []

        func application(_ authority: String? = nil) throws -> PublicClientApplication {
            PublicClientApplication(
                clientID: sandbox.description.clientId,
                authority: try Authority(kind: .entra, url: authority ?? sandbox.description.authority), cache: cache,
                http: http, clientCapabilities: clientCapabilities, clock: clock.wallClock)
        }

        /// Sends a request to a control endpoint of the sandbox.
        func sandbox(_ control: String, _ body: [String: Any]) async throws {
            let response = try await http.send(
                HTTPRequest(
                    method: "POST", url: "\(sandbox.description.graph)/sandbox/\(control)",
                    body: .bytes(Data(try Contoso.json(body).utf8))))
            #expect((200..<300).contains(response.status))
        }

        func signIn(_ username: String, authority: String? = nil) async throws -> AuthenticationResult {
            try await application(authority).acquireTokenWithDeviceCode(SignInRequest(scopes: ["User.Read"])) { code in
                await #expect(throws: Never.self) {
                    try await sandbox("approve", ["user_code": code.userCode, "username": username])
                }
            }
        }

        func token(
            _ grant: AuthenticationResult, scopes: Scopes = ["User.Read"], claims: String? = nil
        ) async throws -> AuthenticationResult {
            try await application().acquireTokenSilently(
                SilentRequest(account: grant.account, tenantID: grant.tenantID, scopes: scopes, claims: claims))
        }

        /// The response of Graph to `GET /me`.
        func me(_ token: AuthenticationResult) async throws -> HTTPResponse {
            var request = HTTPRequest(url: "\(sandbox.description.graph)/v1.0/me")
            request.headers.set("Authorization", secret: Secret("Bearer \(token.accessToken.expose())"))
            return try await http.send(request)
        }

        func user(_ username: String, kind: String) throws -> SandboxDescription.User {
            try #require(sandbox.description.users.first { $0.username == username && $0.kind == kind })
        }
    }

    private func withSandbox(
        clientCapabilities: [String] = [], _ body: (Running) async throws -> Void
    ) async throws {
        let sandbox = try await Sandbox.start()
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(Running(sandbox: sandbox, clientCapabilities: clientCapabilities)))
        } catch {
            outcome = .failure(error)
        }
        try await sandbox.shutdown()
        try outcome.get()
    }

    @Test func holdsSeveralAccounts() async throws {
        try await withSandbox { running in
            let application = try running.application()
            #expect(try application.accounts().isEmpty)
            let alice = try await running.signIn("alice@contoso.example")
            let carol = try await running.signIn("carol@fabrikam.example")
            #expect(Set(try application.accounts().map(\.id)) == [alice.account, carol.account])
            let user = try running.user("alice@contoso.example", kind: "work")
            let found = try #require(try application.account(homeAccountID: user.homeAccountId))
            #expect(found.username == user.username)
            #expect(found.displayName == user.displayName)
            #expect(found.tenantProfile(in: user.tenantId)?.objectID == user.objectId)
            #expect(try application.accounts(username: "CAROL@fabrikam.example").map(\.id) == [carol.account])
            #expect(try application.accounts(username: "nobody@contoso.example").isEmpty)
            #expect(try application.account(homeAccountID: "nobody") == nil)
        }
    }

    @Test func oneUsernameMayBeTwoAccounts() async throws {
        try await withSandbox { running in
            for kind in ["work", "personal"] {
                let user = try running.user("sam@contoso.example", kind: kind)
                let grant = try await running.signIn(
                    user.homeAccountId, authority: running.sandbox.description.authorities[user.tenant])
                #expect(grant.account.homeAccountID == user.homeAccountId)
                #expect(grant.tenantID == user.tenantId)
            }
            #expect(try running.application().accounts(username: "sam@contoso.example").count == 2)
        }
    }

    @Test func cachesATokenUntilItExpiresThenRenewsIt() async throws {
        try await withSandbox { running in
            let grant = try await running.signIn("alice@contoso.example")
            let kept = try await running.token(grant)
            #expect(kept.source == .cache)
            running.clock.advance(by: 3600)
            try await running.sandbox("time", ["advance": 3600])
            let renewed = try await running.token(grant)
            #expect(renewed.source == .server)
            #expect(renewed.accessToken != kept.accessToken)
            #expect(try await running.token(grant).accessToken == renewed.accessToken)
        }
    }

    @Test func tokenForTheFirstResourceIsCached() async throws {
        try await withSandbox { running in
            let grant = try await running.signIn("alice@contoso.example")
            let scopes: Scopes = ["User.Read", "https://vault.azure.net/user_impersonation"]
            #expect(try await running.token(grant, scopes: scopes).source == .cache)
            running.clock.advance(by: 3600)
            try await running.sandbox("time", ["advance": 3600])
            #expect(try await running.token(grant, scopes: scopes).scopes.areForGraph)
        }
    }

    @Test func revokedSessionRequiresInteractionForThatAccountOnly() async throws {
        try await withSandbox { running in
            let alice = try await running.signIn("alice@contoso.example")
            let carol = try await running.signIn("carol@fabrikam.example")
            try await running.sandbox("revoke", ["username": "alice@contoso.example"])
            running.clock.advance(by: 3600)
            let error = await #expect(throws: AuthError.self) { try await running.token(alice) }
            guard case .interactionRequired(let details) = error else { throw Unexpected(error) }
            #expect(details.account == alice.account)
            #expect(try await running.token(carol).source == .server)
        }
    }

    /// Continuous access evaluation: Graph refuses a revoked token before it expires and says which claims the next needs.
    @Test func revokedTokenIsReplacedByTheClaimsOfTheChallenge() async throws {
        try await withSandbox(clientCapabilities: ["cp1"]) { running in
            let alice = try await running.signIn("alice@contoso.example")
            #expect(try await running.me(alice).status == 200)
            try await running.sandbox("revoke", ["username": "alice@contoso.example", "keepRefreshTokens": true])
            let refusal = try await running.me(try await running.token(alice))
            #expect(refusal.status == 401)
            let challenge = try #require(AuthenticationChallenge.all(in: refusal.headers).first)
            let claims = try #require(challenge.parameters["claims"].flatMap { Data(base64Encoded: $0) })
            let renewed = try await running.token(alice, claims: String(decoding: claims, as: UTF8.self))
            #expect(renewed.source == .server)
            #expect(try await running.me(renewed).status == 200)
        }
    }

    @Test func serverErrorRequiresNoInteraction() async throws {
        try await withSandbox { running in
            let grant = try await running.signIn("alice@contoso.example")
            running.clock.advance(by: 3600)
            try await running.sandbox("faults", ["on": "token", "status": 503, "headers": ["Retry-After": "9"]])
            let error = await #expect(throws: AuthError.self) { try await running.token(grant) }
            guard case .serverUnavailable(_, 503, 9) = error else { throw Unexpected(error) }
            #expect(try await running.token(grant).source == .server)
        }
    }

    @Test func removesOneAccountOnly() async throws {
        try await withSandbox { running in
            let alice = try await running.signIn("alice@contoso.example")
            let carol = try await running.signIn("carol@fabrikam.example")
            let application = try running.application()
            #expect(
                try application.remove(alice.account) == RemovedTokens(accessTokens: 1, refreshTokens: 1, idTokens: 1))
            #expect(try application.accounts().map(\.id) == [carol.account])
            await #expect(throws: AuthError.self) { try await running.token(alice) }
            #expect(try await running.token(carol).source == .cache)
            #expect(
                try application.remove(alice.account) == RemovedTokens(accessTokens: 0, refreshTokens: 0, idTokens: 0))
        }
    }

    @Test func listsAccountsOfItsOwnCloudOnly() async throws {
        try await withSandbox { running in
            _ = try await running.signIn("alice@contoso.example")
            #expect(try running.application("https://login.microsoftonline.com/common").accounts().isEmpty)
        }
    }
}
