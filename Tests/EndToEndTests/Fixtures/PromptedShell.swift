import Foundation
import Testing

/// A shell on a terminal that runs `acct` up to a prompt and compares the terminal's modes. The shell stays when `acct`
/// ends: a terminal without programs is reset by the system.
struct PromptedShell {
    let terminal: PseudoTerminal
    let child: Child
    private let workspace: Workspace

    /// Returns once the prompt is there.
    init(
        _ arguments: [String], prompt: String, in workspace: Workspace, environment: [String: String?] = [:]
    ) async throws {
        // A handled signal is not ignored by the programs of the shell, which outlives Ctrl-C.
        let script = """
            trap : INT
            stty -g > before
            sh -c 'ulimit -c 0; echo $$ > id; exec "$@"' sh "$@"
            echo $? > code
            stty -g > after
            """
        let terminal = try PseudoTerminal(columns: 200)
        child = try workspace.start(
            ["/bin/sh", "-c", script, "sh", Products.acct] + arguments, input: .terminal(path: terminal.path),
            environment: environment)
        (self.terminal, self.workspace) = (terminal, workspace)
        try await eventually("acct prompts") { terminal.text.contains(prompt) }
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(workspace.home)/\(name)", encoding: .utf8).trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    /// Sends a signal to `acct` alone.
    func send(_ signal: Int32) throws {
        let id = try #require(pid_t(try read("id")))
        #expect(kill(id, signal) == 0)
    }

    /// Waits for the end of `acct`, and expects the terminal to be as it was.
    func expectEnd(code: Int32, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        _ = try await terminal.finish(child)
        #expect(try read("code") == "\(code)", "\(terminal.text)", sourceLocation: sourceLocation)
        #expect(try read("after") == read("before"), sourceLocation: sourceLocation)
    }
}
