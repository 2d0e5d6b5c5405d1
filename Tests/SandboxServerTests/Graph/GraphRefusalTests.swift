import Foundation
import SandboxServer
import Testing

@Suite struct GraphRefusalTests {
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
    func errorsHaveGraphsFormat(_ refusal: Refusal) async throws {
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
    func invalidTokensAreChallenged(token: String?, message: String) async throws {
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
    func expiredTokensAreReportedAsExpired(account: String, authority: String, message: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken(account, "User.Read", authority: authority)
            _ = try scenario.client.send("POST", "/sandbox/time", json: #"{"advance": 3600}"#)
            let reply = try scenario.client.get("/v1.0/me", token: token)
            #expect(reply.status == 401)
            #expect(reply.graphError("message")?.hasPrefix(message) == true)
        }
    }

    @Test func onlyTokensWithCP1AreChallengedAfterRevocation() async throws {
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
}
