import SandboxServer
import Testing

/// Requests with Microsoft's host names, as a proxy forwards them to the sandbox.
@Suite struct PublicHostTests {
    private static let configuration = "/common/v2.0/.well-known/openid-configuration"

    private func run(_ body: (Scenario) async throws -> Void) async throws {
        var options = SandboxOptions()
        options.servesPublicHosts = true
        try await Scenario.run(options, body)
    }

    private func client(_ host: String, _ scenario: Scenario) -> CookieClient {
        CookieClient(port: scenario.client.port, publicHost: host)
    }

    @Test func publicHostsAreIgnoredByDefault() async throws {
        try await Scenario.run { scenario in
            let reply = try client("login.microsoftonline.com", scenario).get(Self.configuration)
            #expect(reply["issuer"]?.hasPrefix("http://localhost:") == true)
        }
    }

    @Test(arguments: [
        ("login.microsoftonline.com", "graph.microsoft.com"), ("login.microsoftonline.us:443", "graph.microsoft.us"),
        ("LOGIN.partner.microsoftonline.cn", "microsoftgraph.chinacloudapi.cn"),
    ])
    func loginHostsServeTheirCloud(host: String, graph: String) async throws {
        try await run { scenario in
            let reply = try client(host, scenario).get(Self.configuration)
            let name = host.lowercased().split(separator: ":")[0]
            #expect(reply["issuer"] == "https://\(name)/{tenantid}/v2.0")
            #expect(reply["token_endpoint"] == "https://\(name)/common/oauth2/v2.0/token")
            #expect(reply["msgraph_host"] == graph)
            #expect(reply["userinfo_endpoint"] == "https://\(graph)/oidc/userinfo")
        }
    }

    @Test(arguments: [
        ("login.microsoftonline.com", "/v1.0/me"), ("graph.microsoft.com", configuration),
        ("login.microsoftonline.com", "/adfs/.well-known/openid-configuration"),
        ("login.microsoftonline.com", "/sandbox/requests"), ("graph.microsoft.com", "/sandbox/requests"),
        ("woodgrove.ciamlogin.com", "/v1.0/me"),
    ])
    func publicHostsServeOnlyTheirService(host: String, path: String) async throws {
        try await run { scenario in
            let reply = try client(host, scenario).get(path)
            #expect(reply.status == 404)
        }
    }

    @Test(arguments: ["login.microsoftonline.com.evil.example", "evil.example", "", "login.microsoftonline.com:8443"])
    func otherHostNamesAreLoopback(host: String) async throws {
        try await run { scenario in
            let reply = try client(host, scenario).get(Self.configuration)
            #expect(reply["issuer"]?.hasPrefix("http://localhost:") == true)
        }
    }

    @Test func instanceDiscoveryListsAllClouds() async throws {
        try await run { scenario in
            let path = "/common/discovery/instance?api-version=1.1&authorization_endpoint="
            let login = client("login.microsoftonline.com", scenario)
            let reply = try login.get("\(path)https://sts.windows.net/contoso.example/oauth2/v2.0/authorize")
            #expect(
                reply["tenant_discovery_endpoint"]
                    == "https://sts.windows.net/contoso.example/v2.0/.well-known/openid-configuration")
            let metadata = reply.json["metadata"] as? [[String: Any]] ?? []
            #expect(
                metadata.compactMap { $0["preferred_cache"] as? String } == [
                    "login.windows.net", "login.microsoftonline.us", "login.partner.microsoftonline.cn",
                    "login.sovcloud-identity.fr",
                ])
            let foreign = try login.get("\(path)https://login.evil.example/common/oauth2/v2.0/authorize")
            #expect(foreign.status == 400 && foreign.code == 50049)
        }
    }

    /// The sign-in is on loopback, which no other cloud instance accepts.
    @Test func tokensAreValidInTheirCloudOnly() async throws {
        try await run { scenario in
            let tokens = try scenario.signIn("alice@contoso.example", "User.Read")
            let access = try #require(tokens["access_token"])
            #expect(try scenario.client.get("/v1.0/me", token: access).status == 200)
            let graph = try client("graph.microsoft.us", scenario).get("/v1.0/me", token: access)
            #expect(graph.status == 401)
            #expect(
                graph.header("www-authenticate")?
                    .contains("\"https://login.microsoftonline.us/common/oauth2/authorize\"") == true)
            let refreshed = try client("login.microsoftonline.us", scenario).post(
                "/common/oauth2/v2.0/token",
                form: [
                    ("client_id", scenario.clientID), ("grant_type", "refresh_token"),
                    ("refresh_token", try #require(tokens["refresh_token"])),
                ])
            #expect(refreshed.status == 400 && refreshed["error"] == "invalid_grant")
        }
    }

    @Test func customerTenantsHaveTheirOwnHostAndIssuer() async throws {
        try await run { scenario in
            let tenant = "30d90e5e-a7b8-4c9d-8e0f-1a2b3c4d5e05"
            let customers = client("woodgrove.ciamlogin.com", scenario)
            let reply = try customers.get("/woodgrove.onmicrosoft.com/v2.0/.well-known/openid-configuration")
            #expect(reply["issuer"] == "https://\(tenant).ciamlogin.com/\(tenant)/v2.0")
            #expect(reply["token_endpoint"] == "https://woodgrove.ciamlogin.com/\(tenant)/oauth2/v2.0/token")
            for path in [Self.configuration, "/contoso.example/v2.0/.well-known/openid-configuration"] {
                let refusal = try customers.get(path)
                #expect(refusal.code == 90002)
            }
            let elsewhere = try client("login.microsoftonline.com", scenario)
                .get("/\(tenant)/v2.0/.well-known/openid-configuration")
            #expect(elsewhere.code == 90002)
        }
    }
}
