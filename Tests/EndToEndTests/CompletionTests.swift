import Foundation
import Testing

/// Completion of profile names and paths in real shells, without a network.
@Suite struct CompletionTests {
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh

        var tool: Tool { self == .bash ? .bash : .zsh }

        /// The command that starts the shell without personal settings, with `acct`'s script where the shell looks for it.
        func command(_ workspace: Workspace, script: String) throws -> [String] {
            switch self {
            case .bash:
                let settings = try workspace.file(".bashrc", "PS1='> '\n" + script)
                return [try tool.require(), "--noprofile", "--rcfile", settings, "-i"]
            case .zsh:
                let folder = "\(workspace.folder)/functions"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                _ = try workspace.file("functions/_acct", script)
                let settings = "PS1='> '\nfpath=('\(folder)' $fpath)\nautoload -U compinit && compinit -u -D\n"
                _ = try workspace.file(".zshrc", settings)
                return [try tool.require(), "-i"]
            }
        }
    }

    @Test(
        .needs(.bash),
        arguments: [
            "use", "sign-in", "sign-out", "remove", "rename", "token -p", "graph --profile", "bind", "rule add /me",
        ])
    func bashCompletesProfileNames(command: String) async throws {
        try await expectNameCompletion(command, in: .bash)
    }

    @Test(.needs(.zsh), arguments: ["use", "token -p"])
    func zshCompletesProfileNames(command: String) async throws {
        try await expectNameCompletion(command, in: .zsh)
    }

    @Test(.needs(.bash), arguments: ["scopes", "graph"])
    func bashCompletesPaths(command: String) async throws {
        try await expectPathCompletion(command, in: .bash)
    }

    @Test(.needs(.zsh)) func zshCompletesPaths() async throws {
        try await expectPathCompletion("scopes", in: .zsh)
    }

    private func expectPathCompletion(_ command: String, in shell: Shell) async throws {
        let workspace = try Workspace()
        try await withTerminal(of: shell, in: workspace) { terminal in
            terminal.type("acct \(command) /users/dana/mailF\t")
            _ = try await eventually("the segment is completed: \(terminal.plainText)") {
                terminal.plainText.contains("acct \(command) /users/dana/mailFolders") ? true : nil
            }
        }
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }

    private func withTerminal(
        of shell: Shell, in workspace: Workspace, _ test: (PseudoTerminal) async throws -> Void
    ) async throws {
        let script = try await workspace.succeed("completion \(shell.rawValue)").text
        let terminal = try PseudoTerminal()
        let child = try workspace.start(
            Self.withoutNetwork + (try shell.command(workspace, script: script)),
            input: .terminal(path: terminal.path), environment: ["TERM": "xterm", "ZDOTDIR": workspace.folder])
        defer { child.signal(SIGKILL) }
        _ = try await eventually("the prompt appears") { terminal.plainText.contains("> ") ? true : nil }
        try await test(terminal)
    }

    private func expectNameCompletion(_ command: String, in shell: Shell) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await withTerminal(of: shell, in: sandbox.workspace) {
                try await Self.expectNameCompletion(command, in: $0)
            }
        }
    }

    private static func expectNameCompletion(_ command: String, in terminal: PseudoTerminal) async throws {
        terminal.type("acct \(command) al\t")
        _ = try await eventually("al becomes alice: \(terminal.plainText)") {
            terminal.plainText.contains("acct \(command) alice ") ? true : nil
        }
        terminal.type("\u{15}acct \(command) \t\t")
        _ = try await eventually("both are listed: \(terminal.plainText)") {
            terminal.plainText.firstMatch(of: /\n.*alice\s+bob/) != nil ? true : nil
        }
    }

    /// Runs a command in its own network namespace, which lacks even loopback. Only root may create one.
    private static var withoutNetwork: [String] {
        guard getuid() == 0, let unshare = Tool.unshare.path else { return [] }
        return [unshare, "--net"]
    }
}
