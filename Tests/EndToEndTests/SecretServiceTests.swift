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
                expect(
                    try await keyring.acct("store migrate --to secret-service"),
                    ExpectedError(4, "which is locked", run: "acct store unlock"))
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
            _ = try await eventually("the bus notices") {
                try await keyring.acct("token").error.contains("does not run in this session") ? true : nil
            }
        }
    }

    /// Frozen, the daemon has the connection and says nothing: as one that answers after ten seconds does.
    @Test func silentServiceIsNotWaitedFor() async throws {
        try await withAlice { _, keyring in
            keyring.freeze()
            let start = ContinuousClock.now
            expect(
                try await keyring.acct("token"),
                ExpectedError(1, "did not answer within 3 seconds", run: "acct store status"))
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }

    @Test func serviceThatIsKilledDuringACallIsReported() async throws {
        try await withAlice { sandbox, keyring in
            keyring.freeze()
            let child = try sandbox.workspace.start([Products.acct, "token"], environment: keyring.environment)
            _ = try await eventually("acct is connected") { child.threadNames.contains("gdbus") ? true : nil }
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

    @Test func keyMovesBetweenKeyringAndFile() async throws {
        try await withAlice { sandbox, keyring in
            try await keyring.succeed("store migrate --to file")
            #expect(try keyFiles(of: sandbox) == ["key"])
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

    @Test func wantedKeyStoreThatDoesNotWorkIsNotReplaced() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct(
                "add alice", sandbox.signIn(as: "alice@contoso.example"),
                environment: ["ACCT_KEY_STORE": "secret-service"])
            expect(run, ExpectedError(1, "does not run in this session"))
            #expect(try keyFiles(of: sandbox) == [])
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
    try FileManager.default.contentsOfDirectory(atPath: sandbox.store.folder).filter { $0.hasPrefix("key") }.sorted()
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
