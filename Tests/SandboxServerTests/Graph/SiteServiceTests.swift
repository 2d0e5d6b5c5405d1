import SandboxServer
import Testing

@Suite struct SiteServiceTests {
    @Test(arguments: [
        ("root", "https://contoso.sharepoint.com"), ("contoso.sharepoint.com", "https://contoso.sharepoint.com"),
        ("CONTOSO.sharepoint.com", "https://contoso.sharepoint.com"),
        ("contoso.sharepoint.com:/sites/finance", "https://contoso.sharepoint.com/sites/finance"),
        ("contoso.sharepoint.com:/sites/finance:", "https://contoso.sharepoint.com/sites/finance"),
        ("contoso.sharepoint.com%3A/sites/marketing", "https://contoso.sharepoint.com/sites/marketing"),
    ])
    func sitesAreFoundByHostAndPath(address: String, url: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "Sites.Read.All")
            let site = try scenario.client.get("/v1.0/sites/\(address)", token: token)
            #expect(site["webUrl"] == url)
            let id = try #require(site["id"])
            #expect(id.split(separator: ",").count == 3)
            #expect(try scenario.client.get("/v1.0/sites/\(id)", token: token)["webUrl"] == url)
            #expect(try scenario.client.get("/v1.0/sites/\(id)/drive", token: token)["driveType"] == "documentLibrary")
        }
    }

    @Test(arguments: [
        "contoso.sharepoint.com:/sites/finance:/lists", "root/lists", "contoso.sharepoint.com/lists",
    ])
    func listsOfASiteArePaged(address: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "Sites.Read.All")
            let first = try scenario.client.get("/v1.0/sites/\(address)?$top=2", token: token)
            #expect((first.json["value"] as? [Any])?.count == 2)
            let link = try #require(first["@odata.nextLink"])
            let path = String(link.dropFirst(scenario.sandbox.description.graph.count))
            let second = try scenario.client.get(path, token: token)
            #expect((second.json["value"] as? [Any])?.count == 1, "\(path): \(second.text)")
        }
    }

    @Test(arguments: [("*", 3), ("finance", 1), ("nothing", 0)])
    func sitesAreSearchedByName(word: String, count: Int) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "Sites.Read.All")
            let found = try scenario.client.get("/v1.0/sites?search=\(word)", token: token)
            #expect((found.json["value"] as? [Any])?.count == count)
        }
    }

    @Test(arguments: [
        ("bob", "common", "Sites.Read.All", "fabrikam.sharepoint.com", 400, "invalidRequest"),
        ("bob", "common", "Sites.Read.All", "fabrikam.sharepoint.com:/sites/finance", 400, "invalidRequest"),
        ("bob", "common", "Sites.Read.All", "contoso.sharepoint.com:/sites/nothing", 404, "itemNotFound"),
        ("bob", "common", "Sites.Read.All", "contoso.sharepoint.com,1,2", 404, "itemNotFound"),
        ("bob", "common", "Sites.Read.All", "elsewhere", 404, "itemNotFound"),
        ("bob", "common", "User.Read", "root", 403, "accessDenied"),
        ("bob", "common", "Files.Read", "root/lists", 403, "accessDenied"),
        ("sam", "consumers", "User.Read", "root", 401, "UnknownError"),
    ])
    func unavailableSitesAreErrors(
        account: String, authority: String, scope: String, address: String, status: Int, code: String
    ) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken(account, scope, authority: authority)
            let reply = try scenario.client.get("/v1.0/sites/\(address)", token: token)
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply.graphError("code") == code)
        }
    }

    @Test(arguments: [
        "sites/:", "sites/::/:", "sites/:/x:/:/lists", "sites/,,,", "sites/%00",
        "sites/contoso.sharepoint.com::::", "shares/u!", "me:", ":", "a:/b:/c:/d",
    ])
    func misplacedColonsAreRejected(path: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "Sites.Read.All Files.ReadWrite")
            let reply = try scenario.client.get("/v1.0/\(path)", token: token)
            #expect((400..<500).contains(reply.status) || reply["webUrl"] == "https://contoso.sharepoint.com")
            #expect(try scenario.client.get("/v1.0/sites/root", token: token).status == 200)
        }
    }

    @Test func guestsSeeTheSitesOfTheInvitingTenant() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("dana", "Sites.Read.All", authority: "fabrikam.example")
            let root = try scenario.client.get("/v1.0/sites/root", token: token)
            #expect(root["webUrl"] == "https://fabrikam.sharepoint.com")
        }
    }
}
