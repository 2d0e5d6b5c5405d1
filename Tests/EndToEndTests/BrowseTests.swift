import Foundation
import Testing

/// `acct-sandbox browse` says why a sign-in could not be completed.
@Suite struct BrowseTests {
    @Test(arguments: [
        ("--as alice@contoso.example", "https://login.example.com/", "opens only http addresses on this machine"),
        ("--as alice@contoso.example", "http://192.0.2.1/", "opens only http addresses on this machine"),
        ("--as alice@contoso.example", "http://localhost:1/", "localhost:1 did not respond: Connection refused. Give"),
        ("--as alice@contoso.example", "/", "is not a sign-in page"),
        ("--as alice@contoso.example", "/nonsense", "The page says: Nothing is emulated at this address."),
        ("--as alice@contoso.example", "/device", "needs the code that the device shows. Add --code"),
        ("--as alice@contoso.example --code NONSENSE", "/device", "That code didn't work"),
        ("--as alice@contoso.example", "/common/oauth2/v2.0/authorize", "The page says: "),
    ])
    func browseThatCannotSignInSaysWhy(options: String, address: String, words: String) async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.browse(options, address)
            #expect(run.status == 1 && run.error.hasPrefix("acct-sandbox: ") && run.error.contains(words), "\(run)")
        }
    }

    /// A person reads lines, and a script the object.
    @Test func sandboxOnATerminalShowsItsAccounts() async throws {
        try await Sandboxed.run { sandbox in
            let terminal = try PseudoTerminal(columns: 80)
            let child = try sandbox.workspace.start([Products.sandbox], input: .terminal(path: terminal.path))
            try await withCleanup(child.stop) {
                try await eventually("the accounts") { terminal.text.contains("press Control-C to stop") }
                let text = terminal.text
                #expect(text.contains("  bob@contoso.example          contoso.example, work\n"), "\(text)")
                #expect(
                    text.contains("  acct add NAME --authority http://localhost:") && !text.contains("{"), "\(text)")
                #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
            }
        }
    }

    @Test(arguments: [
        ("nobody@contoso.example", "nobody@contoso.example cannot sign in here. The accounts of this page: alice@"),
        ("sam@contoso.example", "names several accounts. Choose one: --as sam@contoso.example:"),
        ("erin@contoso.example", "The user account is disabled"),
    ])
    func accountThatCannotSignInIsAnErrorWithTheAlternatives(person: String, words: String) async throws {
        try await Sandboxed.run { sandbox in
            let waiting = try sandbox.startDeviceCode("add somebody")
            let code = try await sandbox.userCode(shownBy: waiting)
            let run = try await sandbox.browse("--as \(person) --code \(code)", "/device")
            #expect(run.status == 1 && run.error.contains(words), "\(run)")
            waiting.signal(SIGTERM)
        }
    }

    @Test func declineFailsWhereConsentWasGivenBefore() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.acct(
                "add again", sandbox.signIn(as: "alice@contoso.example", browsing: "--decline"))
            expect(run, ExpectedError(1, "could not open a page (status 1)"))
        }
    }
}
