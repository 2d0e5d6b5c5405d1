import Foundation
import Testing

/// The ends of a wait for the address of `--paste`. Each leaves the terminal as it was.
@Suite struct PastePromptTests {
    private let workspace: Workspace
    private let issuer: RedirectingIssuer
    private let arguments: [String]

    init() throws {
        workspace = try Workspace()
        issuer = try RedirectingIssuer { _ in true }
        arguments = ["add", "dora", "--paste", "--client-id", "c", "--issuer", issuer.url, "--scope", "openid"]
    }

    private func shell(_ more: [String] = []) async throws -> PromptedShell {
        try await PromptedShell(arguments + more, prompt: "Paste the address of that page: ", in: workspace)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func signalEndsTheWait(signal: Int32) async throws {
        let shell = try await shell()
        try shell.send(signal)
        try await shell.expectEnd(code: 128 + signal)
    }

    @Test func theTimeLimitEndsTheWait() async throws {
        let shell = try await shell(["--timeout", "1"])
        try await shell.expectEnd(code: 7)
        #expect(shell.terminal.text.contains("The sign-in was not completed within 1 s."), "\(shell.terminal.text)")
    }

    @Test(arguments: [("\u{4}", 2, "The sign-in was cancelled."), ("a\nb\nc\n", 1, "no authorization code")])
    func theEndOfTheInputOrThreeWrongLinesEndTheWait(keys: String, code: Int32, words: String) async throws {
        let shell = try await shell()
        for (index, line) in keys.split(separator: "\n").enumerated() {
            shell.terminal.type("\(line)\(line == "\u{4}" ? "" : "\n")")
            try await eventually("acct asks again or ends") {
                let count = shell.terminal.text.components(separatedBy: "Paste the ").count - 1
                return count >= index + 2 || shell.child.exitCode != nil
            }
        }
        try await shell.expectEnd(code: code)
        #expect(shell.terminal.text.contains(words), "\(shell.terminal.text)")
    }

    @Test func emptyLineIsNoAnswer() async throws {
        let shell = try await shell()
        for count in 2...5 {
            shell.terminal.type("\n")
            try await eventually("acct asks again") {
                shell.terminal.text.components(separatedBy: "Paste the address of that page: ").count == count + 1
            }
        }
        shell.terminal.type("\u{4}")
        try await shell.expectEnd(code: 2)
    }

    @Test func theTimeLimitEndsTheWaitForAPipe() async throws {
        let run = try await workspace.start([Products.acct] + arguments + ["--timeout", "1"], input: .lifeline).run()
        #expect(run.status == 7 && run.error.contains("The sign-in was not completed within 1 s."), "\(run)")
    }
}
