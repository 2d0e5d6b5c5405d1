import Foundation
import Testing

/// A second account at an issuer whose page signs in the account of the browser's session.
@Suite(.needs(.curl)) struct SecondAccountTests {
    private func usernames(_ workspace: Workspace) async throws -> [String: String] {
        struct Row: Decodable { let name, username: String }
        return try await workspace.succeed("list --json").json([Row].self).reduce(into: [:]) {
            $0[$1.name] = $1.username
        }
    }

    @Test(
        arguments: [
            (nil, "login"), (["none", "login"], "login"), (["login", "select_account"], "select_account"),
        ] as [([String]?, String)])
    func addingAsksForTheAccount(supported: [String]?, prompt: String) async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer { $0.prompts = supported }
        try await workspace.succeed("add alice", issuer.signIn())
        issuer.change { $0.chosen = "bob" }
        let run = try await workspace.succeed("add bob", issuer.signIn())
        #expect(!run.error.contains("same account"), "\(run)")
        #expect(try await usernames(workspace) == ["alice": "alice@idp.example", "bob": "bob@idp.example"])
        #expect(issuer.authorizations.map { $0["prompt"] } == [prompt, prompt])
        // A known account keeps its hint.
        try await workspace.succeed("sign-in alice", ScopedIssuer.browser())
        #expect(issuer.authorizations.last?["prompt"] == nil)
        #expect(issuer.authorizations.last?["login_hint"] == "alice@idp.example")
    }

    @Test func secondProfileOfTheSameAccountIsNoted() async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer()
        try await workspace.succeed("add alice", issuer.signIn())
        let run = try await workspace.succeed("add bob", issuer.signIn())
        #expect(run.error.contains("alice, bob are profiles of the same account."), "\(run)")
        #expect(run.error.contains("Run: acct remove bob"), "\(run)")
    }

    @Test func otherAccountThanTheNamedOneIsRefused() async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer()
        try await workspace.succeed("add alice", issuer.signIn())
        let before = try await workspace.store.dump()
        let run = try await workspace.acct("add bob --username bob@idp.example", issuer.signIn())
        expect(run, ExpectedError(1, "alice@idp.example signed in, not bob@idp.example. Nothing was stored."))
        #expect(issuer.authorizations.last?["login_hint"] == "bob@idp.example")
        #expect(try await workspace.store.dump() == before)
    }

    /// An account can have several usernames, and two accounts can have had the same one.
    @Test func knownAccountIsToldApartByItsID() async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer { $0.chosen = "alice" }
        try await workspace.succeed("add alice", issuer.signIn())
        issuer.change { $0.usernames["alice"] = "alice.smith@idp.example" }
        let run = try await workspace.succeed("add again --username alice@idp.example", issuer.signIn())
        #expect(run.error.contains("are profiles of the same account"), "\(run)")
        issuer.change { $0.chosen = "bob" }
        let terminal = try PseudoTerminal(columns: 200)
        let adding = try workspace.start(
            [Products.acct, "add", "bob", "--username", "alice.smith@idp.example"] + issuer.signIn(),
            input: .terminal(path: terminal.path), environment: ["TERM": "xterm"])
        #expect(try await terminal.finish(adding) == 1, "\(terminal.text)")
        #expect(terminal.text.contains("bob@idp.example signed in, not alice.smith@idp.example."), "\(terminal.text)")
        #expect(try await usernames(workspace).count == 2)
    }

    @Test func optionNamesAnotherPrompt() async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer { $0.prompts = ["login", "select_account", "consent"] }
        try await workspace.succeed("add alice --prompt consent", issuer.signIn())
        issuer.change { $0.session = "bob" }
        let refused = try await workspace.acct("sign-in alice", ScopedIssuer.browser())
        expect(refused, ExpectedError(1, "bob@idp.example signed in, but the sign-in was for another account."))
        #expect(refused.error.contains(" --prompt login"), "\(refused)")
        issuer.change { $0.chosen = "alice" }
        try await workspace.succeed("sign-in alice --prompt login", ScopedIssuer.browser())
        #expect(issuer.authorizations.map { $0["prompt"] } == ["consent", nil, "login"])
        for options in ["--prompt none", "--prompt login --device-code"] {
            expect(try await workspace.acct("sign-in alice \(options)"), ExpectedError(64, "--prompt"))
        }
    }
}
