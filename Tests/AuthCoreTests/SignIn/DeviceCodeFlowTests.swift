import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AuthCore

@Suite struct DeviceCodeFlowTests {
    private static let code = #"""
        {"device_code":"GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS","user_code":"WDJB-MJHT",
        "verification_uri":"https://example.com/device",
        "verification_uri_complete":"https://example.com/device?user_code=WDJB-MJHT","expires_in":1800,"interval":5}
        """#

    private static func refusal(_ code: String) -> ScriptedHTTP.Reply {
        .json(#"{"error":"\#(code)"}"#, status: 400)
    }

    /// Runs the flow with these responses to polls.
    private func run(
        _ polls: [ScriptedHTTP.Reply], code: String = Self.code, timeout: Duration = .seconds(3600),
        clockJump: Double = 0, claims: String? = nil
    ) async throws -> (result: Result<TokenGrant, AuthError>, waits: [Double], http: ScriptedHTTP) {
        let clock = TestClock()
        let http = ScriptedHTTP([.json(try Contoso.discovery()), .json(code)] + polls) { _ in
            clock.advance(by: clockJump)
        }
        let flow = DeviceCodeFlow(
            client: .contoso(try Contoso.authority(), clock: clock.wallClock), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil)
        ) { _ in }
        let request = SignInRequest(scopes: ["User.Read"], claims: claims, timeout: timeout)
        do throws(AuthError) {
            return (.success(try await flow.run(request)), clock.waits, http)
        } catch {
            return (.failure(error), clock.waits, http)
        }
    }

    @Test(arguments: ["http://example.com/device", "https://h/\nacct: Signed in.", "javascript:alert(1)", "h", ""])
    func pageThatMustNotBeOpenedEndsTheSignIn(page: String) async throws {
        let members = ["device_code": "d", "user_code": "u", "verification_uri": page]
        let run = try await run([], code: String(decoding: try JSONEncoder().encode(members), as: UTF8.self))
        guard case .failure(.unsafeVerificationPage(page)) = run.result else { throw Unexpected(run.result) }
    }

    /// RFC 8628 section 3.5.
    @Test func pollsAtTheRequestedInterval() async throws {
        let run = try await run([
            Self.refusal("authorization_pending"), Self.refusal("slow_down"), Self.refusal("authorization_pending"),
            .json(try Contoso.tokens()),
        ])
        #expect(try run.result.get().account == Contoso.account)
        #expect(run.waits == [5, 5, 10, 10])
        run.http.expectAllUsed()
    }

    @Test func sendsTheFieldsOfRFC8628() async throws {
        let run = try await run([.json(try Contoso.tokens())])
        #expect(run.http.forms.count == 2)
        #expect(run.http.forms.first?["client_id"] == Contoso.clientID)
        #expect(run.http.forms.first?["scope"] == "User.Read openid profile offline_access")
        #expect(run.http.forms.last?["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code")
        #expect(run.http.forms.last?["device_code"] == "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS")
        #expect(run.http.forms.last?["client_id"] == Contoso.clientID)
        #expect(run.http.forms.last?["client_info"] == "1")
        #expect(run.http.forms.last?["scope"] == "User.Read openid profile offline_access")
    }

    /// Without them the token would be refused for the same claims again.
    @Test func demandedClaimsAreInBothRequests() async throws {
        let run = try await run([.json(try Contoso.tokens())], claims: #"{"access_token":{}}"#)
        #expect(run.http.forms.map { $0["claims"] } == [#"{"access_token":{}}"#, #"{"access_token":{}}"#])
    }

    @Test func showsTheCodeBeforePolling() async throws {
        let shown = Mutex<[DeviceCode]>([])
        let http = ScriptedHTTP([.json(try Contoso.discovery()), .json(Self.code), .json(try Contoso.tokens())])
        let flow = DeviceCodeFlow(
            client: .contoso(try Contoso.authority(), clock: TestClock().wallClock), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil)
        ) { code in
            #expect(http.requests.count == 2)
            shown.withLock { $0.append(code) }
        }
        _ = try await flow.run(SignInRequest(scopes: ["User.Read"]))
        let first = shown.withLock { $0.first }
        let code = try #require(first)
        #expect(code.userCode == "WDJB-MJHT")
        #expect(code.verificationURI == "https://example.com/device")
        #expect(code.verificationURIComplete == "https://example.com/device?user_code=WDJB-MJHT")
        #expect(code.expiresIn == .seconds(1800))
        #expect(!"\(code)".contains("GmRhmhcxhwAzkoEqiMEg"))
    }

    /// RFC 8628 section 3.5: on a timeout, wait longer before the next poll.
    @Test(arguments: [
        ScriptedHTTP.Reply.offline, .json("<html>", status: 503), .json("", status: 429),
        .failure(.timedOut(host: "h", seconds: 100)), .failure(.connectionLost(host: "h", reason: "r")),
        // The page of a network that wants a sign-in of its own, with or without a certificate.
        .json("<html>", status: 200), .json("<html>", status: 302), .failure(.tls(host: "h", reason: "r")),
        // Throttling with an error, and a gateway.
        .json(#"{"error":"too_many_requests"}"#, status: 429), .json("", status: 401),
        .json(#"{"error":"server_error"}"#, status: 400), .json(#"{"error":"temporarily_unavailable"}"#, status: 400),
    ])
    func backsOffWhileTheServerIsUnreachable(trouble: ScriptedHTTP.Reply) async throws {
        let run = try await run(
            Array(repeating: trouble, count: 8) + [Self.refusal("authorization_pending"), .json(try Contoso.tokens())])
        #expect(throws: Never.self) { try run.result.get() }
        let whileDown = run.waits[1...8]
        #expect(zip(whileDown, whileDown.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(run.waits[1] > run.waits[0])
        #expect(whileDown.allSatisfy { $0 <= 65 })
        #expect(run.waits.last == 5)
    }

    /// The last poll comes at the end of the time, also where the wait should have been longer.
    @Test(arguments: [
        (Array(repeating: ScriptedHTTP.Reply.offline, count: 4), [5.0, 10, 15, 10]),
        ([.json("", status: 429, headers: HTTPHeaders([("Retry-After", "3600")]))], [5, 35]),
        ([.json("", status: 503, headers: HTTPHeaders([("Retry-After", "20")]))], [5, 20]),
    ])
    func codeIsPolledToItsEnd(troubles: [ScriptedHTTP.Reply], waits: [Double]) async throws {
        let replies = Array(troubles.prefix(waits.count - 1)) + [.json(try Contoso.tokens())]
        let run = try await run(replies, code: Self.code.replacing(#""expires_in":1800"#, with: #""expires_in":40"#))
        #expect(throws: Never.self) { try run.result.get() }
        #expect(run.waits == waits)
        run.http.expectAllUsed()
    }

    @Test(arguments: ["expired_token", "code_expired"])
    func expiredCodeIsItsOwnError(code: String) async throws {
        let run = try await run([Self.refusal(code)])
        guard case .failure(.deviceCodeExpired) = run.result else { throw Unexpected(run.result) }
    }

    @Test(arguments: [
        (#""expires_in":12"#, 3600, [5.0, 5]), (#""expires_in":900"#, 12, [5, 5]), (#""expires_in":900"#, 3, [3]),
        (#""expires_in":3"#, 900, [3]), (#""expires_in":900"#, 0, [0]),
    ])
    func stopsAtTheExpiryOrTheTimeout(lifetime: String, timeout: Int64, waits: [Double]) async throws {
        let run = try await run(
            Array(repeating: Self.refusal("authorization_pending"), count: waits.count),
            code: Self.code.replacing(#""expires_in":1800"#, with: lifetime), timeout: .seconds(timeout))
        switch run.result {
        case .failure(.deviceCodeTimedOut(let seconds)): #expect(lifetime.hasSuffix("900") && seconds == timeout)
        case .failure(.deviceCodeExpired): #expect(!lifetime.hasSuffix("900"))
        default: throw Unexpected(run.result)
        }
        #expect(run.waits == waits)
        run.http.expectAllUsed()
    }

    @Test(arguments: [31_536_000.0, -31_536_000]) func clockThatIsSetDoesNotEndTheWait(jump: Double) async throws {
        let run = try await run(
            [Self.refusal("authorization_pending"), Self.refusal("authorization_pending")],
            code: Self.code.replacing(#""expires_in":1800"#, with: #""expires_in":12"#), clockJump: jump)
        guard case .failure(.deviceCodeExpired) = run.result else { throw Unexpected(run.result) }
        #expect(run.waits == [5, 5])
    }

    /// RFC 8707 section 2.2. A parameter for a page is of the device authorization request alone.
    @Test func tokenRequestNamesTheResourceToo() async throws {
        let document = try OIDCIssuer.discovery(["device_authorization_endpoint": "https://idp.example/d"])
        let http = ScriptedHTTP([.json(document), .json(Self.code), Self.refusal("access_denied")])
        let authority = try Authority(
            kind: .oidc, url: "https://idp.example",
            parameters: AuthorityParameters([
                .init(name: "resource", value: "https://api.example"), .init(name: "kc_idp_hint", value: "hint"),
            ]))
        let flow = DeviceCodeFlow(
            client: .contoso(authority, clock: TestClock().wallClock), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil)
        ) { _ in }
        _ = await failure { () async throws(AuthError) in try await flow.run(SignInRequest(scopes: [])) }
        #expect(http.forms.map { $0["resource"] } == ["https://api.example", "https://api.example"])
        #expect(http.forms.map { $0["kc_idp_hint"] } == ["hint", nil])
    }

    @Test(arguments: ["access_denied", "authorization_declined"])
    func decliningIsItsOwnError(code: String) async throws {
        let run = try await run([Self.refusal(code)])
        guard case .failure(.declined) = run.result else { throw Unexpected(run.result) }
    }

    @Test(arguments: ["invalid_grant", "invalid_client", "unauthorized_client"])
    func refusalEndsThePolling(code: String) async throws {
        let run = try await run([Self.refusal(code)])
        #expect(throws: AuthError.self) { try run.result.get() }
        #expect(run.waits == [5])
    }

    /// The code is spent, or nothing is sent at all: to poll on would change nothing.
    @Test(arguments: [
        ScriptedHTTP.Reply.json("{}"), .json(#"{"access_token":1}"#, status: 201),
        .failure(.clientCertificate(path: "/cert.pem", .unreadable)),
    ])
    func otherTroubleThanTheNetworksEndsThePolling(reply: ScriptedHTTP.Reply) async throws {
        let run = try await run([reply])
        #expect(throws: AuthError.self) { try run.result.get() }
        #expect(run.waits == [5])
    }

    @Test func credentialThatCannotBeReadEndsThePolling() async throws {
        let (folder, clock) = (try TemporaryFolder(), TestClock())
        let path = try folder.write("eyJh.eyJi.c2ln", to: "token")
        let http = ScriptedHTTP([.json(try Contoso.discovery()), .json(Self.code)])
        let client = ClientAuthentication(
            clientID: Contoso.clientID, authority: try Contoso.authority(),
            credential: .federatedTokenFile(path: path), clock: clock.wallClock)
        let flow = DeviceCodeFlow(
            client: client, http: http, discovery: Discovery(http: http, clock: clock.wallClock, authorityCache: nil)
        ) { _ in try? FileManager.default.removeItem(atPath: path) }
        let error = await failure { () async throws(AuthError) in try await flow.run(SignInRequest(scopes: [])) }
        guard case .application(.tokenFile(path, .unreadable)) = error else { throw Unexpected(error) }
        #expect(clock.waits == [5])
    }

    @Test func troubleUpToTheEndIsTheError() async throws {
        let run = try await run(
            [.failure(.tls(host: "h", reason: "r"))],
            code: Self.code.replacing(#""expires_in":1800"#, with: #""expires_in":9"#))
        guard case .failure(.network(.tls)) = run.result else { throw Unexpected(run.result) }
    }

    @Test func missingEndpointIsItsOwnError() async throws {
        let http = ScriptedHTTP([.json(try OIDCIssuer.discovery())])
        let flow = DeviceCodeFlow(
            client: .contoso(try OIDCIssuer.authority(), clock: TestClock().wallClock),
            http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil)
        ) { _ in Issue.record("nothing to show") }
        let error = await failure { () async throws(AuthError) in try await flow.run(SignInRequest(scopes: [])) }
        guard case .deviceCodeUnsupported = error else { throw Unexpected(error) }
    }

    /// The discovery document of AD FS has no device authorization endpoint, and its token request has the older name of the
    /// code too.
    @Test(arguments: [
        ("https://fs.example/adfs/oauth2/token/", "https://fs.example/adfs/oauth2/devicecode"),
        ("https://fs.example/adfs/oauth2/token", "https://fs.example/adfs/oauth2/devicecode"),
    ])
    func adfsEndpointIsBesideTheTokenEndpoint(tokens: String, devices: String) async throws {
        let http = try adfs(tokens: tokens, [.json(Self.code), Self.refusal("access_denied")])
        let error = await failure { () async throws(AuthError) in
            try await adfsFlow(http).run(SignInRequest(scopes: []))
        }
        guard case .declined = error else { throw Unexpected(error) }
        #expect(http.requests.map(\.url).dropFirst() == [devices, tokens])
        #expect(http.forms.last?["code"] == http.forms.last?["device_code"])
        #expect(http.forms.last?["client_info"] == nil)
    }

    @Test(arguments: ["https://fs.example/adfs/t", "https://fs.example/token?x=/token", "https://fs.example/atoken"])
    func otherTokenEndpointsOfADFSAreNotGuessedFrom(tokens: String) async throws {
        let http = try adfs(tokens: tokens, [])
        let error = await failure { () async throws(AuthError) in
            try await adfsFlow(http).run(SignInRequest(scopes: []))
        }
        guard case .deviceCodeUnsupported = error else { throw Unexpected(error) }
    }

    private func adfs(tokens: String, _ replies: [ScriptedHTTP.Reply]) throws -> ScriptedHTTP {
        let document = try JSONEncoder().encode([
            "issuer": "https://fs.example/adfs", "authorization_endpoint": "https://fs.example/adfs/oauth2/authorize/",
            "token_endpoint": tokens,
        ])
        return ScriptedHTTP([.json(String(decoding: document, as: UTF8.self))] + replies)
    }

    private func adfsFlow(_ http: ScriptedHTTP) throws(AuthError) -> DeviceCodeFlow {
        DeviceCodeFlow(
            client: .contoso(try Authority(url: "https://fs.example/adfs"), clock: TestClock().wallClock), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil)
        ) { _ in }
    }

    @Test func cancellationEndsThePolling() async throws {
        let http = ScriptedHTTP([.json(try Contoso.discovery()), .json(Self.code)])
        let flow = DeviceCodeFlow(
            client: .contoso(try Contoso.authority(), clock: HeldClock().wallClock), http: http,
            discovery: Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil)
        ) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        let error = await Task {
            await failure { () async throws(AuthError) in try await flow.run(SignInRequest(scopes: [])) }
        }.value
        guard case .network(.cancelled) = error else { throw Unexpected(error) }
    }
}

@Suite struct DeviceCodeTests {
    private func decode(_ json: String) -> DeviceCode? {
        try? JSONDecoder().decode(DeviceCode.self, from: Data(json.utf8))
    }

    @Test(arguments: [
        ("5", 5), (#""7""#, 7), ("0", 1), ("-3", 5), ("null", 5), ("1e300", 5), (#""often""#, 5),
    ])
    func intervalIsAtLeastOneSecond(interval: String, seconds: Int) throws {
        let code = try #require(
            decode(#"{"device_code":"d","user_code":"u","verification_uri":"v","interval":\#(interval)}"#))
        #expect(code.interval == .seconds(seconds))
        #expect(code.expiresIn == .seconds(1800))
    }

    @Test func readsTheOlderSpellingOfTheAddress() {
        #expect(decode(#"{"device_code":"d","user_code":"u","verification_url":"v"}"#)?.verificationURI == "v")
    }

    @Test(arguments: ["", "A\nacct: Signed in.", "A\u{1B}[2J", "\u{202E}A", String(repeating: "A", count: 65)])
    func rejectsACodeThatCannotBeShown(code: String) throws {
        let members = ["device_code": "d", "user_code": code, "verification_uri": "https://h"]
        #expect(decode(String(decoding: try JSONEncoder().encode(members), as: UTF8.self)) == nil)
    }

    @Test func ignoresACompleteAddressThatMustNotBeOpened() {
        let json =
            #"{"device_code":"d","user_code":"u","verification_uri":"v","verification_uri_complete":"file:///x"}"#
        #expect(decode(json)?.verificationURIComplete == nil)
    }

    @Test(arguments: [
        "{}", "[]", "", #"{"device_code":"d","user_code":"u"}"#, #"{"user_code":"u","verification_uri":"v"}"#,
        #"{"device_code":"d","verification_uri":"v"}"#, #"{"device_code":1,"user_code":"u","verification_uri":"v"}"#,
    ])
    func rejectsAResponseWithoutACode(json: String) {
        #expect(decode(json) == nil)
    }
}
