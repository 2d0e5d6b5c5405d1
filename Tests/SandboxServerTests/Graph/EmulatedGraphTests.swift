import Foundation
import SandboxServer
import Testing

@Suite struct EmulatedGraphTests {
    @Test(arguments: [
        ("alice", "common", "User.Read", "/v1.0/me"), ("alice", "common", "Mail.Read", "/beta/me/messages"),
        ("alice", "common", "Calendars.Read", "/v1.0/me/events"),
        (
            "alice", "common", "Calendars.Read",
            "/v1.0/me/calendarView?startDateTime=2026-09-01T00:00:00Z&endDateTime=2026-09-08T00:00:00Z"
        ),
        ("alice", "common", "Files.Read", "/v1.0/me/drive"),
        ("alice", "common", "Files.Read", "/v1.0/me/drive/root/children"),
        ("alice", "common", "Chat.Read", "/v1.0/me/chats"), ("alice", "common", "User.Read", "/v1.0/me/memberOf"),
        ("alice", "common", "Group.Read.All", "/v1.0/groups?$top=3"),
        ("alice", "common", "User.Read", "/v1.0/organization"), ("sam", "consumers", "User.Read", "/v1.0/me"),
        ("sam", "consumers", "Mail.Read", "/v1.0/me/messages"), ("sam", "consumers", "Files.Read", "/v1.0/me/drive"),
    ])
    func readsReturnODataDocuments(account: String, authority: String, scope: String, path: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken(account, scope, authority: authority)
            let reply = try scenario.client.get(path, token: token)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply["@odata.context"]?.hasPrefix(scenario.sandbox.description.graph) == true)
            #expect(reply.header("odata-version") == "4.0")
            #expect(reply.header("content-type")?.hasPrefix("application/json;odata.metadata=minimal") == true)
        }
    }

    @Test func usersAreFoundByIdNameAndKeySyntax() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.ReadBasic.All")
            let bob = try #require(scenario.sandbox.description.users.first { $0.username.hasPrefix("bob") })
            for path in ["users/\(bob.objectId)", "users/BOB@contoso.example", "users('bob@contoso.example')"] {
                let reply = try scenario.client.get("/v1.0/\(path)?$select=id", token: token)
                #expect(reply["id"] == bob.objectId)
                #expect(reply["displayName"] == nil)
            }
        }
    }

    @Test func messagesAreDraftedUpdatedSentAndDeleted() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Mail.ReadWrite Mail.Send")
            let client = scenario.client
            let draft = #"{"subject": "Größe \"42\"", "id": "mine"}"#
            let created = try client.send("POST", "/v1.0/me/messages", json: draft, token: token)
            #expect(created.status == 201)
            let id = try #require(created["id"])
            #expect(id != "mine")
            let path = "/v1.0/me/messages/\(CookieClient.encode(id))"
            let changed = try client.send("PATCH", path, json: #"{"isRead": false}"#, token: token)
            #expect(changed.status == 200)
            #expect(changed["subject"] == "Größe \"42\"")
            #expect(changed.json["isRead"] as? Bool == false)
            let mail = #"{"message": {"subject": "x", "toRecipients": [{"emailAddress": {"address": "a@b.example"}}]}}"#
            let sent = try client.send("POST", "/v1.0/me/sendMail", json: mail, token: token)
            #expect(sent.status == 202)
            #expect(sent.body.isEmpty)
            let authorized = ["Authorization": "Bearer \(token)"]
            #expect(try client.send("DELETE", path, headers: authorized).status == 204)
            #expect(try client.send("DELETE", path, headers: authorized).status == 404)
            #expect(try client.send("PUT", path, headers: authorized).status == 405)
        }
    }

    @Test func largeNumbersKeepAllDigits() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Files.Read")
            let text = try scenario.client.get("/v1.0/me/drive/root/children", token: token).text
            #expect(text.contains("\"size\":9007199254740993"))
            #expect(text.contains(#""r\u00e9sum\u00e9 \/ final.docx""#))
        }
    }

    @Test func photosAreBinary() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.Read")
            let photo = try scenario.client.get("/v1.0/me/photo/$value", token: token)
            #expect(photo.header("content-type") == "image/png")
            #expect(photo.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func revokingSignInSessionsRevokesRefreshTokens() async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.signIn("alice", "User.RevokeSessions.All")
            let path = "/v1.0/me/revokeSignInSessions"
            let revoked = try scenario.client.send("POST", path, json: "", token: reply["access_token"])
            #expect(revoked.json["value"] as? Bool == true)
            #expect(try scenario.refresh(try #require(reply["refresh_token"])).code == 50173)
        }
    }

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

    @Test func teamsNamesMissingPermissions() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("bob", "User.Read")
            let reply = try scenario.client.get("/v1.0/me/joinedTeams", token: token)
            #expect(reply.status == 403)
            #expect(reply.graphError("message")?.contains("'Team.ReadBasic.All, ") == true)
        }
    }
}
