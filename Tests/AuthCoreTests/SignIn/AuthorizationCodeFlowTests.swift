import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AuthCore

@Suite(.timeLimit(.minutes(1))) struct AuthorizationCodeFlowTests {
    /// The result of a sign-in, with the page and the requests.
    private struct Run {
        let result: Result<TokenGrant, AuthError>
        let page: String
        let authorization: FormFields
        let http: ScriptedHTTP
    }

    /// A browser that redirects at once with this response, after `tokens` made the server's reply for its nonce.
    private func run(
        _ signIn: SignInRequest = SignInRequest(scopes: ["User.Read"]), answer: String = "code=c0de",
        then later: [ScriptedHTTP.Reply] = [],
        tokens: @escaping @Sendable (_ nonce: String) throws -> ScriptedHTTP.Reply?
    ) async throws -> Run {
        let http = ScriptedHTTP([.json(try Contoso.discovery())])
        let tab = Mutex<(fields: FormFields, page: Task<String?, Never>)?>(nil)
        let flow = AuthorizationCodeFlow(
            client: .contoso(try Contoso.authority(), clock: TestClock.still), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil),
            redirectURI: .localhost
        ) { start throws(AuthError) in
            let url = await BrowserTab.page(from: start) ?? ""
            let fields = FormFields(url.split(separator: "?", maxSplits: 1).last ?? "")
            if let reply = try? tokens(fields["nonce"] ?? "") { http.enqueue(reply) }
            later.forEach { http.enqueue($0) }
            let port = fields["redirect_uri"]?.split(separator: ":").last.flatMap { Int($0) } ?? 0
            let page = Task { await BrowserTab.post("\(answer)&state=\(fields["state"] ?? "")", port: port) }
            tab.withLock { $0 = (fields, page) }
        }
        let result: Result<TokenGrant, AuthError>
        do throws(AuthError) { result = .success(try await flow.run(signIn)) } catch { result = .failure(error) }
        let opened = tab.withLock { $0 }
        let seen = try #require(opened)
        return Run(result: result, page: await seen.page.value ?? "", authorization: seen.fields, http: http)
    }

    @Test func redeemsTheCode() async throws {
        let run = try await run { nonce in .json(try Contoso.tokens(["id_token": Contoso.idToken(["nonce": nonce])])) }
        #expect(try run.result.get().account == Contoso.account)
        #expect(run.page.contains("Signed in as alice@contoso.example"))
        let form = try #require(run.http.forms.first)
        #expect(form["grant_type"] == "authorization_code")
        #expect(form["code"] == "c0de")
        #expect(form["client_id"] == Contoso.clientID)
        #expect(form["redirect_uri"] == run.authorization["redirect_uri"])
        #expect(form["scope"] == "User.Read openid profile offline_access")
        #expect(PKCE(verifier: form["code_verifier"] ?? "").challenge == run.authorization["code_challenge"])
        run.http.expectAllUsed()
    }

    @Test func requestsConsentForAllScopesAndATokenForOneResource() async throws {
        let signIn = SignInRequest(scopes: ["User.Read", "https://vault.azure.net/.default"], claims: "{}")
        let run = try await run(signIn) { nonce in
            .json(try Contoso.tokens(["id_token": Contoso.idToken(["nonce": nonce])]))
        }
        #expect(
            run.authorization["scope"] == "User.Read https://vault.azure.net/.default openid profile offline_access")
        #expect(run.http.forms.first?["scope"] == "User.Read openid profile offline_access")
        #expect(run.http.forms.first?["claims"] == "{}")
    }

    @Test func rejectsATokenWithAnotherNonce() async throws {
        let run = try await run { _ in .json(try Contoso.tokens(["id_token": Contoso.idToken(["nonce": "other"])])) }
        guard case .failure(.identityMismatch(.wrongNonce)) = run.result else { throw Unexpected(run.result) }
        #expect(run.page.contains("Not signed in"))
    }

    @Test func rejectsAnotherAccountAndShowsItsName() async throws {
        var signIn = SignInRequest(scopes: ["User.Read"])
        signIn.expectedAccount = Contoso.account
        let run = try await run(signIn) { nonce in
            let token = try Contoso.idToken(["nonce": nonce, "preferred_username": "<bob>"])
            return .json(try Contoso.tokens(["id_token": token, "client_info": Contoso.clientInfo(uid: "bob")]))
        }
        guard case .failure(.wrongAccount) = run.result else { throw Unexpected(run.result) }
        #expect(run.page.contains("&lt;bob&gt; is not the expected account."))
    }

    @Test func decliningIsItsOwnError() async throws {
        let run = try await run(answer: "error=access_denied&error_description=AADSTS65004%3A+x") { _ in nil }
        guard case .failure(.declined(let error)) = run.result else { throw Unexpected(run.result) }
        #expect(error.codes == [65004])
        #expect(run.page.contains("cancelled"))
        #expect(run.http.forms.isEmpty)
    }

    @Test func pageDoesNotShowTheErrorDescription() async throws {
        let run = try await run(answer: "error=server_error&error_description=%3Cscript%3E") { _ in nil }
        guard case .failure(.refused) = run.result else { throw Unexpected(run.result) }
        #expect(!run.page.contains("script"))
    }

    /// The server may have used the code before it failed: then the second attempt says so, and the first error counts.
    @Test func firstErrorCountsWhereTheCodeIsSpent() async throws {
        let spent = ScriptedHTTP.Reply.json(#"{"error":"invalid_grant","error_codes":[54005]}"#, status: 400)
        let run = try await run(then: [spent]) { _ in .json(#"{"error":"server_error"}"#, status: 500) }
        guard case .failure(.serverUnavailable(_, 500, nil)) = run.result else { throw Unexpected(run.result) }
        #expect(run.http.forms.count == 2)
        #expect(run.page.contains("Not signed in"))
    }

    @Test(arguments: [502, 504]) func codeIsNotRedeemedAgainBehindAGateway(status: Int) async throws {
        let run = try await run { _ in .json("<html>", status: status) }
        guard case .failure(.serverUnavailable) = run.result else { throw Unexpected(run.result) }
        #expect(run.http.forms.count == 1)
    }

    @Test func opensNoPageWithoutDiscovery() async throws {
        let http = ScriptedHTTP([.offline])
        let flow = AuthorizationCodeFlow(
            client: .contoso(try Contoso.authority(), clock: TestClock.still), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil), redirectURI: .localhost
        ) { _ in Issue.record("no page should open") }
        let error = await failure { () async throws(AuthError) in try await flow.run(SignInRequest(scopes: [])) }
        guard case .network = error else { throw Unexpected(error) }
    }
}
