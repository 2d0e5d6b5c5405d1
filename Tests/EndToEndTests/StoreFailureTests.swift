import Foundation
import Testing

/// A store that cannot be used is not changed, and the message says what to do.
@Suite(.needs(.sqlite3)) struct StoreFailureTests {
    @Test(arguments: ["list", "token", "use alice", "sign-out alice"])
    func damagedStoreIsNotTouched(line: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let garbage = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
            try garbage.write(to: URL(fileURLWithPath: sandbox.store.database))
            try sandbox.store.removeWriteAheadLog()
            let path = sandbox.store.database
            expect(
                try await sandbox.acct(line),
                ExpectedError(1, "\(path) is damaged. Nothing was changed.", run: "acct store repair"))
            #expect(FileManager.default.contents(atPath: path) == garbage)
        }
    }

    @Test(arguments: [
        "list", "use alice", "add bob --authority http://localhost:1 --client-id 00000000-0000-0000-0000-000000000000",
    ])
    func storeOfANewerVersionIsNotTouched(line: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.sqlite("PRAGMA user_version = 999")
            let before = try await sandbox.store.dump()
            expect(try await sandbox.acct(line), ExpectedError(1, "written by a newer acct (version 999"))
            #expect(try await sandbox.store.dump() == before)
        }
    }

    @Test func databaseOfAnotherProgramIsNotTouched() async throws {
        let workspace = try Workspace()
        try FileManager.default.createDirectory(
            atPath: workspace.store.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try await workspace.store.sqlite("CREATE TABLE bookmark (url TEXT)")
        expect(try await workspace.acct("list"), ExpectedError(1, "is another program's database. Nothing was changed"))
        #expect(try await workspace.store.sqlite(".schema").contains("bookmark"))
    }

    @Test func missingKeyIsNotReplaced() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let key = "\(sandbox.store.folder)/key"
            try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
            expect(
                try await sandbox.acct("token"),
                ExpectedError(1, "\(key), the key of the stored tokens, is missing.", run: "acct store repair"))
            #expect(!FileManager.default.fileExists(atPath: key))
            try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
            try await sandbox.succeed("token")
        }
    }

    @Test func tokenSwappedBetweenAccountsIsRenewed() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.store.sqlite(
                """
                UPDATE access_token SET secret = (SELECT secret FROM access_token WHERE home_account_id = '\(World.bob)')
                WHERE home_account_id = '\(World.alice)'
                """)
            #expect(try await sandbox.displayName("alice") == "Alice Ångström")
            #expect(try await sandbox.displayName("bob") == "Bob O'Neil")
        }
    }

    @Test(
        .needsRoot,
        arguments: [
            "token --force-refresh", "add bob --device-code", "sign-in alice", "consent alice --scope Mail.Read",
        ])
    func fullDiskIsFoundBeforeATokenIsSpent(line: String) async throws {
        try await Sandboxed.run { sandbox in
            let small = try SmallDisk(at: "\(sandbox.workspace.folder)/small", kilobytes: 512)
            let home: [String: String?] = ["ACCT_HOME": small.path + "/acct"]
            try await sandbox.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"), environment: home)
            try small.fill()
            try await sandbox.clearRequests()
            let options =
                line.hasPrefix("add")
                ? ["--authority", sandbox.server.authority, "--client-id", sandbox.server.clientId] : []
            expect(
                try await sandbox.acct(line, options, environment: home),
                ExpectedError(1, "is full. Nothing was changed. Free some space"))
            #expect(try await sandbox.requests("refresh_token").isEmpty)
            // A token that is valid needs no room.
            try await sandbox.succeed("token", environment: home)
            try await sandbox.succeed("graph /me", environment: home)
            try small.free()
            try await sandbox.succeed("token --force-refresh", environment: home)
        }
    }

    @Test(.needsRoot) func storeIsReadOnAReadOnlyFileSystem() async throws {
        try await Sandboxed.run { sandbox in
            let small = try SmallDisk(at: "\(sandbox.workspace.folder)/small", kilobytes: 1024)
            let home: [String: String?] = ["ACCT_HOME": small.path + "/acct"]
            try await sandbox.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"), environment: home)
            let token = try await sandbox.succeed("token", environment: home).line
            let folder = small.path + "/acct/"
            // With the files for sharing the database, without them, and without a log.
            for missing in [[], ["acct.sqlite-shm"], ["acct.sqlite-wal", "acct.sqlite-shm"]] {
                try small.remount(readOnly: false)
                if missing.count == 2 { try await StoreFile(folder: folder).sqlite("PRAGMA wal_checkpoint(TRUNCATE)") }
                for name in missing { try? FileManager.default.removeItem(atPath: folder + name) }
                try small.remount(readOnly: true)
                #expect(try await sandbox.succeed("token", environment: home).line == token, "without \(missing)")
                #expect(try await sandbox.succeed("list", environment: home).line.contains("alice@contoso.example"))
                try await sandbox.succeed("graph /me", environment: home)
                let add =
                    "add bob --device-code --authority \(sandbox.server.authority) --client-id \(sandbox.server.clientId)"
                for line in ["token --force-refresh", "rename alice carol", add] {
                    expect(try await sandbox.acct(line, environment: home), ExpectedError(1, "cannot be written to"))
                }
            }
        }
    }

    /// A token that is to be renewed soon is still valid.
    @Test(.needsRoot, .needs(.sqlite3)) func tokenNearItsEndIsReadOnAReadOnlyFileSystem() async throws {
        try await Sandboxed.run { sandbox in
            let small = try SmallDisk(at: "\(sandbox.workspace.folder)/small", kilobytes: 1024)
            let home: [String: String?] = ["ACCT_HOME": small.path + "/acct"]
            try await sandbox.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"), environment: home)
            try await StoreFile(folder: "\(small.path)/acct").sqlite(
                "UPDATE access_token SET cached_at = unixepoch() - 3000, expires_on = unixepoch() + 250")
            try small.remount(readOnly: true)
            let run = try await sandbox.succeed("token", environment: home)
            #expect(!run.line.isEmpty && run.error.contains("could not be refreshed"), "\(run)")
            let forced = try await sandbox.acct("token --force-refresh", environment: home)
            expect(forced, ExpectedError(1, "cannot be written to"))
        }
    }

    @Test func missingHomeVariablesAreAnError() async throws {
        let workspace = try Workspace()
        let nowhere: [String: String?] = ["ACCT_HOME": nil, "HOME": nil, "XDG_DATA_HOME": nil]
        expect(
            try await workspace.acct("list", environment: nowhere),
            ExpectedError(1, "There is no home folder for the store. Set HOME, or set ACCT_HOME"))
        expect(
            try await workspace.acct("list", environment: ["ACCT_HOME": "here"]),
            ExpectedError(64, "ACCT_HOME is \"here\""))
    }

    @Test func storeFolderFollowsTheVariables() async throws {
        try await Sandboxed.run { sandbox in
            let home = "\(sandbox.workspace.folder)/home"
            let places: [([String: String?], String)] = [
                (["ACCT_HOME": nil], "\(home)/.local/share/acct"),
                (["ACCT_HOME": nil, "XDG_DATA_HOME": "\(home)/data"], "\(home)/data/acct"),
                (["ACCT_HOME": "\(home)/all/in/one"], "\(home)/all/in/one"),
            ]
            for (environment, folder) in places {
                try await sandbox.succeed(
                    "add alice", sandbox.signIn(as: "alice@contoso.example"), environment: environment)
                #expect(FileManager.default.fileExists(atPath: folder + "/acct.sqlite"))
            }
        }
    }

    @Test(.needsOrdinaryUser, arguments: [("", "list"), ("/acct.sqlite", "list"), ("/key", "token")])
    func unreadableStoreIsNamedAndKept(name: String, line: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let path = sandbox.store.folder + name
            let mode = try #require(try sandbox.store.modes()[String(name.dropFirst())])
            #expect(chmod(path, 0) == 0)
            let run = try await sandbox.acct(line)
            #expect(chmod(path, mode_t(mode)) == 0)
            expect(run, ExpectedError(1, "This user may not use"))
            #expect(run.error.contains(path))
            try await sandbox.succeed(line)
        }
    }

    @Test(.needsRoot) func storeFolderOfAnotherUserIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let folder = sandbox.store.folder
            #expect(chown(folder, 12345, 12345) == 0)
            expect(try await sandbox.acct("list"), ExpectedError(5, "\(folder) belongs to another user (id 12345)"))
            #expect(chown(folder, 0, 0) == 0)
            try await sandbox.succeed("list")
        }
    }

    @Test(.needsRoot) func signInThatTheFullDiskCannotTakeIsSavedLater() async throws {
        try await Sandboxed.run { sandbox in
            let small = try SmallDisk(at: "\(sandbox.workspace.folder)/small", kilobytes: 512)
            let home: [String: String?] = ["ACCT_HOME": small.path + "/acct"]
            try await sandbox.succeed("add alice", sandbox.signIn(as: "alice@contoso.example"), environment: home)
            let store = StoreFile(folder: small.path + "/acct")
            let before = try await store.dump()
            let waiting = try sandbox.startDeviceCode("add bob", environment: home)
            let code = try await sandbox.userCode(shownBy: waiting)
            try small.fill()
            try await sandbox.approve(code, as: "bob@contoso.example")
            let run = try await waiting.run()
            expect(run, ExpectedError(1, "is full. The tokens are kept, encrypted, and the next command"))
            #expect(try await store.dump() == before)
            let report = "has tokens of an earlier sign-in that could not be saved"
            let doctor = try await sandbox.acct("doctor", environment: home)
            #expect(doctor.status == 1 && doctor.text.contains(report) && doctor.text.contains("Run: acct list"))
            try small.free()
            try await sandbox.succeed("list", environment: home)
            #expect(try await !sandbox.acct("doctor", environment: home).text.contains(report))
            for name in ["alice", "bob"] {
                try await sandbox.succeed("token -p \(name) --force-refresh", environment: home)
            }
        }
    }
}

extension StoreFile {
    fileprivate func removeWriteAheadLog() throws {
        for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: database + suffix) {
            try FileManager.default.removeItem(atPath: database + suffix)
        }
    }
}

/// A file system of a few kilobytes.
final class SmallDisk {
    let path: String

    init(at path: String, kilobytes: Int) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k,mode=0700") == 0 else { throw SystemError("mount") }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
    }

    /// Fills every page.
    func fill() throws {
        let descriptor = open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(filler) }
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0, count: 4096)
        while write(descriptor, page, page.count) > 0 {}
    }

    func remount(readOnly: Bool) throws {
        let flags = UInt(MS_REMOUNT) | (readOnly ? UInt(MS_RDONLY) : 0)
        guard mount("tmpfs", path, "tmpfs", flags, "") == 0 else { throw SystemError("mount") }
    }

    func free() throws {
        try FileManager.default.removeItem(atPath: filler)
    }

    private var filler: String { path + "/filler" }
}
