import Foundation
import Testing

/// The master key in a real keyring, and each way in which a keyring can fail.
@Suite(.needs(.dbusDaemon, .dbusSend, .gnomeKeyring)) struct SecretServiceTests {
    private func withAlice(_ body: (Sandboxed, DesktopKeyring) async throws -> Void) async throws {
        try await Sandboxed.run { sandbox in
            try await DesktopKeyring.run(in: sandbox.workspace) { keyring in
                try await keyring.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"))
                try await body(sandbox, keyring)
            }
        }
    }

    private func status(_ keyring: DesktopKeyring) async throws -> KeyReport {
        try await keyring.succeed("store status --json").json()
    }

    @Test func newStoreHasItsKeyInTheKeyring() async throws {
        try await withAlice { sandbox, keyring in
            #expect(try keyFiles(of: sandbox) == [])
            try await keyring.succeed("token")
            try await keyring.succeed("token --force-refresh")
            let report = try await status(keyring)
            #expect(report.keyStore == "secret-service" && report.state == "unlocked" && report.problem == nil)
            #expect(!report.protectsAgainst.isEmpty && !report.doesNotProtectAgainst.isEmpty)
        }
    }

    @Test func lockedKeyringIsReportedAndNotReplaced() async throws {
        try await withAlice { sandbox, keyring in
            try await keyring.lock()
            for line in ["token", "token --force-refresh", "store rotate", "store migrate --to file", "store unlock"] {
                expect(try await keyring.acct(line), ExpectedError(4, "which is locked", run: "acct store unlock"))
            }
            #expect(try await status(keyring).state == "locked")
            #expect(try keyFiles(of: sandbox) == [])
        }
    }

    @Test func lockedKeyringIsNoPlaceForANewKey() async throws {
        try await Sandboxed.run { sandbox in
            try await DesktopKeyring.run(in: sandbox.workspace) { keyring in
                try await keyring.lock()
                try await keyring.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"))
                #expect(try await status(keyring).keyStore == "file")
                for line in ["store migrate --to secret-service", "store unlock --keyring"] {
                    expect(
                        try await keyring.acct(line),
                        ExpectedError(4, "is locked and takes no new key", run: "acct store unlock --keyring"))
                }
                let unlock = try await keyring.succeed("store unlock")
                #expect(unlock.error == "The key is not locked.\n")
                try await keyring.succeed("token")
                #expect(try keyFiles(of: sandbox) == ["key"])
            }
        }
    }

    @Test func missingServiceIsReported() async throws {
        try await withAlice { sandbox, keyring in
            let nowhere = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(sandbox.workspace.folder)/nowhere" as String?]
            for environment in [[:], nowhere] {
                expect(
                    try await sandbox.acct("token", environment: environment),
                    ExpectedError(
                        1, "does not run in this session",
                        run: "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus"))
            }
            keyring.kill()
            try await eventually("the bus notices") {
                try await keyring.acct("token").error.contains("does not run in this session")
            }
        }
    }

    /// Frozen, the daemon has the connection and says nothing: as one that answers after ten seconds does.
    @Test func silentServiceIsNotWaitedFor() async throws {
        try await withAlice { _, keyring in
            keyring.freeze()
            let start = ContinuousClock.now
            for line in ["token", "store unlock"] {
                expect(
                    try await keyring.acct(line),
                    ExpectedError(1, "did not answer within 3 seconds", run: "acct store status"))
            }
            #expect(ContinuousClock.now - start < .seconds(40))
        }
    }

    /// A call that timed out is still on its way, and its item is made in the end.
    @Test func itemThatIsMadeTooLateIsRemoved() async throws {
        try await Sandboxed.run { sandbox in
            try await DesktopKeyring.run(in: sandbox.workspace) { keyring in
                keyring.freeze()
                try await keyring.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"))
                expect(
                    try await keyring.acct("store migrate --to secret-service"),
                    ExpectedError(1, "did not answer within 3 seconds", run: "acct store status"))
                #expect(try keyFiles(of: sandbox) == ["key"])
                keyring.thaw()
                try await keyring.succeed("token --force-refresh")
                #expect(try await keyring.keyCount() == 0)
                #expect(try await status(keyring).leftovers == [])
                #expect(try keyringFiles(of: sandbox) == [])
            }
        }
    }

    @Test func serviceThatIsKilledDuringACallIsReported() async throws {
        try await withAlice { sandbox, keyring in
            keyring.freeze()
            let child = try sandbox.workspace.start([Products.acct, "token"], environment: keyring.environment)
            try await eventually("acct is connected") { child.threadNames.contains("gdbus") }
            keyring.kill()
            let run = try await child.run()
            #expect(run.status == 1 && run.error.contains("Secret Service"), "\(run)")
        }
    }

    @Test func deletedCollectionIsReported() async throws {
        try await withAlice { _, keyring in
            try await keyring.deleteCollection()
            expect(try await keyring.acct("token"), ExpectedError(1, "key of the stored tokens is missing"))
            #expect(try await status(keyring).state == "missing")
            for line in ["store unlock", "store rotate", "store migrate --to file"] {
                expect(try await keyring.acct(line), ExpectedError(1, "missing", run: "acct store repair"))
            }
            try await keyring.succeed("sign-out --all --yes")
        }
    }

    @Test func sessionCollectionCanBeTheDefault() async throws {
        try await Sandboxed.run { sandbox in
            try await DesktopKeyring.run(in: sandbox.workspace) { keyring in
                try await keyring.setDefault("/org/freedesktop/secrets/collection/session")
                try await keyring.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"))
                #expect(try await status(keyring).keyStore == "secret-service")
                try await keyring.lock()
                try await keyring.succeed("token")
            }
        }
    }

    @Test func storesOfOneKeyringHaveKeysOfTheirOwn() async throws {
        try await withAlice { sandbox, keyring in
            let other = ["ACCT_HOME": "\(sandbox.workspace.folder)/other"].merging(keyring.environment) { $1 }
            try await sandbox.succeed("add bob", sandbox.signIn(as: "bob@contoso.example"), environment: other)
            try await sandbox.succeed("store rotate", environment: other)
            try await sandbox.succeed("token", environment: other)
            try await keyring.succeed("token")
        }
    }

    /// A copy has the key of its original, and a key of its own once it has rotated.
    @Test func rotationInACopyLeavesTheOriginalItsKey() async throws {
        try await withAlice { sandbox, keyring in
            let copy = "\(sandbox.workspace.folder)/copy"
            try FileManager.default.copyItem(atPath: sandbox.store.folder, toPath: copy)
            let environment = ["ACCT_HOME": copy as String?].merging(keyring.environment) { $1 }
            try await sandbox.succeed("token", environment: environment)
            try await sandbox.succeed("store rotate", environment: environment)
            #expect(try await keyring.keyCount() == 2)
            try await keyring.succeed("token")
            try await sandbox.succeed("store migrate --to file", environment: environment)
            try await keyring.succeed("store rotate")
            try await keyring.succeed("token")
            #expect(try await keyring.keyCount() == 1)
        }
    }

    @Test func homeThatWasMovedKeepsItsKey() async throws {
        try await withAlice { sandbox, keyring in
            let moved = "\(sandbox.workspace.folder)/moved"
            try FileManager.default.moveItem(atPath: sandbox.store.folder, toPath: moved)
            let environment = ["ACCT_HOME": moved as String?].merging(keyring.environment) { $1 }
            try await sandbox.succeed("store rotate", environment: environment)
            try await sandbox.succeed("token", environment: environment)
            #expect(try await keyring.keyCount() == 1)
        }
    }

    @Test(arguments: [nil, Data()]) func lostDatabaseIsNoNewStore(database: Data?) async throws {
        try await withAlice { sandbox, keyring in
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: sandbox.store.database + suffix)
            }
            try database?.write(to: URL(filePath: sandbox.store.database))
            let words = database == nil ? "is missing, but the store has a key" : "is damaged"
            for line in ["list", "token", "use alice", "add bob --client-id x", "store status"] {
                expect(try await keyring.acct(line), ExpectedError(1, words, run: "acct store repair"))
            }
            try await keyring.succeed("store repair")
            try await keyring.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"))
            try await keyring.succeed("token")
        }
    }

    /// Another home's key is in the same keyring and is no key of this store.
    @Test func repairFindsTheKeyWithoutTheSettings() async throws {
        try await withAlice { sandbox, keyring in
            try await sandbox.store.sqlite("DELETE FROM setting WHERE name IN ('key_store', 'key_id', 'key_check')")
            expect(try await keyring.acct("token"), ExpectedError(1, "missing"))
            let repaired = try await keyring.succeed("store repair")
            #expect(repaired.error.contains("1 profile was saved, with its sign-in."), "\(repaired)")
            try await keyring.succeed("token --force-refresh")
            #expect(try await keyring.keyCount() == 1)
        }
    }

    @Test func keyMovesBetweenKeyringAndFile() async throws {
        try await withAlice { sandbox, keyring in
            try await keyring.succeed("store migrate --to file")
            #expect(try keyFiles(of: sandbox) == ["key"])
            #expect(try keyringFiles(of: sandbox) == [])
            try await sandbox.succeed("token")
            try await sandbox.succeed("token --force-refresh")
            try await keyring.succeed("store migrate --to secret-service")
            #expect(try keyFiles(of: sandbox) == [])
            try await keyring.succeed("token --force-refresh")
            let again = try await keyring.succeed("store migrate --to secret-service")
            #expect(again.error == "The key is in the Secret Service already. Nothing was changed.\n")
        }
    }

    @Test func otherKeyStoreThanTheOneInUseIsAnError() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            expect(
                try await sandbox.acct("token", environment: ["ACCT_KEY_STORE": "secret-service"]),
                ExpectedError(64, "ACCT_KEY_STORE is secret-service", run: "acct store migrate --to secret-service"))
            try await sandbox.succeed("token", environment: ["ACCT_KEY_STORE": "file"])
            try await sandbox.succeed("token", environment: ["ACCT_KEY_STORE": "auto"])
            expect(
                try await sandbox.acct("token", environment: ["ACCT_KEY_STORE": "keychain"]),
                ExpectedError(64, "auto, secret-service, "))
        }
    }

    /// Otherwise the next command would refuse the store.
    @Test func keyIsNotMovedAwayFromTheNamedPlace() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            expect(
                try await sandbox.acct("store migrate --to passphrase", environment: ["ACCT_KEY_STORE": "file"]),
                ExpectedError(64, "acct would refuse the key in its new place", run: "unset ACCT_KEY_STORE"))
            try await sandbox.succeed("token", environment: ["ACCT_KEY_STORE": "file"])
        }
    }

    /// Without a session bus no key was ever there.
    @Test func unreachableKeyringLeavesNothingToRemove() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            expect(
                try await sandbox.acct(
                    "store migrate --to secret-service", environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
                ),
                ExpectedError(1, "keyring"))
            let status = try await sandbox.succeed("store status")
            #expect(!status.text.contains("old key"), "\(status)")
        }
    }

    @Test func wantedKeyStoreThatDoesNotWorkIsNotReplaced() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct(
                "add alice", sandbox.signIn(as: "alice@contoso.example"),
                environment: ["ACCT_KEY_STORE": "secret-service"])
            expect(run, ExpectedError(1, "does not run in this session"))
            #expect(try keyFiles(of: sandbox) == [])
            #expect(try keyringFiles(of: sandbox) == [])
        }
    }

    @Test func storeWithoutAKeySaysSo() async throws {
        try await Sandboxed.run { sandbox in
            for (line, words) in [
                ("store rotate", "There is no key yet. Nothing was changed.\n"),
                ("store unlock", "There is no key yet.\n"),
            ] {
                let run = try await sandbox.succeed(line)
                #expect(run.error == words)
            }
        }
    }
}

/// The output of `acct store status --json`.
struct KeyReport: Decodable {
    let keyStore: String?
    let state: String
    let problem: String?
    let unlockedUntil: Int?
    let protectsAgainst, doesNotProtectAgainst, leftovers: [String]
}

/// The names of the files in the store that have a key.
func keyFiles(of sandbox: Sandboxed) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.store.folder)
        .filter { $0.hasPrefix("key") && !$0.hasSuffix(".secret-service") }.sorted()
}

/// The names of the files in the store that stand for a key in a keyring.
func keyringFiles(of sandbox: Sandboxed) throws -> [String] {
    let folder = sandbox.store.folder
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".secret-service") }
}

extension Child {
    /// The names of its threads.
    fileprivate var threadNames: [String] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        return tasks.compactMap { task in
            FileManager.default.contents(atPath: "/proc/\(id)/task/\(task)/comm")
                .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
        }
    }
}
