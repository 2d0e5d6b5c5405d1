import SandboxServer
import Testing

@Suite struct ClientCredentialsGrantTests {
    @Test func confidentialClientsGetApplicationTokens() async throws {
        try await Scenario.run { scenario in
            let daemon = scenario.sandbox.description.daemon
            var form: [String: String?] = [
                "grant_type": "client_credentials", "client_id": daemon.clientId,
                "client_secret": daemon.clientSecret, "scope": "https://graph.microsoft.com/.default",
            ]
            let reply = try scenario.token(authority: "contoso.example", form)
            #expect(reply["refresh_token"] == nil)
            let token = try #require(reply["access_token"])
            #expect(try scenario.client.get("/v1.0/users?$top=1", token: token).status == 200)
            let me = try scenario.client.get("/v1.0/me", token: token)
            #expect(me.status == 400)
            #expect(try scenario.token(authority: "common", form).code == 9001023)
            form["client_secret"] = "wrong"
            let refused = try scenario.token(authority: "contoso.example", form)
            #expect(refused.status == 401)
            #expect(refused.code == 7000215)
        }
    }

    @Test func invalidAssertionsAreRejected() async throws {
        let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        try await Scenario.run { scenario in
            let daemon = scenario.sandbox.description.daemon
            for (assertion, type, secret, code) in [
                ("e30.e30.AA", type, daemon.clientSecret, 90023), ("e30.e30.AA", "saml2-bearer", nil, 90023),
                ("e30.e30", type, nil, 50027), ("e30.W10.AA", type, nil, 50027), ("e30.e3=.AA", type, nil, 50027),
                ("e30.e30.AA", type, nil, 700_213),
            ] {
                let reply = try scenario.token(
                    authority: "contoso.example",
                    [
                        "grant_type": "client_credentials", "client_id": daemon.clientId, "client_secret": secret,
                        "client_assertion_type": type, "client_assertion": assertion,
                        "scope": "https://graph.microsoft.com/.default",
                    ])
                #expect(reply.code == code)
                #expect(reply["access_token"] == nil)
            }
        }
    }
}
