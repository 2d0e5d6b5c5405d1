import Foundation
import SandboxServer
import Testing

/// The differences of Azure AD B2C from Entra.
@Suite struct UserFlowServiceTests {
    private static let flow = "tfp/fabrikam.example/B2C_1_signin"

    private func home(_ reply: ReceivedResponse) -> [String: String] {
        let info = reply["client_info"] ?? ""
        let padded =
            info.replacing("-", with: "+").replacing("_", with: "/")
            + String(repeating: "=", count: (4 - info.count % 4) % 4)
        let json = try? JSONSerialization.jsonObject(with: Data(base64Encoded: padded) ?? Data())
        return json as? [String: String] ?? [:]
    }

    private func signIn(_ scenario: Scenario, _ scope: String, flow: String = flow) throws -> ReceivedResponse {
        let page = try scenario.authorize(scope: scope, authority: flow)
        let code = try scenario.choose("carol", on: page).redirect["code"]
        return try scenario.redeem(try #require(code, "\(page.text)"), authority: flow)
    }

    @Test(arguments: [
        flow, "tfp/fabrikam.onmicrosoft.com/b2c_1_SIGNIN", "fabrikam.example/B2C_1_signin",
        "TFP/\(Scenario.fabrikam)/B2C_1_signin",
    ])
    func issuerAndEndpointsCannotBeDerivedFromTheAuthority(authority: String) async throws {
        try await Scenario.run { scenario in
            let document = try scenario.client.get("/\(authority)/v2.0/.well-known/openid-configuration")
            let base = scenario.sandbox.description.graph
            #expect(document["issuer"] == "\(base)/\(Scenario.fabrikam)/v2.0/")
            #expect(document["token_endpoint"] == "\(base)/fabrikam.example/b2c_1_signin/oauth2/v2.0/token")
            #expect(document["device_authorization_endpoint"] == nil)
        }
    }

    @Test(arguments: ["tfp/fabrikam.example/B2C_1_other", "tfp/contoso.example/B2C_1_signin", "tfp/fabrikam.example"])
    func unknownUserFlowsAreNotFound(authority: String) async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.client.get("/\(authority)/v2.0/.well-known/openid-configuration")
            #expect(reply.status == 404)
        }
    }

    @Test func requestsWithoutAResourceGetNoAccessToken() async throws {
        try await Scenario.run { scenario in
            let reply = try signIn(scenario, Scenario.baseScope)
            #expect(reply["access_token"] == nil && reply["scope"] == nil)
            let token = claims(of: reply["id_token"])
            #expect(token["iss"] as? String == "\(scenario.sandbox.description.graph)/\(Scenario.fabrikam)/v2.0/")
            #expect(token["tfp"] as? String == "B2C_1_signin")
            #expect(token["emails"] as? [String] == ["carol@fabrikam.example"])
            for name in ["tid", "preferred_username", "upn", "email"] { #expect(token[name] == nil) }
            let refresh = try #require(reply["refresh_token"])
            let own = try scenario.refresh(refresh, scope: scenario.clientID, authority: Self.flow)
            #expect(claims(of: own["access_token"])["aud"] as? String == scenario.clientID)
            #expect(own["scope"]?.hasPrefix(scenario.clientID) == true)
        }
    }

    @Test func eachPolicyHasItsOwnClientInfo() async throws {
        try await Scenario.run { scenario in
            let first = try signIn(scenario, Scenario.baseScope)
            let flow = "tfp/fabrikam.example/B2C_1_edit"
            let second = try signIn(scenario, Scenario.baseScope, flow: flow)
            let oid = try #require(claims(of: first["id_token"])["oid"] as? String)
            #expect(home(first) == ["uid": "\(oid)-b2c_1_signin", "utid": Scenario.fabrikam])
            #expect(home(second) == ["uid": "\(oid)-b2c_1_edit", "utid": Scenario.fabrikam])
            let refused = try scenario.refresh(try #require(first["refresh_token"]), authority: flow)
            #expect(refused["error"] == "invalid_grant")
            #expect(refused["error_description"]?.hasPrefix("AADB2C90088: ") == true)
        }
    }

    @Test func cancelledSignInsAreAADB2C90091() async throws {
        try await Scenario.run { scenario in
            let page = try scenario.authorize(scope: Scenario.baseScope, authority: Self.flow)
            let reply = try scenario.answer("cancel", on: page)
            #expect(reply.redirect["error"] == "access_denied")
            #expect(reply.redirect["error_description"]?.hasPrefix("AADB2C90091: ") == true)
        }
    }

    @Test func graphTokensAreNotIssued() async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.authorize(scope: "User.Read openid", authority: Self.flow)
            #expect(reply.redirect["error"] == "invalid_resource")
        }
    }
}
