import Foundation
import Testing

/// `acct doctor`: what is wrong is found and named, and the command that it names mends it.
@Suite struct DoctorTests {
    private struct Finding: Decodable {
        let check, level, message: String
        let command: String?
    }

    /// Something that is wrong with a store that has the profiles alice and bob.
    struct Ailment: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A part of the message.
        let words: String
        /// The command that mends it; a prefix of it where the rest is a path.
        let command: String
        var level = "wrong"
        var environment: [String: String?] = [:]
        var prepare: @Sendable (Sandboxed) async throws -> Void = { _ in }
        /// Whether the command is pasted, which it cannot be where it changes the shell of the person.
        var isPasted = true
    }

    static let ailments = [
        Ailment(
            testDescription: "signed out", words: "bob (bob@contoso.example) is signed out",
            command: "acct sign-in bob", level: "note",
            prepare: { try await $0.succeed("sign-out bob") }, isPasted: false),
        Ailment(
            testDescription: "sign-in required", words: "bob (bob@contoso.example) must sign in again",
            command: "acct sign-in bob",
            prepare: { sandbox in
                try await sandbox.revoke("bob@contoso.example")
                _ = try await sandbox.acct("token -p bob --force-refresh")
                try await sandbox.store.expireAccessTokens()
            }, isPasted: false),
        Ailment(
            testDescription: "binding to a folder that is gone", words: "it does not exist", command: "acct unbind /",
            prepare: { sandbox in
                let folder = try sandbox.workspace.folder("gone")
                try await sandbox.succeed("bind bob \(folder)")
                try FileManager.default.removeItem(atPath: folder)
            }),
        Ailment(
            testDescription: ".acct file that is not allowed", words: "its content is not allowed",
            command: "acct allow /", level: "note",
            prepare: { sandbox in
                try "bob\n".write(
                    toFile: "\(sandbox.workspace.home)/.acct", atomically: true, encoding: .utf8)
            }),
        Ailment(
            testDescription: "rules that fit equally", words: "the older one decides", command: "acct rule list",
            level: "note",
            prepare: { sandbox in
                try await sandbox.succeed("rule add /users/a* alice")
                try await sandbox.succeed("rule add /users/*b bob")
            }, isPasted: false),
        Ailment(
            testDescription: "damaged database", words: "damaged", command: "acct store repair",
            prepare: { sandbox in
                let file = try FileHandle(forUpdating: URL(filePath: sandbox.store.database))
                try file.seek(toOffset: 4096)
                try file.write(contentsOf: Data(repeating: 0xA5, count: 3 * 4096))
                try file.close()
            }),
        Ailment(
            testDescription: "profile of the environment that is unknown", words: "ACCT_PROFILE names nobody",
            command: "unset ACCT_PROFILE",
            environment: ["ACCT_PROFILE": "nobody"], isPasted: false),
        Ailment(
            testDescription: "certificates that are missing", words: "SSL_CERT_FILE names /nowhere.pem",
            command: "unset SSL_CERT_FILE",
            environment: ["SSL_CERT_FILE": "/nowhere.pem"], isPasted: false),
        Ailment(
            testDescription: "proxy that is no URL", words: "HTTPS_PROXY is not the URL", command: "unset HTTPS_PROXY",
            environment: ["HTTPS_PROXY": "http://a b:secret@"], isPasted: false),
        Ailment(
            testDescription: "browser that is missing", words: "$BROWSER names no program", command: "unset BROWSER",
            environment: ["BROWSER": "no-such-browser"], isPasted: false),
    ]

    @Test(arguments: ailments)
    func ailmentIsFoundAndMended(ailment: Ailment) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            #expect(try await sandbox.acct("doctor").status == 0)
            try await ailment.prepare(sandbox)
            let run = try await sandbox.acct("doctor --json", environment: ailment.environment)
            #expect(run.status == (ailment.level == "wrong" ? 1 : 0), "\(run)")
            let found = try run.json([Finding].self).first { $0.message.contains(ailment.words) }
            let finding = try #require(found, "\(run)")
            #expect(finding.level == ailment.level && finding.command?.hasPrefix(ailment.command) == true, "\(finding)")
            #expect(!run.text.contains("secret@"))
            guard ailment.isPasted, let command = finding.command else { return }
            let mended = try await sandbox.workspace.run(["/bin/sh", "-c", command])
            #expect(mended.status == 0, "\(mended)")
            let after = try await sandbox.acct("doctor --json").json([Finding].self)
            #expect(!after.contains { $0.message.contains(ailment.words) }, "\(after)")
        }
    }

    @Test func completionOfAnotherVersionIsReplaced() async throws {
        let workspace = try Workspace()
        let script = "\(try workspace.folder(".local/share/bash-completion/completions"))/acct"
        try "complete -F _old acct\n".write(toFile: script, atomically: true, encoding: .utf8)
        let bash = ["SHELL": "/bin/bash"]
        let run = try await workspace.succeed("doctor --json", environment: bash)
        let finding = try #require(try run.json([Finding].self).first { $0.check == "completion" }, "\(run)")
        #expect(finding.message.hasPrefix("\(script) is the completion of another version"))
        let mended = try await workspace.run(["/bin/sh", "-c", try #require(finding.command)])
        #expect(mended.status == 0, "\(mended)")
        let after = try await workspace.succeed("doctor", environment: bash)
        #expect(after.text.contains("Completion for bash is installed and current."), "\(after)")
    }

    @Test func emptyHomeStaysEmpty() async throws {
        let workspace = try Workspace()
        let run = try await workspace.succeed("doctor")
        #expect(run.text.contains("There is no profile yet.") && run.text.contains("Run: acct add"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }

    @Test func serversAreAskedOnlyOnline() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct("doctor --online")
            #expect(run.status == 0, "\(run)")
            try await sandbox.add("alice", as: "alice@contoso.example")
            #expect(try await sandbox.succeed("doctor --online").text.contains("\(sandbox.server.authority) answers."))
            await sandbox.stop()
            let stopped = try await sandbox.acct("doctor --online")
            #expect(stopped.status == 1 && stopped.text.hasPrefix("wrong"), "\(stopped)")
            #expect(try await sandbox.acct("doctor").status == 0)
        }
    }

    /// The output can be pasted into a report.
    @Test func outputHasNoToken() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let token = try await sandbox.succeed("token").line
            let run = try await sandbox.acct("doctor --online --json -v")
            #expect(!run.text.contains(token) && !run.error.contains(token))
        }
    }
}
