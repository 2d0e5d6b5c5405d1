import Foundation
import Testing

/// A master key that is locked with a passphrase.
@Suite(.enabled(if: KernelKeyring.works, "The kernel keyring cannot be used here.")) struct PassphraseTests {
    private static let stdin = "--passphrase-stdin"

    private func withAlice(_ body: (Sandboxed) async throws -> Void) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("store migrate --to passphrase \(Self.stdin)", input: Data("first-pass\n".utf8))
            do {
                try await body(sandbox)
            } catch {
                _ = try await sandbox.acct("store lock")
                throw error
            }
            _ = try await sandbox.acct("store lock")
        }
    }

    private func unlock(_ sandbox: Sandboxed, _ typed: String, _ options: String = "") async throws -> Run {
        try await sandbox.acct("store unlock \(Self.stdin) \(options)", input: Data(typed.utf8))
    }

    private func status(_ sandbox: Sandboxed) async throws -> KeyReport {
        try await sandbox.succeed("store status --json").json()
    }

    @Test func lockedKeyIsAnErrorThatNamesTheCommand() async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("token")
            #expect(try await status(sandbox).state == "unlocked")
            try await sandbox.succeed("store lock")
            for line in [
                "token", "token --force-refresh", "store rotate --passphrase-stdin", "store rotate",
                "store migrate --to file",
            ] {
                expect(
                    try await sandbox.acct(line, input: Data("other".utf8)),
                    ExpectedError(4, "is locked with a passphrase", run: "acct store unlock"))
            }
            #expect(try await status(sandbox).state == "locked")
            #expect(try keyFiles(of: sandbox).count == 1)
        }
    }

    @Test(arguments: ["first-pass", "first-pass\n", "first-pass\r\n", "first-pass\nsecond-pass"])
    func passphraseIsTheFirstLine(typed: String) async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("store lock")
            let run = try await unlock(sandbox, typed)
            #expect(run.status == 0 && run.error == "The key is unlocked.\n" && run.output.isEmpty, "\(run)")
            try await sandbox.succeed("token --force-refresh")
        }
    }

    @Test func wrongAndEmptyPassphrasesAreRefused() async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("store lock")
            expect(try await unlock(sandbox, "wrong\n"), ExpectedError(1, "is wrong", run: "acct store unlock"))
            for empty in ["", "\n", "  \n"] {
                expect(try await unlock(sandbox, empty), ExpectedError(64, "The passphrase is empty."))
            }
            expect(
                try await unlock(sandbox, "first-pass", "--for 0"), ExpectedError(64, "--for has to be 1s or longer"))
            let tooLong = try await unlock(sandbox, "first-pass", "--for 60000d")
            expect(tooLong, ExpectedError(64, "--for takes at most 49710d"))
            #expect(try await status(sandbox).state == "locked")
        }
    }

    /// By the number of characters: bytes would let a short one of another script pass.
    @Test(arguments: [("x", false), ("1234567", false), ("山田山田", false), ("12345678", true), ("é is fine", true)])
    func newPassphraseHasALeastLength(typed: String, isTaken: Bool) async throws {
        try await withAlice { sandbox in
            let run = try await sandbox.acct("store rotate \(Self.stdin)", input: Data("\(typed)\n".utf8))
            if isTaken {
                #expect(run.status == 0, "\(run)")
            } else {
                expect(run, ExpectedError(64, "A new passphrase needs at least 8 characters"))
            }
            try await sandbox.succeed("store lock")
            #expect(try await unlock(sandbox, isTaken ? typed : "first-pass").status == 0)
        }
    }

    /// One that was chosen before there was a least length opens its store.
    @Test func shortPassphraseOfAStoreIsStillRead() async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("store lock")
            expect(try await unlock(sandbox, "x"), ExpectedError(1, "is wrong", run: "acct store unlock"))
        }
    }

    @Test func keyIsUnlockedForATime() async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("store lock")
            #expect(try await unlock(sandbox, "first-pass", "--for 1s").status == 0)
            let until = try await status(sandbox).unlockedUntil
            #expect(until.map { Double($0) <= Date().timeIntervalSince1970 + 1 } ?? true)
            try await eventually("the key is locked") {
                try await status(sandbox).state == "locked"
            }
        }
    }

    @Test func rotationChangesThePassphrase() async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("store rotate \(Self.stdin)", input: Data("second-pass\n".utf8))
            try await sandbox.succeed("store lock")
            #expect(try await unlock(sandbox, "first-pass\n").status == 1)
            #expect(try await unlock(sandbox, "second-pass\n").status == 0)
            try await sandbox.succeed("token --force-refresh")
            #expect(try keyFiles(of: sandbox).count == 1)
        }
    }

    @Test func keyMovesBackToAFile() async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("store migrate --to file")
            #expect(try keyFiles(of: sandbox) == ["key"])
            try await sandbox.succeed("token")
            expect(
                try await sandbox.acct("store lock"),
                ExpectedError(1, "cannot lock it", run: "acct store migrate --to passphrase"))
        }
    }

    @Test func newStoreNeedsAPassphraseFirst() async throws {
        try await Sandboxed.run { sandbox in
            let environment = ["ACCT_KEY_STORE": "passphrase" as String?]
            let add = sandbox.signIn(as: "alice@contoso.example")
            expect(
                try await sandbox.acct("add alice", add, environment: environment),
                ExpectedError(4, "none was chosen", run: "acct store unlock"))
            try await sandbox.succeed(
                "store unlock \(Self.stdin) --for 1h", input: Data("first-pass".utf8), environment: environment)
            let until = try #require(try await status(sandbox).unlockedUntil)
            #expect(Double(until) <= Date().timeIntervalSince1970 + 3601)
            try await sandbox.succeed("add alice", add, environment: environment)
            #expect(try await status(sandbox).keyStore == "passphrase")
            try await sandbox.succeed("store lock")
        }
    }

    @Test func newPassphraseIsNotTakenFromAPipeUnasked() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            expect(
                try await sandbox.acct("store migrate --to passphrase", input: Data("first-pass".utf8)),
                ExpectedError(64, "add --passphrase-stdin"))
            #expect(try keyFiles(of: sandbox) == ["key"])
        }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func signalLeavesTheTerminalAsItWas(signal: Int32) async throws {
        try await withAlice { sandbox in
            let shell = try await PromptedShell(["store", "unlock"], prompt: "Passphrase: ", in: sandbox.workspace)
            try shell.send(signal)
            try await shell.expectEnd(code: 128 + signal)
        }
    }

    /// A locked key is unlocked by the command that needs it, and stays so.
    @Test func commandThatNeedsTheKeyAsksOnATerminal() async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("store lock")
            let shell = try await PromptedShell(["token"], prompt: "Passphrase: ", in: sandbox.workspace)
            shell.terminal.type("first-pass\n")
            try await shell.expectEnd(code: 0)
            #expect(try await status(sandbox).state == "unlocked")
            try await sandbox.succeed("token")
        }
    }

    @Test func typedPassphraseLeavesTheTerminalAsItWas() async throws {
        try await withAlice { sandbox in
            try await sandbox.succeed("store lock")
            for (typed, code) in [("half\u{3}", Int32(130)), ("\n", 64), ("first-pass\n", 0)] {
                let shell = try await PromptedShell(["store", "unlock"], prompt: "Passphrase: ", in: sandbox.workspace)
                shell.terminal.type(typed)
                try await shell.expectEnd(code: code)
                #expect(try await status(sandbox).state == (code == 0 ? "unlocked" : "locked"))
                #expect(!shell.terminal.text.contains("half") && !shell.terminal.text.contains("first-pass"))
            }
        }
    }
}

