import Foundation
import Testing

/// `acct use --shell` in real shells: a shell has its own profile, and the current profile is unchanged.
@Suite struct ShellProfileTests {
    private static let lines = """
        acct current
        acct use --shell bob
        acct current
        acct switch --shell alice -q
        acct current
        acct use --shell -
        acct current
        acct use --shell gone
        echo "code $STATUS"
        acct use --shell ""
        echo "code $STATUS"
        acct current
        acct use --shell --help
        acct use --shell - ; acct use --shell alice ; acct use --shell -
        acct current
        """

    @Test(.needs(.bash)) func bashProfileIsIndependentOfTheCurrentOne() async throws {
        try await expectIndependentProfile(
            in: Tool.bash, "IFS=$'\\n\\t'\neval \"$(acct shell-init bash)\"", status: "$?")
    }

    @Test(.needs(.zsh)) func zshProfileIsIndependentOfTheCurrentOne() async throws {
        try await expectIndependentProfile(in: Tool.zsh, "eval \"$(acct shell-init zsh)\"", status: "$?")
    }

    @Test(.needs(.fish)) func fishProfileIsIndependentOfTheCurrentOne() async throws {
        try await expectIndependentProfile(in: Tool.fish, "acct shell-init fish | source", status: "$status")
    }

    private func expectIndependentProfile(in shell: Tool, _ start: String, status: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let lines = Self.lines.replacing("$STATUS", with: status)
            let script = try sandbox.workspace.file("session", "\(start)\n\(lines)\n")
            let run = try await sandbox.workspace.run([try shell.require(), script])
            let printed = run.text.split(separator: "\n").filter { !$0.contains(" ") || $0.hasPrefix("code") }
                .filter { ["alice", "bob", "code 3"].contains($0) }
            #expect(printed == ["alice", "bob", "alice", "bob", "code 3", "code 3", "bob", "alice"], "\(run)")
            // Help is shown, not run.
            #expect(run.text.contains("USAGE: acct use"), "\(run)")
            #expect(run.error.contains("Now using bob (bob@contoso.example) in this shell."))
            #expect(run.error.contains("There is no profile named \"gone\""))
            #expect(try await sandbox.succeed("current").line == "alice")
        }
    }

    @Test func useShellWithoutTheFunctionNamesTheLineToAdd() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let line = try await sandbox.succeed("use --shell bob", environment: ["SHELL": "/bin/fish"])
            #expect(line.line == "set -gx ACCT_PROFILE bob; set -gx ACCT_PREVIOUS_PROFILE ''")
            // The line has no effect unless the caller runs it.
            #expect(!line.error.contains("Now using"))
            #expect(line.error.contains("Nothing has changed yet"), "\(line)")
            #expect(line.error.contains("acct shell-init fish | source"))
            let terminal = try PseudoTerminal()
            let child = try sandbox.workspace.start(
                [Products.acct, "use", "--shell", "bob"], input: .terminal(path: terminal.path),
                environment: ["SHELL": "/usr/bin/zsh"])
            let code = try await child.finish(within: .seconds(50))
            #expect(code == 64)
            #expect(terminal.plainText.contains("Run: eval \"$(acct shell-init zsh)\""))
        }
    }
}
