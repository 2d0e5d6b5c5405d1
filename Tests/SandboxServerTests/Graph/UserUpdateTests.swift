import SandboxServer
import Testing

@Suite struct UserUpdateTests {
    private func delete(_ user: String, _ scenario: Scenario, token: String) throws -> Int {
        try scenario.client.send(
            "DELETE", "/v1.0/users/\(user)", headers: ["Authorization": "Bearer \(token)"]
        ).status
    }

    @Test func administratorsDeleteUsersOfTheirTenantOnly() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("carol", "User.ReadWrite.All")
            #expect(try delete("bob@contoso.example", scenario, token: token) == 404)
            #expect(try delete("frank@fabrikam-gmbh.example", scenario, token: token) == 204)
            #expect(try delete("frank@fabrikam-gmbh.example", scenario, token: token) == 404)
            let home = try scenario.accessToken("alice", "User.Read.All")
            #expect(try scenario.client.get("/v1.0/users/bob@contoso.example", token: home).status == 200)
        }
    }

    @Test func updatesAreVisibleInTheWholeTenant() async throws {
        try await Scenario.run { scenario in
            let admin = try scenario.accessToken("alice", "User.ReadWrite.All")
            let bob = try scenario.accessToken("bob", "User.Read")
            let change = #"{"jobTitle": "Über-Engineer", "accountEnabled": false}"#
            let path = "/v1.0/users/bob@contoso.example"
            let reply = try scenario.client.send("PATCH", path, json: change, token: admin)
            #expect(reply.status == 204)
            #expect(reply.body.isEmpty)
            #expect(try scenario.client.get("/v1.0/me", token: bob)["jobTitle"] == "Über-Engineer")
            let seen = try scenario.client.get("\(path)?$select=jobTitle,accountEnabled", token: admin)
            #expect(seen.json["accountEnabled"] as? Bool == false)
        }
    }

    @Test func usersUpdateOnlyThemselves() async throws {
        try await Scenario.run { scenario in
            let bob = try scenario.accessToken("bob", "User.ReadWrite")
            let change = #"{"displayName": "Bobby"}"#
            #expect(try scenario.client.send("PATCH", "/v1.0/me", json: change, token: bob).status == 204)
            #expect(try scenario.client.get("/v1.0/me", token: bob)["displayName"] == "Bobby")
            let other = try scenario.client.send(
                "PATCH", "/v1.0/users/alice@contoso.example", json: change, token: bob)
            #expect(other.status == 403)
            #expect(try delete("alice@contoso.example", scenario, token: bob) == 403)
        }
    }

    /// A 403 in spite of the scope: the user is not an administrator.
    @Test func scopesDoNotGrantAdministratorRights() async throws {
        try await Scenario.run { scenario in
            let consent = [
                "client_id": scenario.clientID, "scope": "https://graph.microsoft.com/User.ReadWrite.All",
                "redirect_uri": Scenario.redirectURI, "state": "s",
            ].map { "\($0)=\(CookieClient.encode($1))" }.joined(separator: "&")
            let page = try scenario.client.get("/contoso.example/v2.0/adminconsent?\(consent)")
            let asked = try scenario.choose("alice", on: page)
            #expect(try scenario.answer("accept", on: asked).redirect["admin_consent"] == "True")
            let bob = try scenario.accessToken("bob", "User.ReadWrite.All")
            #expect(try delete("dana@contoso.example", scenario, token: bob) == 403)
        }
    }

    @Test(arguments: [#"{"id": "x"}"#, #"{"colour": "red"}"#, #"{"displayName": 7}"#, "[]"])
    func invalidUpdatesChangeNothing(body: String) async throws {
        try await Scenario.run { scenario in
            let bob = try scenario.accessToken("bob", "User.ReadWrite")
            #expect(try scenario.client.send("PATCH", "/v1.0/me", json: body, token: bob).status == 400)
            #expect(try scenario.client.get("/v1.0/me", token: bob)["displayName"] == "Bob O'Neil")
        }
    }
}
