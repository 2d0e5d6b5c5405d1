import Foundation
import HostileInput
import Testing

/// `kill -9` while the master key moves between its places, or is replaced. One store lives through all of it: a keyring
/// cannot be copied with it.
@Suite(.needs(.cc, .dbusDaemon, .dbusSend, .gnomeKeyring)) struct TortureMigrationTests {
    private static let places =
        ["file", "secret-service"] + (KernelKeyring.works ? ["passphrase"] : [])

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
                var (kills, moves) = (0, Set<String>())
                for round in 0..<(scale.isFull ? 400 : 24) {
                    let place = try await status(of: store, keyring)
                    let move = Self.move(from: place, using: &generator)
                    let (run, log) = try await store.disturbed(
                        move.command, by: move.fault, input: Data("passphrase".utf8), environment: keyring.environment)
                    let context =
                        "\(round): \(move.command) from \(place), \(move.fault), ACCT_TORTURE_SEED=\(scale.seed)"
                    #expect(run.status == (log.disturbed == nil ? 0 : 128 + SIGKILL), "\(context)\n\(run)")
                    if log.disturbed != nil {
                        kills += 1
                        moves.insert("\(place) \(move.command.last ?? "")")
                    }
                    try await expectOneKey(of: store, keyring, context)
                }
                _ = try await StoreState(of: store)
                _ = try await store.acct(["store", "lock"])
                scale.report(subject, ["kills": kills, "different moves": moves.count])
            }
        }
    }

    /// To another place, or with a new key in the same place. Half of the faults are late, where the transaction is.
    private static func move(
        from place: String, using generator: inout SeededGenerator
    ) -> (command: [String], fault: Fault) {
        let isRotation = Int.random(in: 0..<4, using: &generator) == 3
        let target = isRotation ? place : places.filter { $0 != place }.randomElement(using: &generator) ?? place
        let command = ["store"] + (isRotation ? ["rotate"] : ["migrate", "--to", target])
        let fault = Fault(
            call: Int.random(in: 1...150, using: &generator),
            action: Bool.random(using: &generator) ? .kill : .killAfter)
        return (command + (target == "passphrase" ? ["--passphrase-stdin"] : []), fault)
    }

    private func expectOneKey(of store: TortureStore, _ keyring: DesktopKeyring, _ context: String) async throws {
        let next = try await store.acct(
            ["token", "-p", "alice", "--force-refresh"], environment: keyring.environment)
        #expect(next.status == 0, "\(context)\n\(next)")
        let count = try await keyring.keyCount()
        #expect(count + store.keyFiles.count == 1, "\(context): \(count) in the keyring, \(store.keyFiles)")
        #expect(count == store.keyringFiles.count, "\(context): \(count) in the keyring, \(store.keyringFiles)")
    }

    private func status(of store: TortureStore, _ keyring: DesktopKeyring) async throws -> String {
        let run = try await store.acct(["store", "status", "--json"], environment: keyring.environment)
        return try #require(try run.json(KeyReport.self).keyStore)
    }

    /// The key is in the keyring before anything of the store names its place but a file beside the database.
    @Test func killedFirstSignInLeavesNoKeyBehind() async throws {
        try await Sandboxed.run("--quiet") { sandbox in
            try await DesktopKeyring.run(in: sandbox.workspace) { keyring in
                let scale = TortureScale.current
                let subject = "kill -9 in a first add with a keyring"
                let add = ["add", "alice"] + sandbox.signIn(as: "alice@contoso.example")
                let unharmed = try TortureStore("unharmed", in: sandbox)
                let (run, log) = try await unharmed.disturbed(add, by: nil, environment: keyring.environment)
                try #require(run.status == 0, "\(run)")
                let saving = try #require(log.calls.firstIndex { $0.text.contains(".secret-service") })
                // Around the key always: after the last call for its file the key is saved, and then the transaction.
                let after = log.calls.lastIndex { $0.text.contains(".secret-service") }.map { $0 + 1 } ?? saving
                var calls = [log.calls[saving].number, after, after + 1, after + 2]
                calls += scale.sample(log.calls.map(\.number), upTo: 2, for: subject)
                var kills = 0
                for (index, call) in calls.enumerated() {
                    let others = try await keyring.keyCount()
                    let store = try TortureStore("killed-\(index)", in: sandbox)
                    let context = "call \(call) of \(log.calls.count), ACCT_TORTURE_SEED=\(scale.seed)"
                    let (killed, log) = try await store.disturbed(
                        add, by: Fault(call: call, action: .killAfter), environment: keyring.environment)
                    #expect(killed.status == (log.disturbed == nil ? 0 : 128 + SIGKILL), "\(context)\n\(killed)")
                    kills += log.disturbed == nil ? 0 : 1
                    let list = try await store.acct(["list", "--json"], environment: keyring.environment)
                    if list.text == "[]\n" {
                        let again = try await store.acct(add, environment: keyring.environment)
                        #expect(again.status == 0, "\(context)\n\(again)")
                    }
                    let keys = try await keyring.keyCount() - others
                    #expect(keys == 1 && store.keyringFiles.count == 1, "\(context): \(keys), \(store.keyringFiles)")
                    let next = try await store.acct(["token", "--force-refresh"], environment: keyring.environment)
                    #expect(next.status == 0, "\(context)\n\(next)")
                }
                scale.report(subject, ["calls": log.calls.count, "kills": kills])
            }
        }
    }
}