/// A passphrase where the kernel has no keyring: asked each time on a terminal, and an error elsewhere.
@Suite(.needs(.cc)) struct PassphraseWithoutKeyringTests {
    private func keyringLibrary(_ sandbox: Sandboxed) async throws -> String {
        let library = "\(sandbox.workspace.folder)/no-keyring.so"
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/no-keyring.c").path
        let compiled = try await sandbox.workspace.run(
            [try Tool.cc.require(), "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source])
        try #require(compiled.status == 0, "\(compiled)")
        return library
    }

    private func withLockedStore(_ body: (Sandboxed, [String: String?]) async throws -> Void) async throws {
        try await Sandboxed.run { sandbox in
            let library = try await keyringLibrary(sandbox)
            let environment = ["LD_PRELOAD": library as String?]
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed(
                "store migrate --to passphrase --passphrase-stdin", input: Data("first-pass\n".utf8),
                environment: environment)
            try await body(sandbox, environment)
        }
    }

    /// The passphrase that was just typed opens the key that the kernel did not take.
    @Test(.enabled(if: KernelKeyring.works, "The kernel keyring cannot be used here."))
    func keyIsLockedWhereTheKernelHasNoRoom() async throws {
        try await Sandboxed.run { sandbox in
            let library = try await keyringLibrary(sandbox)
            let environment = ["LD_PRELOAD": library, "KEYRING": "full"]
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed(
                "store migrate --to passphrase --passphrase-stdin", input: Data("first-pass\n".utf8),
                environment: environment)
            #expect(try keyFiles(of: sandbox).count == 1)
            expect(
                try await sandbox.acct("token", environment: environment),
                ExpectedError(4, "is locked with a passphrase", run: "acct store unlock"))
            expect(
                try await sandbox.acct(
                    "store unlock --passphrase-stdin", input: Data("first-pass\n".utf8), environment: environment),
                ExpectedError(4, "Disk quota exceeded", run: "acct store migrate --to file"))
        }
    }

    /// Once, and before any lock is held: other processes do not wait for the person.
    @Test func personIsAskedOnceForTheOldKey() async throws {
        try await withLockedStore { sandbox, environment in
            let shell = try await PromptedShell(
                ["store", "migrate", "--to", "file"], prompt: "Passphrase: ", in: sandbox.workspace,
                environment: environment)
            try await sandbox.succeed("use alice", environment: environment)
            shell.terminal.type("first-pass\n")
            try await shell.expectEnd(code: 0)
            #expect(shell.terminal.text.components(separatedBy: "Passphrase: ").count == 2)
            #expect(try keyFiles(of: sandbox) == ["key"])
        }
    }

    @Test func scriptIsToldTheCommand() async throws {
        try await withLockedStore { sandbox, environment in
            for line in ["token", "token --force-refresh", "store rotate --passphrase-stdin"] {
                expect(
                    try await sandbox.acct(line, input: Data("other words".utf8), environment: environment),
                    ExpectedError(4, "the kernel keyring cannot be used here", run: "acct store migrate --to file"))
            }
            let status: KeyReport = try await sandbox.succeed("store status --json", environment: environment).json()
            #expect(status.state == "unavailable" && status.keyStore == "passphrase")
        }
    }

    @Test(
        arguments: [
            (["first-pass"], 0), (["mistyped", "first-pass"], 0), (["mistyped", "mistyped", "mistyped"], 1),
        ] as [([String], Int32)])
    func personIsAskedOnATerminal(typed: [String], code: Int32) async throws {
        try await withLockedStore { sandbox, environment in
            let shell = try await PromptedShell(
                ["token"], prompt: "Passphrase: ", in: sandbox.workspace, environment: environment)
            for (count, typed) in typed.enumerated() {
                try await eventually("acct prompts") {
                    shell.terminal.text.components(separatedBy: "Passphrase: ").count == count + 2
                }
                shell.terminal.type(typed + "\n")
            }
            try await shell.expectEnd(code: code)
            #expect(!typed.contains(where: shell.terminal.text.contains))
        }
    }
}

enum KernelKeyring {
    /// Whether this process can read the keyring of its user, as `acct` does: containers often forbid it.
    static let works = (try? String(contentsOfFile: "/proc/keys", encoding: .utf8)) != nil
}
