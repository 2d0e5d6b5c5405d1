import HTTPTransport
import HostileInput
import Synchronization
import Testing

@testable import AuthCore

@Suite struct AuthorizationResponseTests {
    @Test(arguments: [
        ("code=c&state=s", AuthorizationResponse.code("c")),
        ("state=s&code=c&session_state=x&client_info=y", .code("c")),
        ("code=c&state=s&iss=https%3A%2F%2Fidp.example", .code("c")), ("code=a%2Bb+c&state=s", .code("a+b c")),
        ("code=c", .wrongState), ("code=c&state=", .wrongState), ("code=c&state=S", .wrongState),
        ("code=c&state=s&state=s", .wrongState), ("code=c&state=s&state=x", .wrongState), ("", .wrongState),
        ("error=access_denied", .wrongState), ("error=access_denied&state=x", .wrongState),
        ("code=c&state=s&iss=https%3A%2F%2Fevil.example", .wrongIssuer("https://evil.example")),
        ("code=c&state=s&iss=", .wrongIssuer("")),
        ("code=c&state=s&iss=https%3A%2F%2Fidp.example&iss=x", .wrongIssuer("")),
        ("code=c&iss=https%3A%2F%2Fevil.example", .wrongState),
        (
            "error=access_denied&state=s&iss=https%3A%2F%2Fevil.example",
            .wrongIssuer("https://evil.example")
        ),
        ("error=access_denied&state=s&iss=https%3A%2F%2Fidp.example", .error(OAuthError(code: "access_denied"))),
        ("state=s", .missingCode), ("state=s&code=", .missingCode), ("state=s&code=a&code=b", .missingCode),
        ("state=s&error=access_denied", .error(OAuthError(code: "access_denied"))),
        ("state=s&error=access_denied&code=c", .error(OAuthError(code: "access_denied"))),
        (
            "state=s&error=access_denied&error_description=AADSTS65004%3A+No.%0D%0ATrace+ID&error_subcode=cancel",
            .error(
                OAuthError(
                    code: "access_denied", description: "AADSTS65004: No.\r\nTrace ID", suberror: "cancel",
                    codes: [65004]))
        ),
    ])
    func parsesTheRedirect(query: String, response: AuthorizationResponse) {
        #expect(AuthorizationResponse(FormFields(query), state: "s", issuer: "https://idp.example") == response)
    }

    @Test(arguments: [
        ("code=c&state=s&iss=i", AuthorizationResponse.code("c")), ("code=c&state=s", .wrongIssuer("")),
        ("error=access_denied&state=s", .wrongIssuer("")),
    ])
    func issuerThatNamesItselfIsExpected(query: String, response: AuthorizationResponse) {
        #expect(
            AuthorizationResponse(FormFields(query), state: "s", issuer: "i", namesIssuer: true) == response)
    }

    @Test func ignoresIssWithATemplateIssuer() {
        let fields = FormFields("code=c&state=s&iss=https%3A%2F%2Flogin.example%2Ft%2Fv2.0")
        let response = AuthorizationResponse(fields, state: "s", issuer: "https://login.example/{tenantid}/v2.0")
        #expect(response == .code("c"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func ignoresARedirectWithoutTheState(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let state = RandomToken.make()
        for _ in 0..<200 {
            let fields = FormFields(String(decoding: generator.bytes(upTo: 60), as: UTF8.self))
            #expect(AuthorizationResponse(fields, state: state, issuer: "") == .wrongState)
        }
    }
}

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

    @Test(arguments: SeededGenerator.seeds) func anyTextIsReadWithoutATrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 { _ = CopiedRedirect(random.text(upTo: 80)).fields["code"] }
    }

    private func flow(_ http: ScriptedHTTP) throws -> AuthorizationCodeFlow {
        AuthorizationCodeFlow(
            client: .contoso(try Contoso.authority(), clock: TestClock.still), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil),
            redirectURI: .localhost
        ) { _ in Issue.record("no page is opened here") }
    }

    @Test func requestsTheResponseInTheQuery() async throws {
        let http = ScriptedHTTP([.json(try Contoso.discovery())])
        let flow = try flow(http)
        let error = await failure { () async throws(AuthError) in
            try await flow.run(SignInRequest(scopes: ["User.Read"])) { url, _ in
                #expect(url.contains("response_mode=query"))
                #expect(url.contains("redirect_uri=http%3A%2F%2Flocalhost&"))
                return "http://localhost/?code=stolen&state=of-another"
            }
        }
        guard case .redirect(.wrongState) = error else { throw Unexpected(error) }
        #expect(http.forms.isEmpty)
    }

    @Test(
        arguments: [
            (["nonsense", "?code=c&state=other", "", "more"], [nil, .missingCode, .wrongState]),
            (["nonsense"], [nil]),
        ] as [([String], [RedirectProblem?])])
    func wrongTextIsAskedForAgainThreeTimes(texts: [String], problems: [RedirectProblem?]) async throws {
        let flow = try flow(ScriptedHTTP([.json(try Contoso.discovery())]))
        let remaining = Mutex(texts[...])
        let seen = Mutex<[RedirectProblem?]>([])
        let error = await failure { () async throws(AuthError) in
            try await flow.run(SignInRequest(scopes: [])) { _, problem in
                let text = remaining.withLock { $0.popFirst() }
                if text != nil { seen.withLock { $0.append(problem) } }
                return text
            }
        }
        guard case .redirect(.missingCode) = error else { throw Unexpected(error) }
        #expect(seen.withLock(\.self) == problems)
    }

    @Test func endOfInputDeclinesTheSignIn() async throws {
        let flow = try flow(ScriptedHTTP([.json(try Contoso.discovery())]))
        let error = await failure { () async throws(AuthError) in
            try await flow.run(SignInRequest(scopes: [])) { _, _ in nil }
        }
        guard case .declined = error else { throw Unexpected(error) }
    }
}
