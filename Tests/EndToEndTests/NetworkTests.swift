import Foundation
import Testing

/// Network and server errors lose no token and require no sign-in.
@Suite struct NetworkTests {
    @Test(arguments: [SIGINT, SIGTERM]) func interruptedWriteSaysWhereToLook(signal: Int32) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            try await sandbox.inject(.init(on: .graph, hold: true))
            try await sandbox.clearRequests()
            let child = try sandbox.workspace.start(
                [Products.acct, "graph", "/me/messages", "-f", "subject=x", "--json"])
            try await eventually("the request has arrived") { try await !sandbox.requests().isEmpty }
            child.signal(signal)
            let run = try await child.run()
            #expect(run.status == 128 + signal, "\(run)")
            let line = try run.lastErrorLine()
            #expect(line.kind == "cancelled" && line.message.contains("may have been carried out"), "\(run)")
            #expect(line.command == "acct graph /me/messages -p alice")
        }
    }

    @Test func brokenConnectionOfAWriteSaysWhereToLook() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            try await sandbox.inject(.init(on: .graph, times: 9, drop: true))
            let create = try await sandbox.acct("graph /me/messages -f subject=Hello")
            expect(
                create,
                ExpectedError(7, "POST /me/messages may have been carried out", run: "acct graph /me/messages -p alice")
            )
            let read = try await sandbox.acct("graph /me/messages --max-wait 0")
            expect(read, ExpectedError(7, "Try again."))
        }
    }

    @Test(.needs(.sqlite3)) func validTokenIsPrintedWhileTheServerIsDown() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let token = try await sandbox.succeed("token").line
            await sandbox.stop()
            #expect(try await sandbox.succeed("token").line == token)
            #expect(try await sandbox.states() == ["alice": "signedIn"])
            try await sandbox.store.expireAccessTokens()
            let before = try await sandbox.store.dump()
            expect(try await sandbox.acct("token"), ExpectedError(7, "Cannot connect to localhost"))
            #expect(try await sandbox.store.dump() == before)
        }
    }

    @Test(
        .needs(.sqlite3),
        arguments: [
            Sandboxed.Fault(on: .token, status: 503, times: 9), Sandboxed.Fault(on: .token, status: 500, times: 9),
            Sandboxed.Fault(on: .token, times: 9, drop: true),
        ])
    func accountIsKeptThroughServerErrors(fault: Sandboxed.Fault) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            try await sandbox.inject(fault)
            #expect(try await sandbox.acct("token").status == 7)
            try await sandbox.clearFaults()
            #expect(try await sandbox.displayName("alice") == "Alice Ångström")
        }
    }

    @Test func killedRefreshLosesNothing() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.clearRequests()
            try await sandbox.inject(.init(on: .token, hold: true))
            let refreshing = try sandbox.workspace.start([Products.acct, "token", "--force-refresh"])
            try await eventually("the server has the request") {
                try await sandbox.requests("refresh_token").count == 1
            }
            refreshing.signal(SIGKILL)
            #expect(try await refreshing.finish(within: .seconds(50)) == 128 + SIGKILL)
            try await sandbox.succeed("token --force-refresh")
            #expect(try await sandbox.displayName("alice") == "Alice Ångström")
        }
    }

    @Test func tokenThatGraphRefusesIsRefreshedOnce() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.advanceTime(by: 7200)
            try await sandbox.clearRequests()
            #expect(try await sandbox.displayName("alice") == "Alice Ångström")
            #expect(try await sandbox.requests().filter { $0.path == "/v1.0/me" }.map(\.status) == [401, 200])
            #expect(try await sandbox.requests("refresh_token").count == 1)
        }
    }

    @Test func repeatedRefusalEndsAfterOneRefresh() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.clearRequests()
            try await sandbox.inject(
                .init(on: .graph, status: 401, body: #"{"error":{"code":"No","message":"Never"}}"#, times: 9))
            let run = try await sandbox.acct("graph /me")
            #expect(run.status == 6, "\(run)")
            #expect(run.error.contains("No: Never"))
            #expect(try await sandbox.requests().filter { $0.path == "/v1.0/me" }.count == 2)
            #expect(try await sandbox.requests("refresh_token").count == 1)
        }
    }

    @Test func retryAfterIsWaitedFor() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": "1"]))
            let start = ContinuousClock.now
            let run = try await sandbox.succeed("graph /me")
            #expect(ContinuousClock.now - start >= .seconds(1))
            #expect(run.error.contains("Waiting 1 s"), "\(run)")
        }
    }
}
