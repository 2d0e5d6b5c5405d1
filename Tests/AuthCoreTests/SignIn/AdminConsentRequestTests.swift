import Testing

@testable import AuthCore

@Suite struct AdminConsentRequestTests {
    private func request(_ tenant: String, scopes: Scopes = ["User.Read.All"]) throws -> AdminConsentRequest {
        try AdminConsentRequest(
            authority: try Contoso.authority(tenant), clientID: "client 1", scopes: scopes,
            redirectURI: "http://localhost:5000")
    }

    /// A name that occurs twice reads as absent, so these also show that each occurs once.
    @Test func namesTheAppTheScopesAndTheWayBack() throws {
        let request = try request(Contoso.tenantID, scopes: ["User.Read.All", "https://a.example/b?c&d", "openid"])
        let fields = FormFields(try #require(request.url.split(separator: "?", maxSplits: 1).last))
        #expect(fields["client_id"] == "client 1")
        #expect(fields["scope"] == "User.Read.All https://a.example/b?c&d")
        #expect(fields["redirect_uri"] == "http://localhost:5000")
        #expect(fields["state"] == request.state)
        #expect(request.state.utf8.count >= 43)
        #expect(try request.state != self.request(Contoso.tenantID).state)
    }

    @Test(arguments: [
        (Contoso.tenantID, Contoso.tenantID), ("contoso.com", "contoso.com"), ("organizations", "organizations"),
        ("common", "organizations"),
    ])
    func isForATenantAndNeverForCommon(tenant: String, inPath: String) throws {
        #expect(try request(tenant).url.hasPrefix("\(Contoso.base)/\(inPath)/v2.0/adminconsent?"))
    }

    @Test(arguments: ["https://login.microsoftonline.com/consumers", "https://x.b2clogin.com/x/B2C_1_a"])
    func nobodyCanConsentForOthersThere(url: String) throws {
        let authority = try Authority(url: url)
        let error = failure { () throws(AuthError) in
            try AdminConsentRequest(authority: authority, clientID: "c", scopes: ["A"], redirectURI: "http://localhost")
        }
        guard case .adminConsentUnsupported = error else { throw Unexpected(error) }
    }

    @Test func aPersonalTenantHasNoAdministratorEither() throws {
        let error = failure { () throws(any Error) in try request(Authority.personalTenantID) }
        guard case .adminConsentUnsupported = error as? AuthError else { throw Unexpected(error) }
    }
}
