import SandboxServer
import Testing

/// The differences of Active Directory Federation Services from Entra.
@Suite struct FederationServiceTests {
    private static let scope = "api://contoso-orders/Orders.Read \(Scenario.baseScope)"

    private func run(_ body: (Scenario) async throws -> Void) async throws {
        var options = SandboxOptions()
        options.federationRedirectPort = 50505
        try await Scenario.run(options, body)
    }

    private func authorize(
        _ scenario: Scenario, scope: String = scope, redirectURI: String = Scenario.redirectURI
    ) throws -> ReceivedResponse {
        let parameters = [
            "client_id": scenario.clientID, "response_type": "code", "redirect_uri": redirectURI, "scope": scope,
            "state": "s", "nonce": "n0nce", "code_challenge": Scenario.challenge, "code_challenge_method": "S256",
            "client_info": "1",
        ].map { "\($0)=\(CookieClient.encode($1))" }
        return try scenario.client.get("/adfs/oauth2/authorize/?\(parameters.joined(separator: "&"))")
    }

    private func token(_ scenario: Scenario, _ form: [String: String]) throws -> ReceivedResponse {
        let form = form.merging(["client_id": scenario.clientID, "client_info": "1"]) { own, _ in own }
        return try scenario.client.post("/adfs/oauth2/token/", form: form.map { ($0, $1) })
    }

    private func signIn(_ scenario: Scenario, scope: String = scope) throws -> ReceivedResponse {
        let reply = try scenario.choose("alice", on: try authorize(scenario, scope: scope))
        #expect(reply.redirect["client_info"] == nil)
        return try token(
            scenario,
            [
                "grant_type": "authorization_code", "code": try #require(reply.redirect["code"], "\(reply.text)"),
                "redirect_uri": Scenario.redirectURI, "code_verifier": Scenario.verifier,
            ])
    }

    @Test func discoveryDocumentHasADFSMembers() async throws {
        try await run { scenario in
            let document = try scenario.client.get("/adfs/.well-known/openid-configuration")
            let root = "\(scenario.sandbox.description.graph)/adfs"
            #expect(document["issuer"] == root)
            #expect(document["token_endpoint"] == "\(root)/oauth2/token/")
            #expect(document["device_authorization_endpoint"] == nil)
            #expect(document["access_token_issuer"] == "\(root)/services/trust")
            #expect(try scenario.client.get("/adfs/v2.0/.well-known/openid-configuration").status == 404)
        }
    }

    @Test func tokensNeedNoConsentAndHaveNoClientInfo() async throws {
        try await run { scenario in
            let reply = try signIn(scenario)
            #expect(reply["client_info"] == nil)
            #expect(reply["expires_in"] == "3600")
            #expect(reply["token_type"] == "bearer")
            #expect(reply["resource"] == "api://contoso-orders")
            let token = claims(of: reply["id_token"])
            #expect(token["iss"] as? String == "\(scenario.sandbox.description.graph)/adfs")
            #expect(token["upn"] as? String == "alice@contoso.example")
            #expect(token["unique_name"] as? String == #"CONTOSO\alice"#)
            #expect(token["nonce"] as? String == "n0nce")
            for name in ["oid", "tid", "preferred_username", "name"] { #expect(token[name] == nil) }
            let entra = claims(of: try scenario.signIn("alice", "User.Read")["id_token"])
            #expect(entra["sub"] as? String != token["sub"] as? String)
        }
    }

    @Test func refreshTokensAreReusableAtADFSOnly() async throws {
        try await run { scenario in
            let refresh = try #require(try signIn(scenario)["refresh_token"])
            for _ in 0..<2 {
                let reply = try token(scenario, ["grant_type": "refresh_token", "refresh_token": refresh])
                #expect(reply.status == 200)
                #expect(reply["refresh_token"] == nil)
            }
            #expect(try scenario.refresh(refresh).status == 400)
            let entra = try #require(try scenario.signIn("alice", "User.Read")["refresh_token"])
            let refused = try token(scenario, ["grant_type": "refresh_token", "refresh_token": entra])
            #expect(refused["error"] == "invalid_grant")
            #expect(refused["error_description"]?.hasPrefix("MSIS") == true)
            #expect(refused.json["error_codes"] == nil)
        }
    }

    @Test(arguments: ["http://localhost:50506", "http://localhost", "http://localhost:50505/"])
    func onlyTheRegisteredRedirectURIIsAccepted(redirectURI: String) async throws {
        try await run { scenario in
            let reply = try authorize(scenario, redirectURI: redirectURI)
            #expect(reply.status == 400)
        }
    }

    @Test func onlyAccountsOfTheOrganizationCanSignIn() async throws {
        try await run { scenario in
            let page = try authorize(scenario)
            #expect(page.field("account", startingWith: "bob") != nil)
            #expect(page.field("account", startingWith: "carol") == nil)
        }
    }

    @Test func graphTokensAreNotIssued() async throws {
        try await run { scenario in
            let reply = try authorize(scenario, scope: "User.Read openid")
            #expect(reply.redirect["error"] == "invalid_resource")
            let own = try signIn(scenario, scope: "openid")
            #expect(own["resource"] == "urn:microsoft:userinfo")
            #expect(try scenario.client.get("/v1.0/me", token: own["access_token"]).status == 401)
        }
    }

    @Test func deviceCodesHaveTheOlderFormat() async throws {
        try await run { scenario in
            let code = try scenario.client.post(
                "/adfs/oauth2/devicecode", form: [("client_id", scenario.clientID), ("scope", Self.scope)])
            #expect(code["verification_uri"] == nil)
            #expect(code["verification_url"]?.hasSuffix("/adfs/oauth2/deviceauth") == true)
            #expect(code["interval"] == "5")
            let deviceCode = try #require(code["device_code"])
            #expect(
                try token(scenario, ["grant_type": "device_code", "device_code": deviceCode])["error"]
                    == "invalid_request")
            let poll = ["grant_type": "device_code", "code": deviceCode]
            #expect(try token(scenario, poll)["error"] == "authorization_pending")
            let approval = #"{"user_code": "\#(code["user_code"] ?? "")", "username": "bob@contoso.example"}"#
            #expect(try scenario.client.send("POST", "/sandbox/approve", json: approval).status == 204)
            _ = try scenario.client.send("POST", "/sandbox/time", json: #"{"advance": 5}"#)
            #expect(try token(scenario, poll)["id_token"] != nil)
            // Nothing was consented to at Entra by that.
            let page = try scenario.choose("bob", on: try scenario.authorize(scope: Self.scope))
            #expect(page.text.contains("Read your orders"))
        }
    }
}
