import Foundation
import Testing

/// `kill -9` while the master key moves between a keyring and a file, or is replaced. One store lives through all of it: a
/// keyring cannot be copied with it.
@Suite(.needs(.cc, .dbusDaemon, .dbusSend, .gnomeKeyring)) struct TortureMigrationTests {
    @Test func killedMigrationLosesNothingAndLeavesOneKey() async throws {
        try await Sandboxed.run { sandbox in
            try await DesktopKeyring.run(in: sandbox.workspace) { keyring in
                let scale = TortureScale.current
                let subject = "kill -9 in store migrate"
                var generator = scale.generator(for: subject)
                let store = try TortureStore("moved", in: sandbox)
                let added = try await store.acct(
                    ["add", "alice"] + sandbox.signIn(as: "alice@contoso.example"), environment: keyring.environment)
                try #require(added.status == 0, "\(added)")
                var kills = 0
                for round in 0..<(scale.isFull ? 300 : 24) {
                    let place = try await status(of: store, keyring)
                    let commands = [["migrate", "--to", place == "file" ? "secret-service" : "file"], ["rotate"]]
                    let command = ["store"] + commands[Int.random(in: 0..<4, using: &generator) / 3]
                    let fault = Fault(
                        call: Int.random(in: 1...150, using: &generator),
                        action: Bool.random(using: &generator) ? .kill : .killAfter)
                    let (run, log) = try await store.disturbed(command, by: fault, environment: keyring.environment)
                    let context = "\(round): \(command) from \(place), \(fault), ACCT_TORTURE_SEED=\(scale.seed)"
                    #expect(run.status == (log.disturbed == nil ? 0 : 128 + SIGKILL), "\(context)\n\(run)")
                    kills += log.disturbed == nil ? 0 : 1
                    let next = try await store.acct(
                        ["token", "-p", "alice", "--force-refresh"], environment: keyring.environment)
                    #expect(next.status == 0, "\(context)\n\(next)")
                    let keys = try await keyring.keyCount() + store.keyFiles.count
                    #expect(keys == 1, "\(context): \(keys) keys, \(store.keyFiles)")
                }
                _ = try await StoreState(of: store)
                scale.report(subject, ["kills": kills])
            }
        }
    }

    private func status(of store: TortureStore, _ keyring: DesktopKeyring) async throws -> String {
        let run = try await store.acct(["store", "status", "--json"], environment: keyring.environment)
        return try #require(try run.json(KeyReport.self).keyStore)
    }
}
