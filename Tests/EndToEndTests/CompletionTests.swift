import Foundation
import Testing

/// Profile names complete in real shells, and without a network.
@Suite struct CompletionTests {
    enum Shell: String, CaseIterable, Sendable {
        case bash, zsh

        var tool: Tool { self == .bash ? .bash : .zsh }

        /// Starts without anybody's own settings and with `acct`'s script where this shell looks for it.
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
        try await completes(command, in: .bash)
    }

    @Test(.needs(.zsh), arguments: ["use", "token -p"])
    func zshCompletesProfileNames(command: String) async throws {
        try await completes(command, in: .zsh)
    }

    private func completes(_ command: String, in shell: Shell) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let script = try await sandbox.succeed("completion \(shell.rawValue)").text
            let terminal = try TypedTerminal()
            let child = try sandbox.workspace.start(
                Self.withoutNetwork + (try shell.command(sandbox.workspace, script: script)),
                input: .terminal(path: terminal.path),
                environment: ["TERM": "xterm", "ZDOTDIR": sandbox.workspace.folder])
            defer { child.signal(SIGKILL) }
            _ = try await eventually("the prompt is there") { terminal.plainText.contains("> ") ? true : nil }

            terminal.type("acct \(command) al\t")
            _ = try await eventually("al becomes alice: \(terminal.plainText)") {
                terminal.plainText.contains("acct \(command) alice ") ? true : nil
            }
            terminal.type("\u{15}acct \(command) \t\t")
            _ = try await eventually("both are listed: \(terminal.plainText)") {
                terminal.plainText.firstMatch(of: /\n.*alice\s+bob/) != nil ? true : nil
            }
        }
    }

    /// In a network namespace of its own there is not even loopback; only root may make one.
    private static var withoutNetwork: [String] {
        guard getuid() == 0, let unshare = Tool.unshare.path else { return [] }
        return [unshare, "--net"]
    }
}
