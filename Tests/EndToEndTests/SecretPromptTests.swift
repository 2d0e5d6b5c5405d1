import Foundation
import Testing

/// A signal while a secret is typed ends `acct` and leaves the terminal as it was.
@Suite struct SecretPromptTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalLeavesTheTerminalAsItWas(signal: Int32) async throws {
        let shell = try await PromptedShell(
            ["add", "app", "--client-secret-stdin", "--client-id", "app", "--tenant", "contoso.example"],
            prompt: "Client secret: ", in: try Workspace())
        try shell.send(signal)
        try await shell.expectEnd(code: 128 + signal)
    }

    @Test func controlCEndsThePrompt() async throws {
        let shell = try await PromptedShell(
            ["add", "app", "--client-secret-stdin", "--client-id", "app", "--tenant", "contoso.example"],
            prompt: "Client secret: ", in: try Workspace())
        shell.terminal.type("hidden\u{3}")
        try await shell.expectEnd(code: 128 + SIGINT)
        #expect(!shell.terminal.text.contains("hidden"))
    }

    /// The kernel's own line editing would cut it.
    @Test func longSecretIsWhole() async throws {
        try await Sandboxed.run { sandbox in
            let secret = String(repeating: "0123456789abcdef", count: 300)
            try await sandbox.changeSecret(to: secret)
            let shell = try await PromptedShell(
                ["add", "report", "--client-secret-stdin"] + sandbox.application,
                prompt: "Client secret: ", in: sandbox.workspace)
            // In raw mode, the system holds less than the whole.
            for part in [secret.prefix(2400), secret.dropFirst(2400)] {
                shell.terminal.type(String(part))
                try await Task.sleep(for: .milliseconds(200))
            }
            shell.terminal.type("\n")
            try await shell.expectEnd(code: 0)
            #expect(!shell.terminal.text.contains("0123456789"))
        }
    }
}
