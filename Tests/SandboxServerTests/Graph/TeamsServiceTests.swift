import SandboxServer
import Testing

@Suite struct TeamServiceTests {
    @Test func teamsHaveChannels() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "Team.ReadBasic.All Channel.ReadBasic.All")
            let teams = try scenario.client.get("/v1.0/me/joinedTeams", token: token)
            let id = try #require((teams.json["value"] as? [[String: Any]])?.first?["id"] as? String)
            #expect(try scenario.client.get("/v1.0/teams/\(id)", token: token)["id"] == id)
            let channels = try scenario.client.get("/v1.0/teams/\(id)/channels", token: token)
            #expect((channels.json["value"] as? [[String: Any]])?.first?["displayName"] as? String == "General")
            let other = try scenario.accessToken("gail", "Channel.ReadBasic.All")
            let reply = try scenario.client.get("/v1.0/teams/\(id)/channels", token: other)
            #expect(reply.status == 404)
            #expect(reply.graphError("code") == "NotFound")
        }
    }

    @Test func whatIsMissingIsNamed() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "User.Read")
            let reply = try scenario.client.get("/v1.0/me/joinedTeams", token: token)
            #expect(reply.status == 403)
            #expect(reply.graphError("message")?.contains("'Team.ReadBasic.All, ") == true)
        }
    }
}
