import Foundation
import Testing

/// `acct sign-out --revoke` and `--browser`: the report claims only what the server confirmed.
@Suite struct RevokeTests {
    private typealias Report = SignOutTests.Report

    @Test func revokeEndsEverySessionOfAWorkAccount() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.allowRevoking("alice", as: "alice@contoso.example")
            let otherMachine = try await OtherMachine(sandbox, of: "alice@contoso.example")

            let report = try await sandbox.succeed("sign-out alice --revoke --json").json(Report.self)
            #expect(report.revoked)
            #expect(report.removed.refreshTokens == 1)
            #expect(report.remaining.contains { $0.contains("until they expire") })
            #expect(try await sandbox.states() == ["alice": "signedOut", "bob": "signedIn"])
            try await otherMachine.expectEnded()
            try await sandbox.succeed("token -p bob --force-refresh")
        }
    }

    @Test func revokeWithoutPermissionSignsOutAndNamesTheScope() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let otherMachine = try await OtherMachine(sandbox, of: "bob@contoso.example")
            let run = try await sandbox.acct("sign-out bob --revoke --json")
            #expect(run.status == 4, "\(run)")
            #expect(try run.json(Report.self).revoked == false)
            let error = try run.lastErrorLine()
            #expect(error.message.hasPrefix("The sessions of bob@contoso.example on the server were not ended:"))
            #expect(
                error.command == "acct consent bob --scope User.RevokeSessions.All && acct sign-out bob --revoke")
            #expect(try await sandbox.states() == ["alice": "signedIn", "bob": "signedOut"])
            try await otherMachine.expectAlive()
        }
    }

    /// Afterwards there would be no token to end the sessions with.
    @Test(.needs(.tmux, .bash)) func consentIsOfferedBeforeTheTokensAreRemoved() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await Tmux.run(in: sandbox.workspace) { tmux in
                try await tmux.type("export BROWSER='acct-sandbox browse --as alice@contoso.example'\n")
                _ = try await tmux.afterPrompt("1 $")
                try await tmux.type("acct sign-out alice --revoke\n")
                let asked = try await tmux.wait("the question") { $0.last?.hasSuffix("[Y/n]") == true }
                #expect(asked.joined().contains("Consent to User.RevokeSessions.All now"), "\(asked)")
                #expect(try await sandbox.states() == ["alice": "signedIn"])
                try await tmux.type("\n")
                let ended = try await tmux.afterPrompt("2 $")
                #expect(ended.contains("The server ended every session of alice@contoso.example."), "\(ended)")
            }
            #expect(try await sandbox.states() == ["alice": "signedOut"])
        }
    }

    private static let troubles: [(Sandboxed.Fault, Int32)] = [
        (.init(on: .graph, status: 403, body: #"{"error":{"code":"Authorization_RequestDenied"}}"#), 1),
        (.init(on: .graph, status: 200, body: #"{"value":false}"#), 1),
        (.init(on: .graph, status: 200, body: "<html>Sign in to this network</html>"), 7),
        (.init(on: .graph, status: 200, body: #"{"value":tr"#), 1),
        (.init(on: .graph, status: 429), 7), (.init(on: .graph, drop: true), 7),
    ]

    @Test(arguments: troubles)
    func failedRevocationStillRemovesTheTokens(fault: Sandboxed.Fault, status: Int32) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.allowRevoking("alice", as: "alice@contoso.example")
            let sealed = try await sandbox.sealedSecrets()
            try await sandbox.inject(fault)
            let run = try await sandbox.acct("sign-out --revoke --json")
            #expect(run.status == status, "\(run)")
            #expect(try run.json(Report.self).revoked == false)
            let message = try run.lastErrorLine().message
            #expect(message.contains("were not ended") && !message.contains("Nothing was lost"), "\(message)")
            // Trying again as it is would find a signed-out account.
            #expect(!message.contains("Try again."), "\(message)")
            let again = "acct sign-in alice && acct sign-out alice --revoke"
            #expect(try run.lastErrorLine().command == (status == 7 ? again : nil))
            try await sandbox.expectWiped(sealed)
        }
    }

    @Test func personalAccountHasNoRevocationAPI() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "home", as: "sam@contoso.example:personal", at: sandbox.server.authorities["personal"])
            try await sandbox.clearRequests()
            let run = try await sandbox.acct("sign-out --revoke")
            expect(run, ExpectedError(1, "https://account.microsoft.com"))
            #expect(try await sandbox.requests().isEmpty)
            #expect(try await sandbox.states() == ["home": "signedOut"])
        }
    }

    @Test func guestRevokesOnlyItsGuestSessions() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "guest", as: "dana@contoso.example", at: sandbox.server.authorities["fabrikam.example"])
            try await sandbox.succeed(
                "consent guest --admin --scope User.RevokeSessions.All", sandbox.browser("carol@fabrikam.example"))
            let report = try await sandbox.succeed("sign-out --revoke --json").json(Report.self)
            #expect(report.revoked)
            #expect(report.remaining.contains { $0.contains("only those as a guest") })
        }
    }

    @Test(arguments: ["sign-out alice", "sign-out alice --revoke", "sign-out alice --browser", "sign-out --all"])
    func signOutWipesTheSealedSecretsFromTheFiles(line: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.allowRevoking("alice", as: "alice@contoso.example")
            let sealed = try await sandbox.sealedSecrets()
            try await sandbox.succeed(line)
            try await sandbox.expectWiped(sealed)
        }
    }

    @Test func signOutPageIsPrintedWithoutATerminal() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.succeed("sign-out --browser --json")
            #expect(run.error.contains("\(sandbox.server.graph)/\(World.contoso)/oauth2/v2.0/logout?"), "\(run)")
            #expect(run.error.contains("To end the browser's session of alice@contoso.example, open"), "\(run)")
            #expect(try run.json(Report.self).remaining.contains { $0.contains("sign-out page") })
        }
    }

    @Test func signOutPageOpensInTheBrowserOnATerminal() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let browser = try RecordedBrowser(in: sandbox.workspace)
            try await sandbox.succeed("edit alice --browser", [browser.command])
            let terminal = try PseudoTerminal()
            let waiting = try sandbox.workspace.start(
                [Products.acct, "sign-out", "--browser"], input: .terminal(path: terminal.path))
            let page = try await browser.start(openedBy: waiting)
            #expect(try await terminal.finish(waiting) == 0, "\(terminal.text)")
            #expect(page.contains("/oauth2/v2.0/logout?client_id="), "\(page)")
        }
    }

    @Test func signOutDoesNotWaitForABrowserThatStaysOpen() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let pid = "\(sandbox.workspace.folder)/pid"
            let command = try sandbox.workspace.shellCommand("browser", "echo $$ > '\(pid)'\nexec sleep 600")
            try await sandbox.succeed("edit alice --browser", [command])
            let run = try await sandbox.shown("sign-out --browser")
            #expect(run.status == 0 && !run.text.contains("open this page in it"), "\(run)")
            let id = try #require(Int32(try String(contentsOfFile: pid, encoding: .utf8).dropLast()))
            #expect(kill(id, SIGTERM) == 0, "the browser still runs")
        }
    }

    @Test func signOutPageIsUnknownWithoutTheNetworkAndTokensAreRemoved() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.sqlite("DELETE FROM discovery")
            let sealed = try await sandbox.sealedSecrets()
            try await sandbox.inject(Sandboxed.Fault(on: .discovery, drop: true))
            let run = try await sandbox.acct("sign-out --browser")
            expect(run, ExpectedError(7, "The sign-out page of alice@contoso.example is not known."))
            try await sandbox.expectWiped(sealed)
        }
    }
}

