import Foundation
import HostileInput
import Testing

/// Files of the store that were cut short, or in which bits have flipped.
@Suite(.needs(.sqlite3)) struct TortureDamageTests {
    private static let profiles = ["alice", "bob", "carol"]

    @Test(arguments: ["acct.sqlite", "acct.sqlite-wal", "key"])
    func damageIsNeverTakenForAnEmptyStore(name: String) async throws {
        try await Sandboxed.run { sandbox in
            let scale = TortureScale.current
            let store = try await threeAccounts(in: sandbox)
            let whole = try #require(FileManager.default.contents(atPath: "\(store.folder)/\(name)"))
            try #require(!whole.isEmpty, "\(name) is empty")
            let subject = "damage to \(name)"
            let damages = Self.damages(of: whole, scale: scale, subject: subject)
            var failures = 0
            for damage in damages {
                let copy = try store.copy("damaged")
                try damage.applied(to: whole).write(to: URL(fileURLWithPath: "\(copy.folder)/\(name)"))
                let context = "\(name), \(damage), ACCT_TORTURE_SEED=\(scale.seed)"
                let profile = Self.profiles[damage.position % Self.profiles.count]
                for arguments in [["list", "--json"], ["token", "-p", profile]] {
                    let run = try await copy.sandbox.workspace.run(
                        [Products.acct] + arguments, environment: ["ACCT_HOME": copy.folder], within: .seconds(30))
                    expectTruth(run, context)
                    if run.status != 0 { failures += 1 }
                }
            }
            scale.report(subject, ["flips and cuts": damages.count, "failed commands": failures])
        }
    }

    private func expectTruth(_ run: Run, _ context: String) {
        #expect(run.status < 128, "\(context)\n\(run)")
        if run.status == 0 {
            #expect(!run.line.isEmpty && run.line != "[]", "\(context): the accounts are gone\n\(run)")
        } else {
            let lines = run.error.split(separator: "\n").filter { !$0.hasPrefix(#"{"error""#) }
            #expect((1...2).contains(lines.count), "\(context): one sentence and a command\n\(run)")
            // The number of a newer version looks like any other number.
            let hasWayOn = run.error.contains("Run: ") || run.error.contains("Use the newer acct.")
            #expect(hasWayOn, "\(context): no next command\n\(run)")
        }
    }

    /// Three accounts, the last changes of which are in the log and not yet in the database.
    private func threeAccounts(in sandbox: Sandboxed) async throws -> TortureStore {
        let store = try TortureStore("prepared", in: sandbox)
        for (profile, person) in [("alice", "alice@contoso.example"), ("bob", "bob@contoso.example")] {
            try await store.add(profile, as: person)
        }
        try await store.add("carol", as: "carol@fabrikam.example")
        let run = try await sandbox.workspace.run([
            try Tool.sqlite3.require(), "-batch", "-cmd", ".dbconfig no_ckpt_on_close on", store.file.database,
            "UPDATE profile SET last_used = unixepoch(); UPDATE access_token SET cached_at = cached_at - 1;",
        ])
        try #require(run.status == 0, "\(run)")
        return store
    }

    private struct Damage: CustomStringConvertible {
        enum Kind { case cut, flip(bit: UInt8) }

        let position: Int
        let kind: Kind

        var description: String {
            switch kind {
            case .cut: "cut to \(position) bytes"
            case .flip(let bit): "bit \(bit) of byte \(position) flipped"
            }
        }

        func applied(to whole: Data) -> Data {
            switch kind {
            case .cut: return whole.prefix(position)
            case .flip(let bit):
                var damaged = whole
                damaged[damaged.startIndex + position] ^= 1 << bit
                return damaged
            }
        }
    }

    /// Cuts at lengths that are likely to matter and at random ones, and random bits, half of them in the headers.
    private static func damages(of whole: Data, scale: TortureScale, subject: String) -> [Damage] {
        var generator = scale.generator(for: subject)
        let pages = stride(from: 0, to: whole.count, by: 4096).flatMap { [$0, $0 + 1] }
        let edges = [0, 1, 31, 32, 100, 511, whole.count - 1] + scale.sample(pages, upTo: 4, for: subject)
        var lengths = Set(edges).filter { $0 < whole.count }.sorted()
        if whole.count > 100 {
            lengths += (0..<(scale.isFull ? 300 : 4)).map { _ in Int.random(in: 0..<whole.count, using: &generator) }
        }
        let flips = (0..<(scale.isFull ? 1000 : 16)).map { index in
            let end = index.isMultiple(of: 2) ? whole.count : min(whole.count, 512)
            return Damage(
                position: Int.random(in: 0..<end, using: &generator),
                kind: .flip(bit: UInt8.random(in: 0..<8, using: &generator)))
        }
        return lengths.map { Damage(position: $0, kind: .cut) } + flips
    }
}
