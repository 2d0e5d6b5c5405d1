import Foundation
import Testing

/// `acct doctor --repair` mends what it can, asks before what cannot be undone, and leaves everything else alone.
@Suite(.needs(.sqlite3)) struct DoctorRepairTests {
    private typealias Finding = DoctorFindingCase.Finding

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A part of what was done.
        let words: String
        /// Whether it is left without `--yes`.
        var asks = false
        let prepare: @Sendable (Sandboxed) async throws -> Void
        /// Whether the damage is mended.
        let isMended: @Sendable (Sandboxed) async throws -> Bool
    }

    static let safe = [
        Case(
            testDescription: "open files", words: "is closed to other users.",
            prepare: { sandbox in
                for name in ["", "acct.sqlite", "key", "locks", "spare"] { try sandbox.store.setMode(0o755, of: name) }
            }, isMended: { try $0.store.modes().values.allSatisfy { $0 & 0o077 == 0 } }),
        Case(
            testDescription: "file in the place of a folder", words: "/spare was moved to",
            prepare: { sandbox in
                try FileManager.default.removeItem(atPath: "\(sandbox.store.folder)/spare")
                try sandbox.store.leave("spare")
            }, isMended: { try await $0.acct("token -p alice --force-refresh").status == 0 }),
        Case(
            testDescription: "file in the place of the shims", words: "/shims was moved to",
            prepare: { try $0.store.leave("shims") },
            isMended: { try !$0.store.modes().keys.contains("shims") }),
        Case(
            testDescription: "leftovers", words: "Leftovers were removed:",
            prepare: { sandbox in
                for name in ["key-1.draft", "spare/9", "damaged-2/readable.sqlite-wal"] {
                    try sandbox.store.leave(name, Data(repeating: 0, count: 32 << 10))
                }
                try sandbox.store.leave("key-2.draft", age: 0)
                #expect(mkfifo("\(sandbox.store.folder)/spare/8", 0o600) == 0)
            },
            isMended: { sandbox in
                // A draft that was just written may be in use.
                let names = Set(try sandbox.store.modes().keys)
                return names.isDisjoint(with: ["key-1.draft", "spare/9", "damaged-2"]) && names.contains("key-2.draft")
            }),
        Case(
            testDescription: "damaged access token", words: "The damaged access token of alice was removed.",
            prepare: { sandbox in
                try await sandbox.store.sqlite(
                    "UPDATE access_token SET secret = zeroblob(60) WHERE home_account_id = '\(World.alice)'")
            }, isMended: { try await $0.acct("token -p alice").status == 0 }),
        Case(
            testDescription: "damaged database", words: "A new database was made; the damaged files are in",
            prepare: { try await $0.store.overwrite(at: 4096, count: 4096) },
            isMended: { sandbox in
                let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.store.folder)
                return try await sandbox.acct("list").status == 0 && names.contains { $0.hasPrefix("damaged-") }
            }),
        Case(
            testDescription: "damaged database in an open folder", words: "A new database was made",
            prepare: { sandbox in
                try await sandbox.store.overwrite(at: 4096, count: 4096)
                for name in ["", "key"] { try sandbox.store.setMode(0o755, of: name) }
            },
            isMended: { sandbox in
                let isClosed = try sandbox.store.modes().values.allSatisfy { $0 & 0o077 == 0 }
                return try await sandbox.acct("list").status == 0 && isClosed
            }),
        Case(
            testDescription: "damaged row", words: "2 profiles were saved, with their sign-ins.",
            prepare: { sandbox in
                try await sandbox.succeed("rule add /groups/* bob")
                try await sandbox.store.sqlite("UPDATE rule SET pattern = ''")
            }, isMended: { try await $0.acct("rule list").status == 0 }),
    ]

    /// Before any other: while damaged files are set aside, nothing is removed that may belong to what was lost.
    static let strays = [
        Case(
            testDescription: "key that is not used", words: "/key-77 was removed.", asks: true,
            prepare: { try $0.store.leave("key-77", Data(repeating: 7, count: 32)) },
            isMended: { try !$0.store.modes().keys.contains("key-77") }),
        Case(
            testDescription: "folder of a profile that is gone", words: "/tools/ghost was removed.", asks: true,
            prepare: { try $0.store.leave("tools/ghost/az/token") },
            isMended: { try !$0.store.modes().keys.contains("tools/ghost") }),
    ]

    static let asked = [
        Case(
            testDescription: "another key", words: "2 profiles were saved. Sign in again", asks: true,
            prepare: { try $0.store.leave("key", Data(repeating: 7, count: 32)) },
            isMended: { try await $0.states() == ["alice": "signedOut", "bob": "signedOut"] }),
        Case(
            testDescription: "missing key", words: "2 profiles were saved. Sign in again to 2 of them", asks: true,
            prepare: { sandbox in
                for (name, person) in [("alice", "alice"), ("bob", "bob")] {
                    try await sandbox.succeed("sign-in \(name)", sandbox.browser("\(person)@contoso.example"))
                }
                try FileManager.default.removeItem(atPath: "\(sandbox.store.folder)/key")
            }, isMended: { try await $0.states() == ["alice": "signedOut", "bob": "signedOut"] }),
        Case(
            testDescription: "missing database", words: "A new database was made", asks: true,
            prepare: { sandbox in
                // A key is there, so there were accounts.
                try await sandbox.add("carol", as: "carol@fabrikam.example")
                for name in ["acct.sqlite", "acct.sqlite-wal", "acct.sqlite-shm"] {
                    try? FileManager.default.removeItem(atPath: "\(sandbox.store.folder)/\(name)")
                }
            }, isMended: { try await $0.acct("list").status == 0 }),
    ]

    @Test func repairsAreMadeAndSaid() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            for row in Self.strays + Self.safe + Self.asked {
                try await row.prepare(sandbox)
                if row.asks {
                    let left = try await sandbox.acct("doctor --repair --json")
                    #expect(left.error.contains("Not repaired, since it cannot be undone:"), "\(row): \(left)")
                    #expect(try await !row.isMended(sandbox), "\(row)")
                    // The command that has just declined is no advice.
                    let advice = try left.json([Finding].self).compactMap(\.command)
                    #expect(!advice.contains("acct doctor --repair"), "\(row): \(advice)")
                }
                let run = try await sandbox.succeed("doctor --repair --json \(row.asks ? "--yes" : "")")
                let done = try run.json([Finding].self).filter { $0.level == "repaired" }
                #expect(done.contains { $0.message.contains(row.words) && $0.command == nil }, "\(row): \(run)")
                #expect(try await row.isMended(sandbox), "\(row)")
                let again = try await sandbox.succeed("doctor --repair --json").json([Finding].self)
                #expect(!again.contains { $0.level == "repaired" }, "\(row): \(again)")
            }
        }
    }

    /// A profile that the repair has lost is not gone: its az and azd sign-ins stay, in this run and in later ones.
    @Test(arguments: ["missing", "overwritten"]) func foldersOfLostProfilesAreKept(damage: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try sandbox.store.leave("tools/alice/az/token")
            try sandbox.store.leave("key-77", Data(repeating: 7, count: 32))
            for name in ["acct.sqlite", "acct.sqlite-wal", "acct.sqlite-shm"] {
                try? FileManager.default.removeItem(atPath: "\(sandbox.store.folder)/\(name)")
            }
            if damage == "overwritten" { try sandbox.store.leave("acct.sqlite", Data(repeating: 7, count: 40_960)) }
            for _ in 0..<2 {
                let run = try await sandbox.acct("doctor --repair --yes")
                #expect(run.text.contains("the profile may be lost with them"), "\(run)")
                #expect(run.text.contains("Run: rm -r \(sandbox.store.folder)/tools/alice"), "\(run)")
                let names = try sandbox.store.modes().keys
                #expect(names.contains("tools/alice/az/token"), "\(run)")
            }
            #expect(try await sandbox.states().isEmpty)
        }
    }

    @Test func misplacedFileHasItsConsequenceAndIsMovedBesideAnEarlierOne() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            for name in ["shims", "shims.old", "tools"] { try sandbox.store.leave(name) }
            let found = try await sandbox.acct("doctor").text
            #expect(found.contains("/shims is not a folder, so az and azd under acct exec act as"), "\(found)")
            #expect(found.contains("/tools is not a folder, so other programs under acct exec cannot"), "\(found)")
            #expect(!found.contains("cannot be renewed"), "\(found)")
            let run = try await sandbox.acct("doctor --repair")
            #expect(run.status == 0 && !run.error.contains("Not repaired: "), "\(run)")
            for name in ["shims.old", "shims.old2", "tools.old"] {
                #expect(FileManager.default.fileExists(atPath: "\(sandbox.store.folder)/\(name)"), "\(name)")
            }
        }
    }

    @Test(.needs(.tmux, .bash)) func questionIsAskedOnATerminal() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try sandbox.store.leave("key-77", Data(repeating: 7, count: 32))
            try await Tmux.run(in: sandbox.workspace) { tmux in
                for (answer, isKept) in [("n", true), ("y", false)] {
                    try await tmux.type("clear; acct doctor --repair --quiet | cat\n")
                    _ = try await tmux.wait("the question") { $0.last?.hasSuffix("[y/N]") == true }
                    try await tmux.type("\(answer)\n")
                    _ = try await tmux.afterPrompt("0 $")
                    #expect(try sandbox.store.modes().keys.contains("key-77") == isKept)
                }
            }
        }
    }

    @Test func yesNeedsRepair() async throws {
        expect(try await Workspace().acct("doctor --yes"), ExpectedError(64, "--yes needs --repair."))
    }

    /// A store that this version or this user must not change.
    @Test func storeOfANewerVersionIsLeftAlone() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.sqlite("PRAGMA user_version = 999")
            let before = FileManager.default.contents(atPath: sandbox.store.database)
            let run = try await sandbox.acct("doctor --repair --yes --online")
            #expect(run.status == 1 && run.text.contains("was written by a newer acct (version 999"), "\(run)")
            #expect(FileManager.default.contents(atPath: sandbox.store.database) == before)
        }
    }

    @Test(.needsRoot) func storeOfAnotherUserIsLeftAlone() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try sandbox.store.leave("key-1.draft")
            try sandbox.store.setMode(0o755)
            #expect(chown(sandbox.store.folder, 12345, 12345) == 0)
            let before = try sandbox.store.modes()
            let run = try await sandbox.acct("doctor --repair --yes")
            #expect(run.status == 1 && run.text.contains("belongs to another user (id 12345)"), "\(run)")
            #expect(try sandbox.store.modes() == before)
        }
    }

    @Test(.needsRoot) func fullAndReadOnlyDisksAreNamed() async throws {
        try await Sandboxed.run { sandbox in
            let small = try SmallDisk(at: "\(sandbox.workspace.folder)/small", kilobytes: 512)
            let home: [String: String?] = ["ACCT_HOME": small.path + "/acct"]
            try await sandbox.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"), environment: home)
            try small.fill()
            try StoreFile(folder: small.path + "/acct").setMode(0o755, of: "locks")
            let full = try await sandbox.acct("doctor --repair", environment: home)
            #expect(full.status == 1 && full.text.contains("There are 0 KiB free"), "\(full)")
            #expect(full.text.contains("is closed to other users"), "\(full)")
            try small.remount(readOnly: true)
            let readOnly = try await sandbox.acct("doctor --repair", environment: home)
            #expect(readOnly.status == 1 && readOnly.text.contains("acct.sqlite cannot be written to"), "\(readOnly)")
        }
    }

    /// A key store that does not answer is found once, and no profile is blamed for it.
    @Test(.needs(.dbusDaemon, .dbusSend, .gnomeKeyring)) func keyringThatIsLockedOrSilentIsFoundOnce() async throws {
        try await Sandboxed.run { sandbox in
            try await DesktopKeyring.run(in: sandbox.workspace) { keyring in
                try await keyring.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"))
                try await keyring.succeed("doctor")
                try await keyring.lock()
                try await expectOneFinding("which is locked", "acct store unlock", keyring)
                keyring.freeze()
                try await expectOneFinding("did not answer within 3 seconds", "acct store status", keyring)
                keyring.kill()
                let run = try await eventually("the bus notices") {
                    let run = try await keyring.acct("doctor --json")
                    return run.text.contains("does not run in this session") ? run : nil
                }
                #expect(run.status == 1)
            }
        }
    }

    private func expectOneFinding(_ words: String, _ command: String, _ keyring: DesktopKeyring) async throws {
        let run = try await keyring.acct("doctor --repair --json")
        let wrong = try run.json([Finding].self).filter { $0.level == "wrong" }
        #expect(run.status == 1 && wrong.count == 1 && wrong.first?.command == command, "\(run)")
        #expect(wrong.first?.message.contains(words) == true, "\(run)")
    }
}
