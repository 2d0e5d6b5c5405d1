import Foundation
import SandboxServer
import Testing

@Suite struct GraphTests {
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
    func readsGiveAnODataDocument(account: String, authority: String, scope: String, path: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken(account, scope, authority: authority)
            let reply = try scenario.client.get(path, token: token)
            #expect(reply.status == 200, "\(reply.text)")
            #expect(reply["@odata.context"]?.hasPrefix(scenario.sandbox.description.graph) == true)
            #expect(reply.header("odata-version") == "4.0")
            #expect(reply.header("content-type")?.hasPrefix("application/json;odata.metadata=minimal") == true)
        }
    }

    struct Refusal: Sendable {
        var account = "alice"
        var authority = "common"
        var scope = "User.Read"
        let path: String
        let status: Int
        let code: String
    }

    @Test(arguments: [
        Refusal(path: "/v1.0/me/messages", status: 403, code: "ErrorAccessDenied"),
        Refusal(path: "/v1.0/users", status: 403, code: "Authorization_RequestDenied"),
        Refusal(path: "/v1.0/me/drive", status: 403, code: "accessDenied"),
        Refusal(path: "/v1.0/nothing", status: 400, code: "BadRequest"),
        Refusal(path: "/v1.0", status: 400, code: "BadRequest"),
        Refusal(
            scope: "User.ReadBasic.All", path: "/v1.0/users/nobody@contoso.example", status: 404,
            code: "Request_ResourceNotFound"),
        Refusal(scope: "Mail.Read", path: "/v1.0/me/messages/x", status: 404, code: "ErrorItemNotFound"),
        Refusal(account: "bob", path: "/v1.0/me/photo/$value", status: 404, code: "ImageNotFound"),
        Refusal(scope: "Calendars.Read", path: "/v1.0/me/calendarView", status: 400, code: "ErrorInvalidParameter"),
        Refusal(account: "sam", authority: "consumers", path: "/v1.0/users", status: 401, code: "UnknownError"),
        Refusal(account: "sam", authority: "consumers", path: "/v1.0/me/chats", status: 401, code: "UnknownError"),
    ])
    func refusalsHaveGraphsShape(_ refusal: Refusal) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken(refusal.account, refusal.scope, authority: refusal.authority)
            let id = "0f8fad5b-d9cb-469f-a165-70867728950e"
            let reply = try scenario.client.get(refusal.path, token: token, headers: ["client-request-id": id])
            #expect(reply.status == refusal.status)
            #expect(reply.graphError("code") == refusal.code)
            let inner = (reply.json["error"] as? [String: Any])?["innerError"] as? [String: String]
            #expect(inner?["client-request-id"] == id)
            #expect(inner?["request-id"] == reply.header("request-id"))
            #expect(inner?["date"] != nil)
            #expect(reply.header("client-request-id") == id)
        }
    }

    @Test(arguments: [
        (nil, "Access token is empty."), ("garbled", "CompactToken parsing failed"), ("a.b", "IDX14100"),
    ])
    func aBadTokenIsChallenged(token: String?, message: String) async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.client.get("/v1.0/me", token: token)
            #expect(reply.status == 401)
            #expect(reply.graphError("code") == "InvalidAuthenticationToken")
            #expect(reply.graphError("message")?.hasPrefix(message) == true)
            #expect(reply.header("www-authenticate")?.hasPrefix("Bearer realm=\"\", authorization_uri=") == true)
        }
    }

    @Test(arguments: [
        ("alice", "common", "Lifetime validation failed"), ("sam", "consumers", "CompactToken validation"),
    ])
    func anExpiredTokenIsToldAsSuch(account: String, authority: String, message: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken(account, "User.Read", authority: authority)
            _ = try scenario.client.send("POST", "/sandbox/time", json: #"{"advance": 3600}"#)
            let reply = try scenario.client.get("/v1.0/me", token: token)
            #expect(reply.status == 401)
            #expect(reply.graphError("message")?.hasPrefix(message) == true)
        }
    }

    @Test func onlyAnEvaluatedTokenIsChallengedAfterARevocation() async throws {
        try await Scenario.run { scenario in
            let scope = "User.Read \(Scenario.baseScope)"
            let plain = try scenario.accessToken("alice", "User.Read")
            let capable = try scenario.redeem(
                try scenario.code(for: "alice", scope: scope),
                changing: ["claims": #"{"access_token":{"xms_cc":{"values":["CP1"]}}}"#])
            let body = #"{"username": "alice@contoso.example", "keepRefreshTokens": true}"#
            _ = try scenario.client.send("POST", "/sandbox/revoke", json: body)
            #expect(try scenario.client.get("/v1.0/me", token: plain).status == 200)
            let challenged = try scenario.client.get("/v1.0/me", token: capable["access_token"])
            #expect(challenged.status == 401)
            let challenge = try #require(challenged.header("www-authenticate"))
            #expect(challenge.contains("error=\"insufficient_claims\", claims=\""))
            let renewed = try scenario.refresh(try #require(capable["refresh_token"]))
            #expect(try scenario.client.get("/v1.0/me", token: renewed["access_token"]).status == 200)
        }
    }

    @Test func aUserIsFoundByIdNameAndKeySyntax() async throws {
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

    @Test func aMessageIsDraftedChangedSentAndDeleted() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Mail.ReadWrite Mail.Send")
            let client = scenario.client
            let draft = #"{"subject": "Größe \"42\"", "id": "mine"}"#
            let created = try client.send("POST", "/v1.0/me/messages", json: draft, token: token)
            #expect(created.status == 201)
            let id = try #require(created["id"])
            #expect(id != "mine")
            let path = "/v1.0/me/messages/\(Client.encode(id))"
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

    @Test func numbersBeyondADoubleGoOutInFull() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Files.Read")
            let text = try scenario.client.get("/v1.0/me/drive/root/children", token: token).text
            #expect(text.contains("\"size\":9007199254740993"))
            #expect(text.contains(#""r\u00e9sum\u00e9 \/ final.docx""#))
        }
    }

    @Test func aPhotoIsBinary() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.Read")
            let photo = try scenario.client.get("/v1.0/me/photo/$value", token: token)
            #expect(photo.header("content-type") == "image/png")
            #expect(photo.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test func revokingOnesSessionsEndsTheRefreshTokens() async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.signIn("alice", "User.RevokeSessions.All")
            let path = "/v1.0/me/revokeSignInSessions"
            let revoked = try scenario.client.send("POST", path, json: "", token: reply["access_token"])
            #expect(revoked.json["value"] as? Bool == true)
            #expect(try scenario.refresh(try #require(reply["refresh_token"])).code == 50173)
        }
    }
}
