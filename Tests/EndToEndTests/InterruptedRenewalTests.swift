import Foundation
import Testing

/// The server takes a refresh token back when it sends a new one. From the request until the new one is stored, nothing
/// ends the program but SIGKILL.
@Suite struct InterruptedRenewalTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalDuringARenewalWaitsForTheNewToken(signal: Int32) async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let renewal = try await startRenewal(in: sandbox)
            renewal.signal(signal)
            try await eventually("the signal is handled") { try !renewal.hasPendingSignals() }
            try await sandbox.release()
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
            let renewal = try await startRenewal(in: sandbox)
            renewal.signal(SIGTERM)
            #expect(try await renewal.finish(within: .seconds(40)) == 128 + SIGTERM)
        }
    }

    @Test(.needs(.sqlite3)) func renewalWaitsForAProcessThatHoldsTheStore() async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let renewal = try await startRenewal(in: sandbox)
            let holder = try await sandbox.holdStore("BEGIN IMMEDIATE")
            try await sandbox.release()
            try await eventually("the response is logged") {
                renewal.error.contains(/> POST [\s\S]*< HTTP\/1\.1 200/)
            }
            // Any other command would give up after ten seconds.
            let start = ContinuousClock.now
            try await eventually("eleven seconds are over") {
                try #require(renewal.exitCode == nil, "\(renewal.error)")
                return ContinuousClock.now - start > .seconds(11)
            }
            #expect(holder.exitCode == nil && renewal.output.isEmpty)
            await holder.stop()
            #expect(try await renewal.finish(within: .seconds(60)) == 0)
            #expect(!renewal.output.isEmpty)
            try await sandbox.succeed("token --force-refresh")
        }
    }

    /// Starts a renewal whose response the server holds. Returns once the server has the request.
    private func startRenewal(in sandbox: Sandboxed) async throws -> Child {
        try await sandbox.inject(.init(on: .token, hold: true))
        let renewal = try sandbox.workspace.start([Products.acct, "token", "--force-refresh", "--verbose"])
        try await eventually("the server has the request: \(renewal.error)") {
            try await !sandbox.requests("refresh_token").isEmpty
        }
        return renewal
    }
}

extension Child {
    /// Whether a signal was sent to the program that no thread of it has accepted (proc_pid_status(5)).
    fileprivate func hasPendingSignals() throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        let pending = try #require(status.firstMatch(of: /ShdPnd:\s*([0-9a-f]+)/))
        return pending.1.contains { $0 != "0" }
    }
}
