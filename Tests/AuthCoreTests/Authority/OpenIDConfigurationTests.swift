import Foundation
import Testing

@testable import AuthCore

@Suite struct OpenIDConfigurationTests {
    private func configuration(
        _ changes: [String: Any?], for authority: Authority
    ) throws -> Result<OpenIDConfiguration, AuthError> {
        var members: [String: Any] = [
            "issuer": authority.url, "authorization_endpoint": "https://idp.example/authorize",
            "token_endpoint": "https://idp.example/token",
        ]
        for (name, value) in changes { members[name] = value }
        let document = try JSONDecoder().decode(
            DiscoveryDocument.self, from: Data(try Contoso.json(members).utf8))
        return Result { () throws(AuthError) in try document.configuration(for: authority) }
    }

    private func problem(_ result: Result<OpenIDConfiguration, AuthError>) -> DiscoveryProblem? {
        guard case .failure(.discovery(_, let problem)) = result else { return nil }
        return problem
    }

    @Test(arguments: ["issuer", "authorization_endpoint", "token_endpoint"])
    func namesTheMissingMember(member: String) throws {
        let authority = try OIDCIssuer.authority()
        #expect(problem(try configuration([member: nil], for: authority)) == .missing(member))
        #expect(problem(try configuration([member: ""], for: authority)) == .missing(member))
    }

    @Test(arguments: [
        "https://evil.example", "https://idp.example/other", "http://idp.example", "https://idp.example.evil.example",
        "https://idp.example:8443", "https://IDP.example/", "nonsense",
    ])
    func rejectsOtherIssuers(issuer: String) throws {
        let authority = try OIDCIssuer.authority()
        #expect(problem(try configuration(["issuer": issuer], for: authority)) == .otherIssuer(issuer))
    }

    @Test func acceptsATrailingSlashInTheIssuer() throws {
        let authority = try OIDCIssuer.authority()
        let found = try configuration(["issuer": "https://idp.example/"], for: authority).get()
        #expect(found.issuer == "https://idp.example/")
    }

    private static let unsafeEndpoints: [String] = [
        "http://idp.example/x", "ftp://idp.example/x", "//idp.example/x", "/token", "https://user@idp.example/x",
        "https://idp.example/x#y", "javascript:alert(1)", "x", "https://idp.example/x y",
        "https://idp.example/x?y=\nacct: Signed in.", "https://idp.example/'x", "https://idp.example/?\"x",
        "https://idp.example/?`x`", "https://idp.example/?\\x", "https://idp.example/?\u{1B}[2J",
        "https://idp.example/?" + String(repeating: "a", count: 2048),
    ]

    private static let optionalEndpoints: [String] = [
        "device_authorization_endpoint", "end_session_endpoint", "revocation_endpoint",
    ]

    private func foundEndpoints(of configuration: OpenIDConfiguration) -> [String?] {
        [
            configuration.deviceAuthorizationEndpoint, configuration.endSessionEndpoint,
            configuration.revocationEndpoint,
        ]
    }

    /// It is never used, and spoils nothing else.
    @Test(arguments: optionalEndpoints, unsafeEndpoints + [""])
    func unsafeEndpointThatIsNotNeededCountsAsAbsent(member: String, url: String) throws {
        let authority = try OIDCIssuer.authority()
        #expect(foundEndpoints(of: try configuration([member: url], for: authority).get()) == [nil, nil, nil])
    }

