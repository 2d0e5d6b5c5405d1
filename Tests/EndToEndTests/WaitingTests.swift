import Foundation
import Testing

/// Retries of `acct graph`, their limits and messages, and claims challenges.
@Suite struct WaitingTests {
    @Test func retryAfterOfFortyOneHoursIsNotWaitedFor() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": "150100"], times: 9))
            try await sandbox.clearRequests()
            let run = try await sandbox.acct("graph /me")
            #expect(run.status == 7 && run.error.contains("Try again in 150100 s"), "\(run)")
            #expect(run.error.contains("--max-wait"))
            #expect(try await sandbox.requests().filter { $0.path == "/v1.0/me" }.count == 1)
        }
    }

    @Test(arguments: ["0.128", "Sun, 06 Nov 1994 08:49:37 GMT", "", "soon"])
    func everyFormOfRetryAfterIsParsed(retryAfter: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": retryAfter]))
            let run = try await sandbox.succeed("graph /me --max-wait 2s")
            #expect(run.error.contains("The server responded with status 429. Waiting 1 s"), "\(run)")
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": retryAfter]))
            #expect(try await sandbox.acct("graph /me --max-wait 0").status == 7)
        }
    }

    @Test func onlySafeRequestsAreRetried() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            for (status, method, count) in [(429, "POST", 2), (503, "POST", 1), (503, "DELETE", 2), (500, "GET", 1)] {
                try await sandbox.clearRequests()
                try await sandbox.inject(.init(on: .graph, status: status, headers: ["Retry-After": "0.01"]))
                _ = try await sandbox.acct("graph -X \(method) /me/messages/1")
                #expect(try await sandbox.requests().count == count, "\(status) \(method)")
                try await sandbox.clearFaults()
            }
        }
    }

    /// A deletion is sent again after a response that leaves it open. A 404 can then be its success.
    @Test(arguments: [("DELETE", true, true), ("DELETE", false, false), ("GET", true, false)])
    func errorAfterARepeatedWriteNamesTheFirstAttempt(method: String, isRepeated: Bool, isNamed: Bool) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            if isRepeated {
                try await sandbox.inject(.init(on: .graph, status: 503, headers: ["Retry-After": "0.01"]))
            }
            let run = try await sandbox.acct("graph -X \(method) /me/messages/none")
            #expect(run.status != 0 && run.error.contains("failed with status 404"), "\(run)")
            let sentence = "An earlier attempt, which got no clear response, may have carried it out."
            #expect(run.error.contains(sentence) == isNamed, "\(run)")
        }
    }

    @Test(.needs(.sqlite3)) func throttledTokenEndpointIsWaitedFor() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            try await sandbox.inject(.init(on: .token, status: 503, headers: ["Retry-After": "1"]))
            let run = try await sandbox.succeed("graph /me")
            #expect(run.error.contains("The server responded with status 503. Waiting 1 s"), "\(run)")
        }
    }

    @Test func lostConnectionIsRetriedUntilMaxWait() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .graph, times: 3, drop: true))
            let run = try await sandbox.succeed("graph /me --max-wait 20s")
            #expect(run.error.components(separatedBy: "Waiting").count == 4, "\(run)")
            try await sandbox.inject(.init(on: .graph, times: 3, drop: true))
            #expect(try await sandbox.acct("graph /me --max-wait 0").status == 7)
        }
    }

    @Test func interruptEndsTheWaitAtOnce() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": "200"]))
            let child = try sandbox.workspace.start([Products.acct, "graph", "/me"])
            try await eventually("acct notes the wait") { child.error.contains("Waiting 200 s") }
            child.signal(SIGINT)
            #expect(try await child.finish(within: .seconds(50)) == 130)
        }
    }

    @Test func claimsChallengeIsSentWithTheTokenRequest() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let claims = #"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#
            let encoded = Data(claims.utf8).base64EncodedString()
            let challenge =
                #"Negotiate, Basic realm="a, Bearer claims=b", Bearer realm="", error="insufficient_claims", claims="\#(encoded)""#
            try await sandbox.inject(.init(on: .graph, status: 401, headers: ["WWW-Authenticate": challenge]))
            try await sandbox.clearRequests()
            try await sandbox.succeed("graph /me")
            #expect(try await sandbox.requests().filter { $0.path == "/v1.0/me" }.map(\.status) == [401, 200])
            #expect(try await sandbox.requests("refresh_token").map(\.claims) == [claims])
            try await sandbox.inject(.init(on: .graph, status: 401, headers: ["WWW-Authenticate": challenge], times: 2))
            let run = try await sandbox.acct("graph /me")
            #expect(run.status == 6 && run.error.contains("refused a new token"), "\(run)")
        }
    }
}
