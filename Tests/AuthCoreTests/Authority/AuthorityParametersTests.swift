import HostileInput
import Testing

@testable import AuthCore

/// Request parameters that belong to an authority: their rules, their stored form, and what they change.
@Suite struct AuthorityParametersTests {
    private static let issuer = "https://idp.example/realm"

    @Test(arguments: [
        ("resource=https%3A%2F%2Fapi.example", "idp.example/realm?resource=https%3A%2F%2Fapi.example"),
        ("resource=urn%3Aa&resource=urn%3Ab", "idp.example/realm?resource=urn%3Aa&resource=urn%3Ab"),
        ("audience=api&organization=org_1", "idp.example/realm?audience=api"),
        ("access_type=offline", "idp.example/realm"), ("x=a%20%26%3D", "idp.example/realm"),
    ])
    func storedFormIsReadBack(query: String, environment: String) throws {
        let authority = try Authority(kind: .oidc, urlWithParameters: "\(Self.issuer)?\(query)")
        #expect(authority.url == Self.issuer)
        #expect(authority.urlWithParameters == "\(Self.issuer)?\(query)")
        #expect(authority.environment == environment)
        #expect(try Authority(kind: .oidc, urlWithParameters: authority.urlWithParameters) == authority)
    }

    @Test func authorityWithoutParametersIsStoredAsItsURL() throws {
        let authority = try Contoso.authority()
        #expect(authority.urlWithParameters == authority.url && authority.parameters.isEmpty)
        #expect(try authority.with(tenant: "fabrikam.com").parameters.isEmpty)
    }

    @Test func anotherTenantHasTheSameParameters() throws {
        let authority = try Authority(kind: .entra, urlWithParameters: "\(Contoso.base)/common?dc=x")
        #expect(try authority.with(tenant: "fabrikam.com").urlWithParameters == "\(Contoso.base)/fabrikam.com?dc=x")
    }

    @Test(arguments: [
        "client_id", "STATE", "redirect_uri", "scope", "request_uri", "client_secret", "code_verifier", "prompt",
        "response_type", "nonce", "claims", "a b", "", "ü", "a=b", "a&b",
    ])
    func namesOfTheProtocolAndOtherTextsAreRefused(name: String) async {
        let error = await failure { () async throws(AuthError) in
            try AuthorityParameters([AuthorityParameters.Parameter(name: name, value: "x")])
        }
        guard case .invalidParameter(name) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["", "a\nb", "\u{202E}x", String(repeating: "a", count: 2049)])
    func valuesThatNoFieldHoldsAreRefused(value: String) async {
        let error = await failure { () async throws(AuthError) in
            try AuthorityParameters([AuthorityParameters.Parameter(name: "resource", value: value)])
        }
        #expect(error != nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyStoredTextIsReadBackOrRefused(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let text = "\(Self.issuer)?\(generator.text(upTo: 40))"
            guard let authority = try? Authority(kind: .oidc, urlWithParameters: text) else { continue }
            #expect(try Authority(kind: .oidc, urlWithParameters: authority.urlWithParameters) == authority)
        }
    }
}
