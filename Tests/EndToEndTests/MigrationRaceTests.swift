import Foundation
import Synchronization
import Testing

/// Processes that move the key at once, and beside others that use it.
@Suite(
    .needs(.dbusDaemon, .dbusSend, .gnomeKeyring),
    .enabled(if: KernelKeyring.works, "The kernel keyring cannot be used here."))
struct MigrationRaceTests {
    private func withAlice(_ body: (Sandboxed, DesktopKeyring) async throws -> Void) async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            try await DesktopKeyring.run(in: sandbox.workspace) { keyring in
                let file = ["ACCT_KEY_STORE": "file"].merging(keyring.environment) { $1 }
                try await sandbox.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"), environment: file)
                try await body(sandbox, keyring)
                _ = try await keyring.acct("store lock")
            }
        }
    }

    private func start(_ line: String, _ sandbox: Sandboxed, _ keyring: DesktopKeyring) throws -> Child {
        let options = line.contains("passphrase") ? ["--passphrase-stdin"] : []
        return try sandbox.workspace.start(
            [Products.acct] + line.split(separator: " ").map(String.init) + options,
            input: .bytes(Data("passphrase".utf8)), environment: keyring.environment)
    }

    private func expectOneKey(_ sandbox: Sandboxed, _ keyring: DesktopKeyring) async throws {
        try await keyring.succeed("token --force-refresh")
        let report: KeyReport = try await keyring.succeed("store status --json").json()
        #expect(report.leftovers == [] && report.state == "unlocked")
        let count = try await keyring.keyCount()
        #expect(try keyFiles(of: sandbox).count + count == 1)
        #expect(try keyringFiles(of: sandbox).count == count)
    }

    @Test func oneOfTwoMigrationsMovesTheKey() async throws {
        try await withAlice { sandbox, keyring in
            let children = try (0..<2).map { _ in try start("store migrate --to secret-service", sandbox, keyring) }
            var errors: [String] = []
            for child in children {
                let run = try await child.run()
                #expect(run.status == 0, "\(run)")
                errors.append(run.error)
            }
            errors.sort()
            #expect(errors[0].contains("is in") && errors[0].contains("already. Nothing was changed."), "\(errors)")
            #expect(errors[1].contains("now, and everything is encrypted with it."), "\(errors)")
            try await expectOneKey(sandbox, keyring)
        }
    }

    @Test func migrationsToDifferentPlacesFollowEachOther() async throws {
        try await withAlice { sandbox, keyring in
            let places = ["secret-service", "passphrase"]
            let children = try places.map { try start("store migrate --to \($0)", sandbox, keyring) }
            for child in children {
                let run = try await child.run()
                #expect(run.status == 0 && run.error.contains("everything is encrypted with it."), "\(run)")
            }
            let report: KeyReport = try await keyring.succeed("store status --json").json()
            #expect(places.contains(report.keyStore ?? ""))
            try await expectOneKey(sandbox, keyring)
        }
    }

    /// The server takes a refresh token that comes twice for stolen, and ends the sign-in.
    @Test func migrationBesideReadersAndRefreshesLosesNothing() async throws {
        try await withAlice { sandbox, keyring in
            let isOver = Flag()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for line in ["token", "token", "token --force-refresh", "token --force-refresh", "list"] {
                    group.addTask {
                        var count = 0
                        while !isOver.isSet {
                            let run = try await keyring.acct(line)
                            #expect(run.status == 0, "\(run)")
                            count += 1
                        }
                        return count
                    }
                }
                defer { isOver.set() }
                for place in ["secret-service", "passphrase", "file", "secret-service"] {
                    let run = try await start("store migrate --to \(place)", sandbox, keyring).run()
                    #expect(run.status == 0, "\(run)")
                }
                isOver.set()
                for try await count in group { #expect(count > 0) }
            }
            try await expectOneKey(sandbox, keyring)
        }
    }
}

/// A flag that tasks share.
private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock(\.self) }

    func set() { value.withLock { $0 = true } }
}
