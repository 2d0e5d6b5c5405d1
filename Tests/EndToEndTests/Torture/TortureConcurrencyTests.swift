import Foundation
import Testing

/// Many processes on one store.
@Suite(.needs(.sqlite3)) struct TortureConcurrencyTests {
    @Test func manyProcessesLoseNoUpdate() async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            let scale = TortureScale.current
            let store = try TortureStore("shared", in: sandbox)
            let owners = ["alice@contoso.example", "dana@contoso.example", "carol@fabrikam.example"]
            for person in ["bob@contoso.example"] + owners {
                try await store.add(String(person.prefix { $0 != "@" }), as: person)
            }
            var workers: [any TortureWorker] = owners.map { AccountWorker($0, store: store) }
            for number in workers.count..<32 { workers.append(try ProfileWorker(number, store: store)) }

            let deadline = ContinuousClock.now + (scale.isFull ? .seconds(60) : .seconds(8))
            let (ended, commands) = try await run(workers, until: deadline)
            let state = try await FinalState(of: store)
            for worker in ended { worker.expectFinalState(state) }
            _ = try await StoreState(of: store)
            let refreshes = try await sandbox.requests("refresh_token")
            #expect(refreshes.allSatisfy { $0.status == 200 }, "a refresh token was redeemed twice")
            var losses = 0
            for (name, state) in state.profiles.sorted(by: { $0.key < $1.key }) where state == "signedIn" {
                let run = try await store.acct(["token", "-p", name, "--force-refresh"])
                #expect(run.status == 0, "ACCT_TORTURE_SEED=\(scale.seed)\n\(run)")
                if run.status == 4 { losses += 1 }
            }
            scale.report(
                "32 processes at once",
                ["processes": 32, "commands": commands, "refreshes on the wire": refreshes.count, "losses": losses])
        }
    }

    /// - Returns: the workers as they ended, and the number of commands that they ran.
    private func run(
        _ workers: [any TortureWorker], until deadline: ContinuousClock.Instant
    ) async throws -> ([any TortureWorker], Int) {
        try await withThrowingTaskGroup(of: ((any TortureWorker), Int).self) { group in
            for worker in workers {
                group.addTask {
                    var (worker, commands) = (worker, 0)
                    while ContinuousClock.now < deadline {
                        try await worker.step()
                        commands += 1
                    }
                    return (worker, commands)
                }
            }
            return try await group.reduce(into: ([], 0)) { sum, result in
                sum.0.append(result.0)
                sum.1 += result.1
            }
        }
    }

    @Test func processesThatNeedTheSameTokenRefreshItOnce() async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            let scale = TortureScale.current
            let store = try TortureStore("shared", in: sandbox)
            try await store.add("alice", as: "alice@contoso.example")
            try await store.file.expireAccessTokens()
            try await sandbox.clearRequests()
            let count = scale.isFull ? 200 : 50
            let environment = ["ACCT_HOME": store.folder]
            let started = try (0..<count).map { _ in
                try sandbox.workspace.start([Products.acct, "token"], environment: environment)
            }
            var tokens: Set<String> = []
            for child in started {
                let run = try await child.run(within: .seconds(120))
                #expect(run.status == 0, "\(run)")
                tokens.insert(run.line)
            }
            let refreshes = try await sandbox.requests("refresh_token").count
            #expect(tokens.count == 1 && refreshes == 1, "\(tokens.count) tokens, \(refreshes) refreshes")
            scale.report(
                "tokens at once",
                ["processes": count, "refreshes on the wire": refreshes, "different tokens": tokens.count]
            )
        }
    }
}
