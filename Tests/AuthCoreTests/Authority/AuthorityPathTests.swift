import Foundation
import Testing

@testable import AuthCore

/// The kind, the tenant and the discovery document that follow from an authority's URL.
@Suite struct AuthorityPathTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let typed: String
        let kind: Authority.Kind
        let url: String
        let document: String
        var testDescription: String { typed }
    }

    private static let wellKnown = ".well-known/openid-configuration"

    static let examples = [
        Example(
            typed: "https://login.microsoftonline.com/common", kind: .entra,
            url: "https://login.microsoftonline.com/common",
            document: "https://login.microsoftonline.com/common/v2.0/\(wellKnown)"),
        Example(
            typed: "https://fs.example.com/adfs", kind: .adfs, url: "https://fs.example.com/adfs",
            document: "https://fs.example.com/adfs/\(wellKnown)"),
        Example(
            typed: "https://fs.example.com/ADFS/", kind: .adfs, url: "https://fs.example.com/adfs",
            document: "https://fs.example.com/adfs/\(wellKnown)"),
        Example(
            typed: "https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin", kind: .b2c,
            url: "https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin",
            document: "https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin/v2.0/\(wellKnown)"),
        Example(
            typed: "https://login.example.com/tfp/contoso/B2C_1_signin", kind: .b2c,
            url: "https://login.example.com/tfp/contoso/B2C_1_signin",
            document: "https://login.example.com/tfp/contoso/B2C_1_signin/v2.0/\(wellKnown)"),
        Example(
            typed: "https://login.contoso.com/contoso.onmicrosoft.com/B2C_1_signin", kind: .b2c,
            url: "https://login.contoso.com/contoso.onmicrosoft.com/B2C_1_signin",
            document: "https://login.contoso.com/contoso.onmicrosoft.com/B2C_1_signin/v2.0/\(wellKnown)"),
        Example(
            typed: "https://contoso.ciamlogin.com", kind: .ciam,
            url: "https://contoso.ciamlogin.com/contoso.onmicrosoft.com",
            document: "https://contoso.ciamlogin.com/contoso.onmicrosoft.com/v2.0/\(wellKnown)"),
        Example(
            typed: "https://contoso.ciamlogin.com/fabrikam.example", kind: .ciam,
            url: "https://contoso.ciamlogin.com/fabrikam.example",
            document: "https://contoso.ciamlogin.com/fabrikam.example/v2.0/\(wellKnown)"),
    ]

    @Test(arguments: examples) func tellsKindURLAndDiscoveryDocument(example: Example) throws {
        let authority = try Authority(url: example.typed)
        #expect(authority.kind == example.kind)
        #expect(authority.url == example.url)
        #expect(authority.openIDConfigurationURL == example.document)
        #expect(try Authority(kind: authority.kind, url: authority.url) == authority, "as it is kept")
    }

    @Test(arguments: [
        "https://contoso.b2clogin.com", "https://contoso.b2clogin.com/contoso", "https://x.example/tfp/a/b/c",
        "https://contoso.b2clogin.com/../B2C_1", "https://contoso.b2clogin.com/a/b%2Fc",
    ])
    func b2cRequiresAPolicy(url: String) {
        #expect { try Authority(url: url) } throws: { error in
            guard case AuthError.invalidAuthority(url, .notAPolicy) = error else { return false }
            return true
        }
    }

    /// The tenant of a user flow is a part of its name; a request for another tenant has no meaning there.
    @Test(arguments: ["https://fs.example.com/adfs", "https://c.b2clogin.com/c.example/B2C_1"])
    func tenantOfB2CAndADFSCannotBeReplaced(url: String) throws {
        let authority = try Authority(url: url)
        #expect(try authority.with(tenant: "fabrikam.example") == authority)
        #expect(authority.tenant == nil)
        #expect(authority.knownTokenEndpoint == nil)
    }

    @Test(arguments: [
        ("https://contoso.ciamlogin.com", "https://7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01.ciamlogin.com/x/v2.0", true),
        ("https://contoso.ciamlogin.com", "https://evil.example/x/v2.0", false),
        ("https://c.b2clogin.com/c.example/B2C_1", "https://c.b2clogin.com/7c6e2b14/v2.0/", true),
        ("https://c.b2clogin.com/c.example/B2C_1", "https://d.b2clogin.com/7c6e2b14/v2.0/", false),
        ("https://fs.example.com/adfs", "http://fs.example.com/adfs/services/trust", true),
        ("https://fs.example.com/adfs", "https://other.example.com/adfs", false),
    ])
    func acceptsDocumentsOfItsOwnService(url: String, issuer: String, isAccepted: Bool) throws {
        let authority = try Authority(url: url)
        let text = try Contoso.json([
            "issuer": issuer, "authorization_endpoint": "https://a.example/a",
            "token_endpoint": "https://a.example/t",
        ])
        let document = try JSONDecoder().decode(DiscoveryDocument.self, from: Data(text.utf8))
        #expect(((try? document.configuration(for: authority)) != nil) == isAccepted)
    }
}