    @Test(arguments: unsafeEndpoints + [""]) func unsafeAliasCountsAsAbsent(url: String) throws {
        var authority = try OIDCIssuer.authority()
        authority.clientCertificate = TLSClientCertificate(path: "/c.pem")
        let members: [String: Any] = [
            "revocation_endpoint": "https://idp.example/r", "mtls_endpoint_aliases": ["revocation_endpoint": url],
        ]
        #expect(try configuration(members, for: authority).get().revocationEndpoint == "https://idp.example/r")
        let ofTokens = ["mtls_endpoint_aliases": ["token_endpoint": url]]
        #expect(
            problem(try configuration(ofTokens, for: authority))
                == (url.isEmpty ? .missing("token_endpoint") : .insecureEndpoint(url)))
    }

    @Test(
        arguments: optionalEndpoints + [
            "pushed_authorization_request_endpoint", "require_pushed_authorization_requests", "scopes_supported",
            "token_endpoint_auth_methods_supported", "token_endpoint_auth_signing_alg_values_supported",
            "msgraph_host", "prompt_values_supported", "authorization_response_iss_parameter_supported",
            "mtls_endpoint_aliases",
        ],
        ["\"x\"", "5", #"{"x":1}"#, "[1]", "null", "\"\""])
    func memberOfAnotherTypeSpoilsNoDocument(member: String, literal: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(literal.utf8), options: .fragmentsAllowed)
        var authority = try OIDCIssuer.authority()
        authority.clientCertificate = TLSClientCertificate(path: "/c.pem")
        let found = try configuration([member: value], for: authority).get()
        #expect(foundEndpoints(of: found) == [nil, nil, nil])
        #expect(found.pushedAuthorizationEndpoint == nil && !found.namesIssuerInRedirects)
    }

    /// RFC 9207: where it is promised, a redirect without the issuer is refused.
    @Test(arguments: [
        ("true", true), ("false", false), (#""true""#, true), (#""True""#, true), (#""false""#, false),
        (#""1""#, false), ("1", false),
    ])
    func promiseToNameTheIssuerMayBeText(literal: String, isSet: Bool) throws {
        let members = [
            "authorization_response_iss_parameter_supported", "require_pushed_authorization_requests",
        ]
        let text = "{\(members.map { "\"\($0)\":\(literal)" }.joined(separator: ","))}"
        let document = try JSONDecoder().decode(DiscoveryDocument.self, from: Data(text.utf8))
        #expect(document.authorization_response_iss_parameter_supported?.isSet == isSet)
        #expect(document.require_pushed_authorization_requests?.isSet == isSet)
    }

    @Test(arguments: ["authorization_endpoint", "token_endpoint"], unsafeEndpoints)
    func rejectsUnsafeEndpoints(member: String, url: String) throws {
        let authority = try OIDCIssuer.authority()
        #expect(problem(try configuration([member: url], for: authority)) == .insecureEndpoint(url))
    }

    @Test(arguments: ["https://other.example/a/b?p=B2C_1_signin", "http://localhost:99/x", "http://[::1]/x?y=z"])
    func acceptsEndpointsOnOtherHostsAndWithQueries(url: String) throws {
        let authority = try OIDCIssuer.authority()
        #expect(try configuration(["authorization_endpoint": url], for: authority).get().authorizationEndpoint == url)
    }

    @Test(arguments: [
        ("https://login.microsoftonline.com/{tenantid}/v2.0", true),
        ("https://login.windows.net/{tenantid}/v2.0", true),
        ("https://login.microsoftonline.com/{tenant}/v2.0", true),
        ("https://sts.windows.net/\(Contoso.tenantID)/", true),
        ("https://login.microsoftonline.us/{tenantid}/v2.0", false), ("https://evil.example/{tenantid}/v2.0", false),
        ("http://login.microsoftonline.com/{tenantid}/v2.0", false),
        ("https://login.microsoftonline.com:444/{tenantid}/v2.0", false), ("{tenantid}", false),
    ])
    func entraAcceptsEveryNameOfItsCloud(issuer: String, isOwn: Bool) throws {
        let result = try configuration(["issuer": issuer], for: try Contoso.authority("common"))
        #expect(problem(result) == (isOwn ? nil : .otherIssuer(issuer)))
    }

    @Test(arguments: [
        ("https://host/{tenantid}/v2.0", "t", "https://host/t/v2.0"),
        ("https://host/{tenant}/", "t", "https://host/t/"),
        ("https://host/fixed", "t", "https://host/fixed"),
        ("https://host/{tenantid}/v2.0", nil, "https://host/{tenantid}/v2.0"),
    ])
    func fillsTheTemplateWithTheTenant(template: String, tenant: String?, issuer: String) throws {
        let configuration = OpenIDConfiguration(
            issuer: template, authorizationEndpoint: "", tokenEndpoint: "")
        #expect(configuration.issuer(forTenant: tenant) == issuer)
    }

    @Test(
        arguments: [
            (true, "https://idp.example/par", nil, "https://idp.example/par"),
            (false, "https://idp.example/par", nil, nil),
            (nil, "https://idp.example/par", nil, nil), (true, nil, "pushed_authorization_request_endpoint", nil),
            (true, "http://idp.example/par", "http://idp.example/par", nil),
        ] as [(Bool?, String?, String?, String?)])
    func requestsArePushedWhereTheIssuerDemandsIt(
        isRequired: Bool?, endpoint: String?, wrong: String?, used: String?
    ) throws {
        let authority = try OIDCIssuer.authority()
        var members: [String: Any] = [:]
        members["require_pushed_authorization_requests"] = isRequired
        members["pushed_authorization_request_endpoint"] = endpoint
        let result = try configuration(members, for: authority)
        let expected = wrong.map { endpoint == nil ? DiscoveryProblem.missing($0) : .insecureEndpoint($0) }
        #expect(problem(result) == expected)
        if expected == nil { #expect(try result.get().pushedAuthorizationEndpoint == used) }
    }

    @Test func ignoresUnknownAndMissingOptionalMembers() throws {
        let authority = try OIDCIssuer.authority()
        let found = try configuration(["scopes_supported": ["openid"], "msgraph_host": "g.example"], for: authority)
        #expect(try found.get().graphHost == "g.example")
        #expect(try found.get().deviceAuthorizationEndpoint == nil)
    }
}
