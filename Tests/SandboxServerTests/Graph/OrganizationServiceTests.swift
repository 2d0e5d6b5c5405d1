import SandboxServer
import Testing

@Suite struct OrganizationServiceTests {
    private func names(_ domains: Any?) -> [String] {
        (domains as? [[String: Any]] ?? []).compactMap { $0["name"] as? String ?? $0["id"] as? String }
    }

    @Test(arguments: [
        ("alice", "contoso.example", ["contoso.example", "contoso.onmicrosoft.com"]),
        ("carol", "fabrikam.example", ["fabrikam.example", "fabrikam-gmbh.example", "fabrikam.onmicrosoft.com"]),
        ("henry", "tailspin.example", ["tailspin.example", "tailspin.onmicrosoft.com"]),
        ("dana", "fabrikam.example", ["fabrikam.example", "fabrikam-gmbh.example", "fabrikam.onmicrosoft.com"]),
    ])
    func organizationsListTheirVerifiedDomains(account: String, tenant: String, domains: [String]) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken(account, "User.Read", authority: tenant)
            let list = try scenario.client.get("/v1.0/organization", token: token)
            let organization = try #require((list.json["value"] as? [[String: Any]])?.first)
            #expect(names(organization["verifiedDomains"]) == domains)
            #expect(organization["tenantType"] is String == false)
            let id = try #require(organization["id"] as? String)
            #expect(scenario.sandbox.description.authorities[tenant]?.hasSuffix(id) == true)
            let single = try scenario.client.get("/v1.0/organization/\(id)", token: token)
            #expect(names(single.json["verifiedDomains"]) == domains)
        }
    }

    @Test func domainsIncludeTheDefaultAndTheInitialOne() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("carol", "Domain.Read.All Organization.Read.All")
            let list = try scenario.client.get("/v1.0/domains", token: token).json["value"] as? [[String: Any]] ?? []
            #expect(list.map { $0["isDefault"] as? Bool } == [true, false, false])
            #expect(list.map { $0["isInitial"] as? Bool } == [false, false, true])
            #expect(list.allSatisfy { $0["isVerified"] as? Bool == true })
            let one = try scenario.client.get("/v1.0/domains/FABRIKAM-GMBH.example", token: token)
            #expect(one["id"] == "fabrikam-gmbh.example")
            let details = try scenario.client.get("/v1.0/organization/\(Scenario.fabrikam)", token: token)
            #expect(details["tenantType"] == "AAD")
        }
    }

    @Test(arguments: [
        ("alice", "common", "User.Read", "/v1.0/organization/\(Scenario.fabrikam)", 404, "Request_ResourceNotFound"),
        ("alice", "common", "User.Read", "/v1.0/domains", 403, "Authorization_RequestDenied"),
        ("alice", "common", "Domain.Read.All", "/v1.0/domains/fabrikam.example", 404, "Request_ResourceNotFound"),
        ("alice", "common", "Mail.Read", "/v1.0/organization", 403, "Authorization_RequestDenied"),
        ("sam", "consumers", "User.Read", "/v1.0/organization", 500, "InternalServerError"),
    ])
    func unavailableOrganizationsAreErrors(
        account: String, authority: String, scope: String, path: String, status: Int, code: String
    ) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken(account, scope, authority: authority)
            let reply = try scenario.client.get(path, token: token)
            #expect(reply.status == status)
            #expect(reply.graphError("code") == code)
        }
    }

    @Test(arguments: ["fabrikam-gmbh.example", "fabrikam.onmicrosoft.com", "FABRIKAM.example"])
    func everyVerifiedDomainIsAnAuthority(domain: String) async throws {
        try await Scenario.run { scenario in
            let document = try scenario.client.get("/\(domain)/v2.0/.well-known/openid-configuration")
            #expect(document["issuer"]?.hasSuffix("/\(Scenario.fabrikam)/v2.0") == true)
        }
    }
}
