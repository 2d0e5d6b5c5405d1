import SandboxServer
import Testing

@Suite struct DiscoveryEndpointTests {
    @Test(arguments: [
        ("common", "common", "{tenantid}"), ("organizations", "organizations", "{tenantid}"),
        ("consumers", "consumers", Scenario.personal), (Scenario.personal, "consumers", Scenario.personal),
        ("contoso.example", Scenario.contoso, Scenario.contoso),
        (Scenario.fabrikam, Scenario.fabrikam, Scenario.fabrikam),
    ])
    func endpointsAndIssuerFollowTheAuthority(authority: String, segment: String, issuer: String) async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.client.get("/\(authority)/v2.0/.well-known/openid-configuration")
            let base = scenario.sandbox.description.graph
            #expect(reply["issuer"] == "\(base)/\(issuer)/v2.0")
            #expect(reply["token_endpoint"] == "\(base)/\(segment)/oauth2/v2.0/token")
            #expect(reply["msgraph_host"].map { "http://\($0)" } == base)
            #expect(reply.json["code_challenge_methods_supported"] == nil)
            #expect(reply.header("cache-control") == "max-age=86400, private")
        }
    }

    @Test func unknownTenantsAreRejected() async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.client.get("/nowhere.example/v2.0/.well-known/openid-configuration")
            #expect(reply.status == 400)
            #expect(reply["error"] == "invalid_tenant")
            #expect(reply.code == 90002)
        }
    }

    @Test func loopbackHostsHaveNoOtherAliases() async throws {
        try await Scenario.run { scenario in
            let base = scenario.sandbox.description.graph
            let path = "/common/discovery/instance?api-version=1.1&authorization_endpoint="
            let own = try scenario.client.get("\(path)\(base)/common/oauth2/v2.0/authorize")
            let metadata = own.json["metadata"] as? [[String: Any]]
            #expect(metadata?.first?["aliases"] as? [String] == [String(base.dropFirst("http://".count))])
            let foreign = try scenario.client.get("\(path)https://login.evil.example/common/oauth2/v2.0/authorize")
            #expect(foreign.status == 400)
            #expect(foreign["error"] == "invalid_instance")
            #expect(foreign.code == 50049)
        }
    }

    @Test func signingKeyIsPublished() async throws {
        try await Scenario.run { scenario in
            let keys = try scenario.client.get("/common/discovery/v2.0/keys").json["keys"] as? [[String: Any]]
            #expect(keys?.first?["crv"] as? String == "P-256")
            #expect((keys?.first?["x"] as? String)?.count == 43)
        }
    }
}
