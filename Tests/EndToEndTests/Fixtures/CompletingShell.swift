import Foundation
import Testing

/// An interactive shell on a terminal, with the completion script of `acct` where the shell looks for such scripts.
///
/// A completed line is not read off the screen: the shell runs it, with a program in front that writes down its arguments. So
/// the shell itself says what a quoted candidate means.
struct CompletingShell: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case bash
        /// bash with the package bash-completion, which loads scripts on demand.
        case bashCompletion
        case zsh, fish

        var name: String { self == .bashCompletion ? "bash" : rawValue }
        var tool: Tool { Tool(name) }
        var isInstalled: Bool {
            tool.path != nil && (self != .bashCompletion || FileManager.default.fileExists(atPath: Self.package))
        }

        static let installed = allCases.filter(\.isInstalled)
        fileprivate static let package = "/usr/share/bash-completion/bash_completion"
    }

    let workspace: Workspace
    let terminal: PseudoTerminal
    private let kind: Kind

    /// - Parameter environment: changes to the environment of the shell.
    static func run(
        _ kind: Kind, in workspace: Workspace, settings: String = "", environment: [String: String?] = [:],
        test: (CompletingShell) async throws -> Void
    ) async throws {
        let shell = CompletingShell(workspace: workspace, terminal: try PseudoTerminal(), kind: kind)
        let child = try workspace.start(
            withoutNetwork + (try await shell.command(settings)), input: .terminal(path: shell.terminal.path),
            environment: ["TERM": "xterm", "ZDOTDIR": workspace.folder].merging(environment) { $1 })
        defer { child.signal(SIGKILL) }
        try await eventually("the prompt appears") { shell.terminal.plainText.contains("> ") }
        try await test(shell)
    }

    /// The words of the line after Tab. `|` follows the cursor, so that the last word ends with it where no space was added.
    func completing(_ line: String) async throws -> [String] {
        try await running("words", line + "\t'|'")
    }

    /// The output of a line of the shell.
    func output(_ line: String) async throws -> [String] {
        terminal.type("\(line) >~/output.new 2>&1; mv ~/output.new ~/output\n")
        return try await lines(of: "output", after: line)
    }

    func press(_ keys: String) { terminal.type(keys) }

    /// Shows the completions of a line on the terminal, and removes the line.
    func list(_ line: String, showing text: String) async throws {
        press(line + (kind.name == "bash" ? "\t\t" : "\t"))
        try await wait(text)
        press("\u{15}")
    }

    func wait(_ text: String) async throws {
        try await eventually("\(kind) shows \(text): \(terminal.plainText)") {
            terminal.plainText.contains(text)
        }
    }

    private func running(_ program: String, _ line: String) async throws -> [String] {
        // Ctrl-A goes to the start of the line.
        terminal.type("\(line)\u{1}\(program) \n")
        return try await lines(of: program, after: line)
    }

    private func lines(of name: String, after line: String) async throws -> [String] {
        let path = "\(workspace.home)/\(name)"
        let text = try await eventually("\(kind) runs \(line): \(terminal.plainText)") {
            // A shell whose output nobody reads stops.
            _ = terminal.text
            return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
        try FileManager.default.removeItem(atPath: path)
        return text.components(separatedBy: "\n").dropLast()
    }

    private func command(_ settings: String) async throws -> [String] {
        let script = try await workspace.succeed("completion \(kind.name)").text
        try workspace.folder("bin")
        let words = try workspace.file(
            "home/bin/words", "#!/bin/sh\nprintf '%s\\n' \"$@\" >~/words.new && mv ~/words.new ~/words\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: words)
        let path = "PATH=\(workspace.home)/bin:$PATH"
        switch kind {
        case .bash:
            let file = try workspace.file(".bashrc", "PS1='> '\n\(path)\n\(script)\n\(settings)\n")
            return [try kind.tool.require(), "--noprofile", "--rcfile", file, "-i"]
        case .bashCompletion:
            try workspace.folder(".local/share/bash-completion/completions")
            _ = try workspace.file("home/.local/share/bash-completion/completions/acct", script)
            let file = try workspace.file(".bashrc", "PS1='> '\n\(path)\n. \(Kind.package)\n\(settings)\n")
            return [try kind.tool.require(), "--noprofile", "--rcfile", file, "-i"]
        case .zsh:
            try workspace.folder("functions")
            _ = try workspace.file("home/functions/_acct", script)
            _ = try workspace.file(
                ".zshrc",
                "PS1='> '\n\(path)\nfpath=(~/functions $fpath)\nautoload -U compinit && compinit -u -D\n\(settings)\n")
            return [try kind.tool.require(), "-i"]
        case .fish:
            try workspace.folder(".config/fish/completions")
            _ = try workspace.file("home/.config/fish/completions/acct.fish", script)
            _ = try workspace.file(
                "home/.config/fish/config.fish",
                "function fish_prompt; echo '> '; end\nset -p PATH ~/bin\nset fish_greeting\n\(settings)\n")
            return [try kind.tool.require(), "-i"]
        }
    }

    /// Runs a command in its own network namespace, which lacks even loopback. Only root may create one.
    private static var withoutNetwork: [String] {
        guard getuid() == 0, let unshare = Tool.unshare.path else { return [] }
        return [unshare, "--net"]
    }
}
