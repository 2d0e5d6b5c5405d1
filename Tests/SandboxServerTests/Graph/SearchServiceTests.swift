import SandboxServer
import Testing

@Suite struct SearchServiceTests {
    private func body(_ type: String, _ words: String) -> String {
        #"{"requests": [{"entityTypes": ["\#(type)"], "query": {"queryString": "\#(words)"}}]}"#
    }

    @Test(arguments: [("site", "Sites.Read.All", 1), ("message", "Mail.Read", 0), ("driveItem", "Files.Read.All", 0)])
    func searchesReturnHits(type: String, scope: String, count: Int) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", scope)
            let reply = try scenario.client.send(
                "POST", "/v1.0/search/query", json: body(type, "finance"), token: token)
            let answer = (reply.json["value"] as? [[String: Any]])?.first
            let container = try #require((answer?["hitsContainers"] as? [[String: Any]])?.first, "\(reply.text)")
            #expect(container["total"] as? Int == count)
            #expect((container["hits"] as? [Any])?.count == count)
        }
    }

    @Test(arguments: [
        ("site", "Mail.Read", 403), ("message", "Sites.Read.All", 403), ("site", "User.Read", 403),
        ("nothing", "Mail.Read", 400),
    ])
    func searchPermissionsDependOnTheEntityType(type: String, scope: String, status: Int) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", scope)
            let reply = try scenario.client.send("POST", "/v1.0/search/query", json: body(type, "x"), token: token)
            #expect(reply.status == status, "\(reply.text)")
        }
    }

    @Test func personalAccountsCannotSearch() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("sam", "Mail.Read", authority: "consumers")
            let reply = try scenario.client.send("POST", "/v1.0/search/query", json: body("message", "x"), token: token)
            #expect(reply.status == 401)
        }
    }
}
