import Foundation
import Testing

/// A signal at a prompt that changes the terminal's mode ends `acct` and leaves the terminal as it was.
@Suite struct PromptTests {
    private let workspace: Workspace
    private let issuer: RedirectingIssuer
    private let terminal: PseudoTerminal

    init() throws {
        workspace = try Workspace()
        issuer = try RedirectingIssuer { _ in true }
        terminal = try PseudoTerminal(columns: 200)
    }

    enum Prompt: CaseIterable { case secret, paste }

    private func arguments(_ prompt: Prompt) -> [String] {
        switch prompt {
        case .secret: ["add", "app", "--client-secret-stdin", "--client-id", "app", "--tenant", "contoso.example"]
        case .paste: ["add", "dora", "--paste", "--client-id", "c", "--issuer", issuer.url, "--scope", "openid"]
        }
    }

    /// Runs `acct` in a shell that stays: a terminal without programs is reset by the system.
    private func start(_ prompt: Prompt, _ more: [String] = []) async throws -> Child {
        let script = """
            stty -g > before
            sh -c 'ulimit -c 0; echo $$ > id; exec "$@"' sh "$@"
            echo $? > code
            stty -g > after
            """
        let child = try workspace.start(
            ["/bin/sh", "-c", script, "sh", Products.acct] + arguments(prompt) + more,
            input: .terminal(path: terminal.path))
        _ = try await eventually("acct prompts") {
            terminal.text.contains(prompt == .secret ? "Client secret: " : "Paste the address of that page: ")
                ? true : nil
        }
        return child
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(workspace.home)/\(name)", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func expectEnd(of child: Child, code: Int32) async throws {
        _ = try await eventually("the shell ends") {
            _ = terminal.text
            return child.exitCode
        }
        #expect(try read("code") == "\(code)", "\(terminal.text)")
        #expect(try read("after") == read("before"))
    }

    @Test(arguments: Prompt.allCases, [SIGINT, SIGTERM, SIGHUP])
    func signalLeavesTheTerminalAsItWas(prompt: Prompt, signal: Int32) async throws {
        let child = try await start(prompt)
        let id = try #require(pid_t(try read("id")))
        #expect(kill(id, signal) == 0)
        try await expectEnd(of: child, code: 128 + signal)
    }

    @Test func pasteTimesOut() async throws {
        let child = try await start(.paste, ["--timeout", "1"])
        try await expectEnd(of: child, code: 1)
        #expect(terminal.text.contains("The sign-in was not completed within 1 s."), "\(terminal.text)")
    }

    @Test(arguments: [("\u{4}", 2, "The sign-in was cancelled."), ("a\nb\nc\n", 1, "no authorization code")])
    func pasteThatEndsLeavesTheTerminalAsItWas(keys: String, code: Int32, words: String) async throws {
        let child = try await start(.paste)
        var shown = 1
        for line in keys.split(separator: "\n") {
            terminal.type("\(line)\(line == "\u{4}" ? "" : "\n")")
            shown += 1
            _ = try await eventually("acct asks again or ends") {
                let count = terminal.text.components(separatedBy: "Paste the ").count - 1
                return count >= shown || child.exitCode != nil ? true : nil
            }
        }
        try await expectEnd(of: child, code: code)
        #expect(terminal.text.contains(words), "\(terminal.text)")
    }

    @Test func pasteFromAPipeThatSaysNothingTimesOut() async throws {
        let run = try await workspace.start(
            [Products.acct] + arguments(.paste) + ["--timeout", "1"], input: .lifeline
        ).run()
        #expect(run.status == 1 && run.error.contains("The sign-in was not completed within 1 s."), "\(run)")
    }
}
