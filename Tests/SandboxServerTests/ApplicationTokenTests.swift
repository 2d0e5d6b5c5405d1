import SandboxServer
import Testing

@Suite struct ApplicationTokenTests {
    @Test func anApplicationActsAsItself() async throws {
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
}
