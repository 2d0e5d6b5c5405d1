import Foundation
import SandboxServer
import Testing

@Suite struct CodeGrantTests {
    @Test func signInsReturnAccessRefreshAndIDTokens() async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.signIn("alice", "User.Read")
            #expect(reply.status == 200)
            #expect(reply["token_type"] == "Bearer")
            #expect(reply.json["expires_in"] as? Int == 3600)
            #expect(reply.json["refresh_in"] == nil)
            #expect(reply["scope"] == "openid profile https://graph.microsoft.com/User.Read")
            #expect(reply.header("cache-control")?.contains("no-store") == true)
            let id = claims(of: reply["id_token"])
            #expect(id["nonce"] as? String == "n0nce")
            #expect(id["aud"] as? String == scenario.clientID)
            #expect(id["iss"] as? String == "\(scenario.sandbox.description.graph)/\(Scenario.contoso)/v2.0")
            #expect(id["tid"] as? String == Scenario.contoso)
            #expect(id["preferred_username"] as? String == "alice@contoso.example")
        }
    }

    @Test func guestsKeepTheirHomeAccount() async throws {
        try await Scenario.run { scenario in
            let home = try scenario.signIn("dana", "User.Read")
            let away = try scenario.signIn("dana", "User.Read", authority: "fabrikam.example")
            #expect(home["client_info"] == away["client_info"])
            #expect(claims(of: away["id_token"])["tid"] as? String == Scenario.fabrikam)
            #expect(
                claims(of: away["id_token"])["oid"] as? String != claims(of: home["id_token"])["oid"] as? String)
        }
    }

    @Test func personalAccountsGetOpaqueTokensAndShortScopes() async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.signIn("sam", "Mail.Read", authority: "consumers")
            #expect(reply["access_token"]?.contains(".") == false)
            #expect(reply["scope"] == "openid profile Mail.Read")
            #expect(claims(of: reply["id_token"])["tid"] as? String == Scenario.personal)
            let page = try scenario.authorize(scope: "Chat.Read openid", authority: "consumers")
            #expect(try scenario.choose("sam", on: page).redirect["error"] == "invalid_scope")
        }
    }

    @Test(arguments: [
        ("code_verifier", "wrong-wrong-wrong-wrong-wrong-wrong-wrong-wrong", "invalid_grant", 501481),
        ("code_verifier", nil, "invalid_grant", 50148), ("code", "made-up", "invalid_grant", 9002313),
        ("redirect_uri", "http://localhost:50505/", "invalid_grant", 50011),
        ("client_secret", "s3cret", "invalid_client", 700025),
        ("grant_type", "password", "unsupported_grant_type", 70003), ("grant_type", nil, "invalid_request", 900144),
        ("client_id", "unknown", "unauthorized_client", 700016), ("claims", "eyJ9", "invalid_request", 9002313),
        ("scope", "User.Read https://vault.azure.net/.default", "invalid_request", 28000),
    ])
    func invalidRedemptionsAreRejected(name: String, value: String?, error: String, code: Int) async throws {
        try await Scenario.run { scenario in
            let grant = try scenario.code(for: "alice", scope: "User.Read openid")
            let reply = try scenario.redeem(grant, changing: [name: value])
            #expect([400, 401].contains(reply.status))
            #expect(reply["error"] == error)
            #expect(reply.code == code)
            let description = try #require(reply["error_description"])
            for part in ["AADSTS\(code): ", "\r\nTrace ID: ", "\r\nCorrelation ID: ", "\r\nTimestamp: "] {
                #expect(description.contains(part))
            }
            #expect(reply["error_uri"]?.hasSuffix("/error?code=\(code)") == true)
            #expect(description.hasSuffix(reply["timestamp"] ?? "?"))
        }
    }

    @Test func codesAreBoundToTheirAuthority() async throws {
        try await Scenario.run { scenario in
            let code = try scenario.code(for: "alice", scope: "User.Read", authority: "contoso.example")
            #expect(try scenario.redeem(code, authority: "common").code == 700005)
            // The tenant's id and its domain are the same authority.
            #expect(try scenario.redeem(code, authority: Scenario.contoso).status == 200)
        }
    }

    @Test func replayedCodesRevokeTheirRefreshTokens() async throws {
        try await Scenario.run { scenario in
            let code = try scenario.code(for: "alice", scope: "User.Read offline_access")
            let first = try scenario.redeem(code)
            let refreshed = try scenario.refresh(try #require(first["refresh_token"]))
            let replay = try scenario.redeem(code)
            #expect(replay["error"] == "invalid_grant")
            #expect(replay.code == 54005)
            for token in [first["refresh_token"], refreshed["refresh_token"]] {
                let refused = try scenario.refresh(try #require(token))
                #expect(refused.code == 50173)
                #expect(refused["suberror"] == "bad_token")
            }
        }
    }

    @Test func codesExpire() async throws {
        try await Scenario.run { scenario in
            let code = try scenario.code(for: "alice", scope: "User.Read")
            _ = try scenario.client.send("POST", "/sandbox/time", json: #"{"advance": 601}"#)
            #expect(try scenario.redeem(code).code == 70008)
        }
    }

    @Test func severalResourcesNeedOneConsentAndSeparateTokens() async throws {
        try await Scenario.run { scenario in
            let scope = "User.Read api://contoso-orders/Orders.Read offline_access"
            let code = try scenario.code(for: "alice", scope: scope)
            let graph = try scenario.redeem(code, scope: "User.Read offline_access")
            let orders = try scenario.refresh(
                try #require(graph["refresh_token"]), scope: "api://contoso-orders/Orders.Read")
            #expect(orders["scope"]?.hasSuffix("api://contoso-orders/Orders.Read") == true)
            let token = try #require(orders["access_token"])
            let refused = try scenario.client.get("/v1.0/me", token: token)
            #expect(refused.status == 401)
            #expect(refused.graphError("message")?.contains("audience") == true)
        }
    }

    @Test func repeatedParametersAreRejected() async throws {
        try await Scenario.run { scenario in
            let twice = [("grant_type", "refresh_token"), ("grant_type", "refresh_token")]
            let reply = try scenario.client.post("/common/oauth2/v2.0/token", form: twice)
            #expect(reply["error"] == "invalid_request")
            #expect(reply.code == 9002313)
        }
    }

    @Test func userInfoHasTheSubjectOfTheIDToken() async throws {
        try await Scenario.run { scenario in
            let tokens = try scenario.signIn("alice", "User.Read")
            let info = try scenario.client.get("/oidc/userinfo", token: tokens["access_token"])
            #expect(info["sub"] == claims(of: tokens["id_token"])["sub"] as? String)
            #expect(try scenario.client.get("/oidc/userinfo").status == 401)
        }
    }

    @Test func longLivedTokensHaveRefreshIn() async throws {
        var options = SandboxOptions()
        options.accessTokenLifetime = 86_400
        try await Scenario.run(options) { scenario in
            let reply = try scenario.signIn("alice", "User.Read")
            #expect(reply.json["refresh_in"] as? Int == 43_200)
        }
    }
}
