import Foundation
import Testing

/// A signal while a secret is typed ends `acct` and leaves the terminal as it was.
@Suite struct SecretPromptTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalLeavesTheTerminalAsItWas(signal: Int32) async throws {
        let workspace = try Workspace()
        let terminal = try PseudoTerminal()
        // The shell stays: a terminal without programs is reset by the system.
        let script = """
            stty -g > before
            sh -c 'ulimit -c 0; echo $$ > id; exec "$@"' sh "$@"
            echo $? > code
            stty -g > after
            """
        let child = try workspace.start(
            ["/bin/sh", "-c", script, "sh", Products.acct, "add", "app", "--client-secret-stdin", "--client-id", "app"]
                + ["--tenant", "contoso.example"], input: .terminal(path: terminal.path))
        _ = try await eventually("acct prompts for the secret") {
            terminal.text.contains("Client secret: ") ? true : nil
        }
        func read(_ name: String) throws -> String {
            try String(contentsOfFile: "\(workspace.home)/\(name)", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let id = try #require(pid_t(try read("id")))
        #expect(kill(id, signal) == 0)
        _ = try await eventually("the shell ends") {
            _ = terminal.text
            return child.exitCode
        }
        #expect(try read("code") == "\(128 + signal)", "\(terminal.text)")
        #expect(try read("after") == read("before"))
    }
}
