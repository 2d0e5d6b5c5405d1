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
}
