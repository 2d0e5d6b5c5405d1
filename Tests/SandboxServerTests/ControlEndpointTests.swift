import Foundation
import SandboxServer
import Synchronization
import Testing

@Suite struct ControlEndpointTests {
    @Test func faultsOccurTheRequestedNumberOfTimes() async throws {
        try await Scenario.run { scenario in
            let order = """
                {"on": "graph", "status": 429, "body": "{}", "headers": {"Retry-After": "2.128"}, "times": 2, "skip": 1}
                """
            #expect(try scenario.client.send("POST", "/sandbox/faults", json: order).status == 204)
            let token = try scenario.accessToken("alice", "User.Read")
            let replies = try (0..<4).map { _ in try scenario.client.get("/v1.0/me", token: token) }
            #expect(replies.map(\.status) == [200, 429, 429, 200])
            #expect(replies[1].header("retry-after") == "2.128")
        }
    }

    @Test(arguments: [
        ("token", "POST", "/common/oauth2/v2.0/token"), ("devicecode", "POST", "/common/oauth2/v2.0/devicecode"),
        ("discovery", "GET", "/common/v2.0/.well-known/openid-configuration"),
        ("discovery", "GET", "/common/discovery/instance"), ("graph", "GET", "/beta/me"),
    ])
    func faultsApplyToEveryTarget(target: String, method: String, path: String) async throws {
        try await Scenario.run { scenario in
            let order = """
                {"on": "\(target)", "status": 502, "body": "<h1>Bad gateway</h1>", "contentType": "text/html"}
                """
            _ = try scenario.client.send("POST", "/sandbox/faults", json: order)
            let reply = try scenario.client.send(method, path)
            #expect(reply.status == 502)
            #expect(reply.header("content-type") == "text/html")
            #expect(try scenario.client.send(method, path).status != 502)
        }
    }

    @Test func faultsDelayOrDropResponses() async throws {
        try await Scenario.run { scenario in
            let path = "/common/v2.0/.well-known/openid-configuration"
            let late = #"{"on": "discovery", "delayMilliseconds": 150}"#
            _ = try scenario.client.send("POST", "/sandbox/faults", json: late)
            let clock = ContinuousClock()
            let start = clock.now
            #expect(try scenario.client.get(path).status == 200)
            #expect(clock.now - start >= .milliseconds(150))
            _ = try scenario.client.send("POST", "/sandbox/faults", json: #"{"on": "discovery", "drop": true}"#)
            #expect(throws: RawConnection.ConnectionError.self) { try scenario.client.get(path) }
        }
    }

    @Test func heldResponsesWaitForTheirRelease() async throws {
        try await Scenario.run { scenario in
            _ = try scenario.client.send("POST", "/sandbox/faults", json: #"{"on": "discovery", "hold": true}"#)
            let path = "/common/v2.0/.well-known/openid-configuration"
            let waiting = try RawConnection(port: scenario.client.port)
            waiting.write(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            // The other connection is served while the first waits.
            while try scenario.client.get("/sandbox/requests").list.isEmpty {}
            #expect(try scenario.client.get(path).status == 200)
            #expect(!waiting.hasUnreadBytes)
            #expect(try scenario.client.send("POST", "/sandbox/release").status == 204)
            #expect(try waiting.readResponse().status == 200)
        }
    }

    @Test(arguments: [
        ("faults", #"{"on": "everything"}"#), ("faults", #"{"on": "graph", "status": 42}"#), ("faults", "x"),
        ("revoke", #"{"username": "nobody"}"#), ("approve", #"{"user_code": "x"}"#), ("time", #"{"advance": "x"}"#),
        ("keys", #"{"publicKey": "x"}"#), ("federations", "{}"),
    ])
    func controlEndpointsNameMissingMembers(control: String, body: String) async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.client.send("POST", "/sandbox/\(control)", json: body)
            #expect(reply.status == 400)
            #expect(reply["error"] != nil)
        }
    }

    @Test func requestLogContainsNoSecrets() async throws {
        let lines = Mutex<[String]>([])
        var options = SandboxOptions()
        options.log = { line in lines.withLock { $0.append(line) } }
        try await Scenario.run(options) { scenario in
            let tokens = try scenario.signIn("alice", "User.Read")
            _ = try scenario.client.get("/v1.0/me?$select=id", token: tokens["access_token"])
            let reply = try scenario.client.get("/sandbox/requests")
            let entry = try #require(reply.list.first { $0["grant_type"] as? String == "authorization_code" })
            #expect(entry["username"] as? String == "alice@contoso.example")
            #expect(entry["scope"] as? String == "User.Read \(Scenario.baseScope)")
            #expect(reply.list.last?["query"] as? String == "$select=id")
            let secrets = ["access_token", "refresh_token", "id_token"].compactMap { tokens[$0] } + [Scenario.verifier]
            let logged = reply.text + lines.withLock { $0.joined() }
            for secret in secrets { #expect(!logged.contains(secret)) }
            #expect(lines.withLock { $0.contains("GET /v1.0/me 200 as alice@contoso.example in contoso.example") })
            _ = try scenario.client.send("DELETE", "/sandbox/requests")
            #expect(try scenario.client.get("/sandbox/requests").text == "[]")
        }
    }
}
