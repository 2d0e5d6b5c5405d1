import Foundation
import Testing

/// The replies of `acct` to completion scripts.
@Suite struct CompletionTests {
    @Test func valuesHaveDescriptions() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("bind bob /")
            _ = try sandbox.workspace.file("home/.acct", "bob\n")
            try await sandbox.succeed("allow")
            try await sandbox.succeed("rule add", ["GET /users", "bob"])
            for (line, reply) in [
                (
                    "use ",
                    "words\nalice\talice@contoso.example, contoso.example\nbob\tbob@contoso.example, contoso.example"
                ),
                ("sign-out bob@", "words\nbob@contoso.example\tbob"), ("unbind ", "words\n/\tbob"),
                ("rule remove ", "words\nGET /users\tbob"), ("allow ", "words\n.acct"),
                ("allow --revoke ", "words\n.acct"),
                ("edit alice --scope Mail.ReadB", "words\nMail.ReadBasic"), ("bind alice ", "directories"),
                ("export --format ", "words\nprofiles\nmsal"), ("completion f", "words\nfish"),
                ("add --tenant consu", "words\nconsumers"), ("rename alice ", ""), ("use alice ", ""),
                ("nonsense ", ""),
                ("graph /me --profiles alice,bo", "words\nalice,bob\tbob@contoso.example, contoso.example"),
                ("add --username a", "words\nalice@contoso.example\talice"),
                ("consent alice --scope Mail.ReadB", "words\nMail.ReadBasic"),
                ("list --js", "words\n--json\tPrint JSON"),
                ("help exit", "words\nexit-codes"),
            ] {
                let run = try await sandbox.acct("---complete fish", line.components(separatedBy: " "))
                #expect(run.status == 0 && run.error == "" && run.line == reply, "\(run)")
            }
        }
    }

    @Test(.needs(.sqlite3), arguments: ["use", "rule remove", "unbind", "add --tenant", "sign-out"])
    func unusableStoreIsNotMentioned(command: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            func expectSilence(_ environment: [String: String?] = [:]) async throws {
                for prompt in ["prompt", "prompt --notes", "---complete fish \(command)"] {
                    let words = prompt.hasPrefix("-") ? [""] : []
                    let run = try await sandbox.acct(prompt, words, environment: environment)
                    #expect(run.status == 0 && run.error == "" && !run.text.contains("alice"), "\(run)")
                }
            }
            try await expectSilence(["ACCT_HOME": "relative"])
            try await expectSilence(["ACCT_HOME": nil, "HOME": nil])
            try await expectSilence(["ACCT_HOME": "/dev/null"])
            try await sandbox.store.sqlite("PRAGMA user_version = 3")
            try await expectSilence()
            #expect(try await sandbox.store.sqlite("PRAGMA user_version") == "3\n")
            try Data(repeating: 7, count: 9000).write(to: URL(fileURLWithPath: sandbox.store.database))
            try await expectSilence()
        }
    }

    /// Another process has the database to itself. Each command would wait for ten seconds.
    @Test(.needs(.sqlite3)) func aLockedStoreIsNotWaitedFor() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let holder = try await sandbox.holdStore(
                "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE profile SET name = name")
            let start = ContinuousClock.now
            let run = try await sandbox.succeed("---complete fish use", [""])
            #expect(run.text == "" && run.error == "")
            #expect(try await sandbox.succeed("prompt").text == "")
            #expect(ContinuousClock.now - start < .seconds(18))
            await holder.stop()
        }
    }
}