/// A sign-in of the same account in another home.
private struct OtherMachine {
    private let sandbox: Sandboxed
    private let home: Workspace

    init(_ sandbox: Sandboxed, of person: String) async throws {
        self.sandbox = sandbox
        home = try Workspace()
        try await home.succeed("add it", sandbox.signIn(as: person))
    }

    func expectEnded() async throws {
        expect(
            try await home.acct("token --force-refresh"),
            ExpectedError(4, "it must sign in again: the sign-in was revoked", run: "acct sign-in it"))
    }

    func expectAlive() async throws {
        try await home.succeed("token --force-refresh")
    }
}

extension Sandboxed {
    /// Grants the scope that revokes sessions, which only an administrator can consent to.
    fileprivate func allowRevoking(_ profile: String, as administrator: String) async throws {
        try await succeed("consent \(profile) --scope User.RevokeSessions.All", browser(administrator))
    }

    /// The sealed secrets of the store.
    fileprivate func sealedSecrets() async throws -> [Data] {
        let tables = ["access_token", "refresh_token", "id_token"].map { "SELECT hex(secret) FROM \($0)" }
        let secrets = try await store.sqlite(tables.joined(separator: " UNION ALL ")).split(separator: "\n")
        let bytes = try store.bytes()
        try #require(secrets.count >= 3)
        return try secrets.map { secret in
            let sealed = Data(secret.hexBytes)
            try #require(bytes.range(of: sealed) != nil)
            return sealed
        }
    }

    /// Expects that the database and its log contain none of the secrets.
    fileprivate func expectWiped(_ sealed: [Data]) async throws {
        let bytes = try store.bytes()
        #expect(sealed.allSatisfy { bytes.range(of: $0) == nil })
    }
}
