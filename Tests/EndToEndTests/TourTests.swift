import Foundation
import Testing

/// `make try`, which needs nobody at the terminal.
@Suite struct TourTests {
    @Test(.needs(.bash)) func tourOnATerminalEndsWithoutAQuestionOrABrowser() async throws {
        let workspace = try Workspace()
        let browser = try workspace.shellCommand("browser", "echo \"$1\" >> \(workspace.folder)/opened")
        let terminal = try PseudoTerminal()
        let child = try workspace.start(
            [try Tool.bash.require(), Tour.script, "--no-build"], input: .terminal(path: terminal.path),
            environment: ["TERM": "xterm", "BROWSER": browser])
        let status = try await terminal.finish(child, within: .seconds(120))
        let lines = terminal.plainText.split(separator: "\n")
        #expect(status == 0, "\(terminal.plainText)")
        #expect(lines.contains("exit code 4") && lines.contains { $0.contains("acct sign-in alice") })
        #expect(lines.last == "That was all. To play on in a shell of your own, run: make play")
        #expect(!FileManager.default.fileExists(atPath: "\(workspace.folder)/opened"))
    }
}

private enum Tour {
    static let script = URL(filePath: #filePath).appending(path: "../../../.ci/try").standardizedFileURL.path
}
