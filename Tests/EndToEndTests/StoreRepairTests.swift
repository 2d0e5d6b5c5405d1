import Foundation
import Testing

/// `acct store repair` saves what can be read of a damaged store, and the damaged files stay.
@Suite(.needs(.sqlite3)) struct StoreRepairTests {
    struct Outcome: Decodable {
        let setAside: String?
        let profiles, signedOut: [String]
        let choicesLost: Bool
    }

    private func repair(_ sandbox: Sandboxed) async throws -> Outcome {
        try JSONDecoder().decode(Outcome.self, from: try await sandbox.succeed("store repair --json").output)
    }

    /// The pages of a table's rows, by the database's own account.
    private func pages(of table: String, _ sandbox: Sandboxed) async throws -> [Int] {
        try await sandbox.store.sqlite("SELECT pageno FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf'")
            .split(separator: "\n").compactMap { Int($0) }
    }

    private func change(_ sandbox: Sandboxed, _ body: (inout Data) -> Void) async throws {
        try await sandbox.store.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
        let url = URL(filePath: sandbox.store.database)
        var bytes = try Data(contentsOf: url)
        body(&bytes)
        try bytes.write(to: url)
    }

    @Test func wholeStoreIsLeftAsItIs() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let before = try await sandbox.store.dump()
            let outcome = try await repair(sandbox)
            #expect(outcome.setAside == nil)
            #expect(try await sandbox.store.dump() == before)
            let run = try await sandbox.succeed("store repair")
            #expect(run.error == "The store is not damaged. Nothing was changed.\n" && run.output.isEmpty)
        }
    }

    @Test func damagedTableLosesItsRowsAlone() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add /users/* bob")
            let page = try #require(try await pages(of: "access_token", sandbox).first)
            try await change(sandbox) {
                $0.replaceSubrange((page - 1) * 4096..<page * 4096, with: Data(repeating: 0xA5, count: 4096))
            }
            expect(try await sandbox.acct("token -p alice"), ExpectedError(1, "is damaged", run: "acct store repair"))
            let outcome = try await repair(sandbox)
            #expect(outcome.profiles == ["alice", "bob"] && outcome.signedOut.isEmpty && !outcome.choicesLost)
            let folder = try #require(outcome.setAside)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).contains("acct.sqlite"))
            for name in ["alice", "bob"] { try await sandbox.succeed("token -p \(name)") }
            #expect(try await sandbox.succeed("rule list").line.contains("/users/*"))
            #expect(try await sandbox.succeed("current").line.contains("alice"))
        }
    }

    /// Otherwise the current profile would act where another one was bound.
    @Test(arguments: ["binding", "rule", "allowed_file"])
    func lostChoicesLeaveNoProfileCurrent(table: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add /users/* bob")
            try sandbox.workspace.folder("src")
            try await sandbox.succeed("bind bob src")
            let page = try #require(try await pages(of: table, sandbox).first)
            try await change(sandbox) {
                $0.replaceSubrange((page - 1) * 4096..<page * 4096, with: Data(repeating: 0xA5, count: 4096))
            }
            let outcome = try await repair(sandbox)
            #expect(outcome.profiles == ["alice", "bob"] && outcome.choicesLost)
            #expect(try await sandbox.workspace.acct(in: "src", "token").status == (table == "binding" ? 3 : 0))
            #expect(try await sandbox.acct("token").status == 3)
            try await sandbox.succeed("use alice")
            #expect(try await !repair(sandbox).choicesLost)
        }
    }

    @Test func damagedHeaderIsMended() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await change(sandbox) { $0.replaceSubrange(0..<24, with: Data(repeating: 0, count: 24)) }
            expect(try await sandbox.acct("list"), ExpectedError(1, "is damaged", run: "acct store repair"))
            #expect(try await repair(sandbox).profiles == ["alice", "bob"])
            for name in ["alice", "bob"] { try await sandbox.succeed("token -p \(name)") }
        }
    }

    /// SQLite takes a flipped bit in a column's name for another name.
    @Test func changedNameOfAColumnIsDamage() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.store.sqlite("ALTER TABLE profile RENAME COLUMN seal TO sea1")
            expect(try await sandbox.acct("token -p alice"), ExpectedError(1, "is damaged", run: "acct store repair"))
            #expect(try await repair(sandbox).profiles == ["alice", "bob"])
            try await sandbox.succeed("list")
        }
    }

    @Test(arguments: [
        ("UPDATE profile SET kind = 'nobody' WHERE name = 'bob'", "list", ["alice"]),
        ("UPDATE profile SET authority_url = '' WHERE name = 'bob'", "list", ["alice"]),
        ("UPDATE rule SET pattern = ''", "rule list", ["alice", "bob"]),
    ])
    func damagedRowIsLeftOut(damage: String, line: String, profiles: [String]) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add /users/* bob")
            try await sandbox.succeed("rule add /groups/* alice")
            try await sandbox.store.sqlite(damage)
            expect(try await sandbox.acct(line), ExpectedError(1, "is damaged", run: "acct store repair"))
            #expect(try await repair(sandbox).profiles == profiles)
            #expect(try await repair(sandbox).setAside == nil)
            for name in profiles { try await sandbox.succeed("token -p \(name)") }
            let rules = try await sandbox.succeed("rule list").text
            #expect(!rules.contains("bob") && rules.contains("alice") == (profiles == ["alice"]))
        }
    }

    @Test func emptiedDatabaseIsNoNewStore() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await change(sandbox) { $0 = Data() }
            for line in ["list", "list --json", "token", "use alice"] {
                expect(try await sandbox.acct(line), ExpectedError(1, "is damaged", run: "acct store repair"))
            }
            #expect(try await repair(sandbox).profiles.isEmpty)
            #expect(try await sandbox.states().isEmpty)
            try await sandbox.add("alice", as: "alice@contoso.example")
        }
    }

    @Test(arguments: [
        Data(), Data([7]), Data(repeating: 7, count: 31), Data(repeating: 7, count: 32), Data(repeating: 7, count: 99),
    ])
    func damagedKeyCostsTheSignInsAlone(key: Data) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add /users/* bob")
            let path = "\(sandbox.store.folder)/key"
            try key.write(to: URL(filePath: path))
            for line in ["token -p bob", "token -p bob --force-refresh", "sign-in bob"] {
                expect(
                    try await sandbox.acct(
                        line, line.hasPrefix("sign-in") ? sandbox.browser("bob@contoso.example") : []),
                    ExpectedError(
                        1, key.count == 32 ? "is not the key that" : "is not a valid key", run: "acct store repair"))
            }
            let outcome = try await repair(sandbox)
            #expect(outcome.profiles == ["alice", "bob"] && outcome.signedOut == ["alice", "bob"])
            let folder = try #require(outcome.setAside)
            #expect(FileManager.default.contents(atPath: folder + "/key") == key)
            try await sandbox.succeed("sign-in bob", sandbox.browser("bob@contoso.example"))
            try await sandbox.succeed("token -p bob")
            expect(try await sandbox.acct("token -p alice"), ExpectedError(4, "signed out", run: "acct sign-in alice"))
            #expect(try await sandbox.succeed("rule list").line.contains("/users/*"))
        }
    }

    @Test(arguments: ["acct.sqlite", "key"]) func pipeInPlaceOfAFileIsReported(name: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let path = "\(sandbox.store.folder)/\(name)"
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            try #require(mkfifo(path, 0o600) == 0)
            expect(
                try await sandbox.acct("token"), ExpectedError(1, "\(path) is not a regular file. Nothing was changed.")
            )
        }
    }

    @Test(arguments: ["acct.sqlite", "key", ""]) func linkThatLeadsNowhereIsReported(name: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let path = name.isEmpty ? sandbox.store.folder : "\(sandbox.store.folder)/\(name)"
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(path).unmounted/volume")
            expect(try await sandbox.acct("token"), ExpectedError(1, "\(path) is a symbolic link that leads nowhere"))
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".away")
            try await sandbox.succeed("token")
        }
    }
}
