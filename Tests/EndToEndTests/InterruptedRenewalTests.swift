import Foundation
import Testing

/// The server takes a refresh token back when it sends a new one. From the request until the new one is stored, nothing
/// ends the program but SIGKILL.
@Suite struct InterruptedRenewalTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalDuringARenewalWaitsForTheNewToken(signal: Int32) async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .token, delayMilliseconds: 1500))
            let renewal = try sandbox.workspace.start([Products.acct, "token", "--force-refresh", "--verbose"])
            _ = try await eventually("the request is sent") { renewal.error.contains("POST") ? true : nil }
            renewal.signal(signal)
            #expect(try await renewal.finish(within: .seconds(50)) == 128 + signal)
            #expect(try await sandbox.requests("refresh_token").count == 1)
            try await sandbox.succeed("token --force-refresh")
        }
    }

    @Test(.needs(.sqlite3)) func readerThatGoesAwayDuringARenewalLosesNothing() async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .token, delayMilliseconds: 700))
            try await sandbox.store.expireAccessTokens()
            _ = try await sandbox.workspace.run(
                ["/bin/sh", "-c", "\(Products.acct) graph /users --paginate --include | true"])
            try await sandbox.succeed("token --force-refresh")
        }
    }

    @Test func serverThatNeverAnswersDoesNotHoldTheProgram() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .token, delayMilliseconds: 60_000))
            let renewal = try sandbox.workspace.start([Products.acct, "token", "--force-refresh", "--verbose"])
            _ = try await eventually("the request is sent") { renewal.error.contains("POST") ? true : nil }
            renewal.signal(SIGTERM)
            #expect(try await renewal.finish(within: .seconds(40)) == 128 + SIGTERM)
        }
    }

    @Test(.needs(.sqlite3)) func renewalWaitsForAProcessThatHoldsTheStore() async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .token, delayMilliseconds: 1500))
            let renewal = try sandbox.workspace.start([Products.acct, "token", "--force-refresh", "--verbose"])
            _ = try await eventually("the request is sent") { renewal.error.contains("POST") ? true : nil }
            // Longer than any other command waits.
            let holder = try sandbox.workspace.start(
                [
                    "/bin/sh", "-c",
                    "(echo 'BEGIN IMMEDIATE;'; sleep 13; echo 'COMMIT;') | sqlite3 \(sandbox.store.database)",
                ])
            #expect(try await renewal.finish(within: .seconds(60)) == 0)
            #expect(try await holder.finish(within: .seconds(60)) == 0)
            #expect(!renewal.output.isEmpty)
            try await sandbox.succeed("token --force-refresh")
        }
    }
}
