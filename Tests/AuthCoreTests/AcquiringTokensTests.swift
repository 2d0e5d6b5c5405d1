import AuthCore
import Foundation
import HTTPTransport
import SandboxServer
import Testing

/// The example of the article: compiled, run against the sandbox, and compared with the text.
@Suite(.timeLimit(.minutes(1))) struct AcquiringTokensTests {
    @Test func exampleSignsInAcquiresTokensAndSignsOut() async throws {
        let sandbox = try await Sandbox.start()
        let accounts = Accounts(
            clientID: sandbox.description.clientId,
            authority: try Authority(kind: .entra, url: sandbox.description.authority)
        ) { url in
            _ = try await SandboxBrowser(as: "alice@contoso.example").visit(url)
        }
        let grant = try await accounts.signIn()
        let alice = try #require(try accounts.account("alice@contoso.example"))
        #expect(try accounts.account(grant.account.homeAccountID) == alice)
        #expect(try accounts.all() == [alice])
        #expect(try await accounts.accessToken(for: alice) == grant.accessToken)
        #expect(try await accounts.accessToken(for: alice, forceRefresh: true) != grant.accessToken)
        try accounts.signOut(alice)
        #expect(try accounts.all().isEmpty)
        // Without tokens, the fallback signs in again.
        #expect(try await !accounts.accessToken(for: alice).isEmpty)
        try await sandbox.shutdown()
    }

    @Test func errorOfTheCallersBrowserPassesThrough() async throws {
        struct NoBrowser: Error {}
        let sandbox = try await Sandbox.start()
        let accounts = Accounts(
            clientID: sandbox.description.clientId,
            authority: try Authority(kind: .entra, url: sandbox.description.authority)
        ) { _ in throw NoBrowser() }
        await #expect(throws: NoBrowser.self) { try await accounts.signIn() }
        try await sandbox.shutdown()
    }

    @Test(arguments: ["Sources/AuthCore/AuthCore.docc/AcquiringTokens.md"])
    func exampleIsTheOneInTheText(path: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: folder.appending(path: "AcquiringTokensExample.swift"), encoding: .utf8)
        let text = try String(contentsOf: folder.appending(path: "../../\(path)"), encoding: .utf8)
        #expect(text.contains("```swift\n\(example)```\n"))
    }
}
