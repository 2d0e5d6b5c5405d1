import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

/// Signing in on a machine that no browser can come back to.
@Suite struct CopiedRedirectTests {
    @Test(arguments: [
        "http://localhost/?code=c&state=s", "http://localhost?state=s&code=c&session_state=x#",
        "  \"http://localhost:8400/?code=c&state=s\"\r\n", "?code=c&state=s", "code=c&state=s",
        "http://localhost/#code=c&state=s", "<http://localhost/?code=c&state=s#_=_>",
    ])
    func parsesCopiedAddresses(text: String) {
        #expect(AuthorizationResponse(CopiedRedirect(text).fields, state: "s", issuer: "i") == .code("c"))
    }

    @Test(arguments: ["", " ", "http://localhost/", "yes", "http://localhost/?code=c&state=other", "?code=c"])
    func rejectsOtherText(text: String) {
        #expect(AuthorizationResponse(CopiedRedirect(text).fields, state: "s", issuer: "i") == .wrongState)
    }

    @Test(arguments: SeededGenerator.seeds) func acceptsAnyText(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 { _ = CopiedRedirect(random.text(upTo: 80)).fields["code"] }
    }

    private func flow(_ http: ScriptedHTTP) throws -> AuthorizationCodeFlow {
        AuthorizationCodeFlow(
            clientID: Contoso.clientID, authority: try Contoso.authority(), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil), clock: TestClock.still, redirectPort: 0
        ) { _ in Issue.record("no page is opened here") }
    }

    @Test func requestsTheResponseInTheQuery() async throws {
        let http = ScriptedHTTP([.json(try Contoso.discovery())])
        let flow = try flow(http)
        let error = await failure { () async throws(AuthError) in
            try await flow.run(SignInRequest(scopes: ["User.Read"])) { url in
                #expect(url.contains("response_mode=query"))
                #expect(url.contains("redirect_uri=http%3A%2F%2Flocalhost&"))
                return "http://localhost/?code=stolen&state=of-another"
            }
        }
        guard case .redirect(.wrongState) = error else { throw Unexpected(error) }
        #expect(http.forms.isEmpty)
    }

    @Test func givingUpIsDeclining() async throws {
        let flow = try flow(ScriptedHTTP([.json(try Contoso.discovery())]))
        let error = await failure { () async throws(AuthError) in
            try await flow.run(SignInRequest(scopes: [])) { _ in nil }
        }
        guard case .declined = error else { throw Unexpected(error) }
    }
}
