import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

@Suite struct AuthorizationRequestTests {
    private func request(
        _ signIn: SignInRequest, tenant: String = Contoso.tenantID, oidc: Bool = false, at other: Authority? = nil,
        endpoint: String = "https://idp.example/authorize", prompts: [String]? = nil
    ) throws -> AuthorizationRequest {
        let authority =
            try other ?? (oidc ? OIDCIssuer.authority() : Contoso.authority(tenant))
        var configuration = OpenIDConfiguration(
            issuer: authority.url, authorizationEndpoint: endpoint, tokenEndpoint: "https://idp.example/token")
        configuration.promptValuesSupported = prompts
        return AuthorizationRequest(
            authority: authority, configuration: configuration, clientID: "client 1",
            redirectURI: "http://localhost:5000", signIn: signIn)
    }

    private func fields(_ request: AuthorizationRequest) throws -> FormFields {
        FormFields(try #require(request.url.split(separator: "?", maxSplits: 1).last))
    }

    /// A name that occurs twice reads as absent, so these also show that each occurs once.
    @Test func requestsACodeWithPKCE() throws {
        let request = try request(SignInRequest(scopes: ["User.Read"], claims: #"{"a":"ü&="}"#))
        let fields = try fields(request)
        #expect(request.url.hasPrefix("https://idp.example/authorize?"))
        #expect(fields["client_id"] == "client 1")
        #expect(fields["response_type"] == "code")
        #expect(fields["redirect_uri"] == "http://localhost:5000")
        #expect(fields["scope"] == "User.Read openid profile offline_access")
        #expect(fields["state"] == request.state)
        #expect(fields["nonce"] == request.nonce)
        #expect(fields["code_challenge"] == request.pkce.challenge)
        #expect(fields["code_challenge_method"] == "S256")
        #expect(fields["claims"] == #"{"a":"ü&="}"#)
        #expect(!request.url.contains(request.pkce.verifier))
    }

    @Test func stateNonceAndVerifierAreUnique() throws {
        let requests = try (0..<20).map { _ in try request(SignInRequest(scopes: [])) }
        let secrets = requests.flatMap { [$0.state, $0.nonce, $0.pkce.verifier] }
        #expect(Set(secrets).count == secrets.count)
        #expect(secrets.allSatisfy { $0.utf8.count >= 43 })
    }

    @Test(arguments: [(false, "form_post", "1"), (true, nil, nil)])
    func sendsPlatformParametersToThePlatformOnly(oidc: Bool, responseMode: String?, clientInfo: String?) throws {
        let fields = try fields(try request(SignInRequest(scopes: []), oidc: oidc))
        #expect(fields["response_mode"] == responseMode)
        #expect(fields["client_info"] == clientInfo)
    }

    @Test(
        arguments: [
            (nil, nil, false, "select_account"), (nil, "a@b", false, nil),
            (.login, nil, false, "login"), (.consent, "a@b", false, "consent"),
            (.selectAccount, "a@b", false, "select_account"), (.consent, nil, true, "consent"),
        ] as [(SignInRequest.Prompt?, String?, Bool, String?)])
    func loginHintSuppressesTheAccountPicker(
        prompt: SignInRequest.Prompt?, hint: String?, oidc: Bool, sent: String?
    ) throws {
        let signIn = SignInRequest(scopes: [], loginHint: hint, prompt: prompt)
        let fields = try fields(try request(signIn, oidc: oidc))
        #expect(fields["prompt"] == sent)
        #expect(fields["login_hint"] == hint)
    }

    /// At a server that may ignore the login hint, the account of the browser's session would sign in again.
    @Test(
        arguments: [
            (nil, "login"), (["none", "login", "consent"], "login"), (["login", "select_account"], "select_account"),
            (["none", "create"], nil), ([], nil),
        ] as [([String]?, String?)])
    func newAccountIsAskedForInTheWayThatTheServerSupports(supported: [String]?, sent: String?) throws {
        for hint in [nil, "bob@idp.example"] {
            let signIn = SignInRequest(scopes: [], loginHint: hint)
            let fields = try fields(try request(signIn, oidc: true, prompts: supported))
            #expect(fields["prompt"] == sent && fields["login_hint"] == hint)
        }
        let account = AccountID(homeAccountID: "bob", environment: "idp.example")
        let again = SignInRequest(scopes: [], loginHint: "bob@idp.example", expectedAccount: account)
        #expect(try fields(try request(again, oidc: true, prompts: supported))["prompt"] == nil)
    }

    @Test func federationServiceAsksForThePassword() throws {
        let authority = try Authority(url: "https://sts.contoso.example/adfs")
        #expect(try fields(try request(SignInRequest(scopes: []), at: authority))["prompt"] == "login")
    }

    @Test(arguments: [
        (Authority.personalTenantID, "common", "consumers"), (Authority.personalTenantID, "consumers", nil),
        (Contoso.tenantID, "common", nil),
    ])
    func expectedPersonalAccountGetsADomainHint(homeTenant: String, tenant: String, hint: String?) throws {
        let account = AccountID(homeAccountID: "u.\(homeTenant)", environment: "login.microsoftonline.com")
        let signIn = SignInRequest(scopes: [], expectedAccount: account)
        #expect(try fields(try request(signIn, tenant: tenant))["domain_hint"] == hint)
    }

    @Test func sendsADomainHintToThePlatformOnly() throws {
        let account = AccountID(
            homeAccountID: "u.\(Authority.personalTenantID)", environment: "login.microsoftonline.com")
        let signIn = SignInRequest(scopes: [], domainHint: "contoso.com", expectedAccount: account)
        #expect(try fields(try request(signIn, tenant: "common"))["domain_hint"] == "contoso.com")
        #expect(try fields(try request(signIn, oidc: true))["domain_hint"] == nil)
    }

    @Test func sendsTheParametersOfItsAuthority() throws {
        let parameters = try AuthorityParameters(query: "resource=urn:a&resource=urn:b&kc_idp_hint=x%20y")
        let authority = try Authority(kind: .oidc, url: "https://idp.example", parameters: parameters)
        let request = AuthorizationRequest(
            authority: authority, configuration: try configuration(), clientID: "c", redirectURI: "http://localhost",
            signIn: SignInRequest(scopes: []))
        let query = try #require(request.url.split(separator: "?").last)
        let sent = FormFields.pairs(query).filter { ["resource", "kc_idp_hint"].contains($0.name) }
        #expect(sent.map(\.value) == ["urn:a", "urn:b", "x y"])
    }

    /// RFC 9126 sections 2.1 and 4.
    @Test func parametersArePushedToAnIssuerThatDemandsIt() async throws {
        let http = ScriptedHTTP([.json(#"{"request_uri":"urn:x:1","expires_in":60}"#, status: 201)])
        var configuration = try configuration()
        configuration.pushedAuthorizationEndpoint = "https://idp.example/par"
        let request = AuthorizationRequest(
            authority: try OIDCIssuer.authority(), configuration: configuration,
            clientID: "c", redirectURI: "http://localhost", signIn: SignInRequest(scopes: ["a"]))
        var client = ClientAuthentication.contoso(request.authority)
        client.credential = .secret(Secret("s"))
        let page = try await request.page(of: client, over: http)
        #expect(page == "https://idp.example/authorize?client_id=c&request_uri=urn%3Ax%3A1")
        let pushed = try #require(http.requests.first)
        #expect(pushed.url == "https://idp.example/par" && pushed.headers.contains("Authorization"))
        #expect(pushed.form["client_id"] == "c" && pushed.form["state"] == request.state)
        #expect(pushed.form["code_challenge"] == request.pkce.challenge && pushed.form["client_secret"] == nil)
    }

    @Test(arguments: [
        (#"{"error":"invalid_request"}"#, 400, true), ("<html>", 200, false), ("{}", 201, false),
    ])
    func refusedPushEndsTheSignIn(body: String, status: Int, isRefusal: Bool) async throws {
        var configuration = try configuration()
        configuration.pushedAuthorizationEndpoint = "https://idp.example/par"
        let request = AuthorizationRequest(
            authority: try OIDCIssuer.authority(), configuration: configuration,
            clientID: "c", redirectURI: "http://localhost", signIn: SignInRequest(scopes: []))
        let http = ScriptedHTTP([.json(body, status: status)])
        let error = await failure { () async throws(AuthError) in
            try await request.page(of: .contoso(request.authority), over: http)
        }
        if case .refused(let refusal) = error {
            #expect(isRefusal && refusal.code == "invalid_request")
        } else {
            #expect(!isRefusal && error != nil)
        }
    }

    private func configuration(
        endpoint: String = "https://idp.example/authorize"
    ) throws -> OpenIDConfiguration {
        OpenIDConfiguration(
            issuer: "https://idp.example", authorizationEndpoint: endpoint, tokenEndpoint: "https://idp.example/token")
    }

    @Test func appendsToAnEndpointWithAQuery() throws {
        let request = try request(SignInRequest(scopes: []), endpoint: "https://idp.example/authorize?p=B2C_1")
        #expect(request.url.hasPrefix("https://idp.example/authorize?p=B2C_1&client_id="))
        #expect(request.url.count { $0 == "?" } == 1)
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyLoginHintStaysInItsParameter(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let hint = generator.text(upTo: 30)
            let request = try request(SignInRequest(scopes: [], loginHint: hint))
            let fields = try fields(request)
            #expect(fields["login_hint"].map { Array($0.utf8) } == Array(hint.utf8))
            #expect(fields["state"] == request.state)
            #expect(URL(string: request.url, encodingInvalidCharacters: false) != nil)
        }
    }
}

@Suite struct PKCETests {
    /// RFC 7636 appendix B.
    @Test func challengeMatchesRFC7636AppendixB() {
        let pkce = PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func verifiersAreUniqueAnd43Characters() {
        let verifiers = (0..<100).map { _ in PKCE().verifier }
        #expect(Set(verifiers).count == verifiers.count)
        for verifier in verifiers {
            // RFC 7636 section 4.1: 43 to 128 unreserved characters.
            #expect(verifier.utf8.count == 43)
            #expect(verifier.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) })
        }
    }
}
