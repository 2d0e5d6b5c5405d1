import Foundation
import Testing

/// Profiles of apps: services, jobs, machines.
@Suite struct ApplicationTests {
    @Test func appSignsInWithItsSecret() async throws {
        try await Sandboxed.run { sandbox in
            let added = try await sandbox.addApplication("report")
            #expect(added.error.contains("Profile report is ready and current."), "\(added)")
            struct Row: Decodable { let name, username, kind, state, tenantId: String }
            let row = try #require(try await sandbox.succeed("list --json").json([Row].self).first)
            #expect(row.kind == "app" && row.state == "signedIn" && row.username == sandbox.server.daemon.clientId)
            #expect(row.tenantId == World.contoso, "the tenant id is stored, not the typed domain")
            #expect(try await sandbox.succeed("current").line == "report")
            let users = try await sandbox.succeed("graph /users?$top=1&$select=displayName")
            #expect(users.text.contains("displayName"))
            let token = try await sandbox.succeed("token").line
            #expect(try await sandbox.succeed("token").line == token)
            #expect(try await sandbox.succeed("token --resource https://vault.azure.net").line != token)
            #expect(try await sandbox.succeed("token --force-refresh").line != token)
        }
    }

    @Test func meIsRefusedForApps() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            expect(try await sandbox.acct("graph /me"), ExpectedError(3, "Graph does not offer GET /me to apps"))
            let named = try await sandbox.acct("graph /me -p report")
            #expect(named.status == 6 && named.error.contains("400"), "\(named)")
            expect(try await sandbox.acct("token --scope User.Read"), ExpectedError(64, "--resource"))
        }
    }

    /// Nobody signs in to an app, and it has all permissions of one resource.
    @Test func consentAndScopesOfAPersonAreRefusedForApps() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            let before = try await sandbox.store.dump()
            expect(
                try await sandbox.acct("consent report --scope User.Read.All --device-code"),
                ExpectedError(
                    64, "report is an app, whose permissions an administrator grants.",
                    run: "acct consent report --scope User.Read.All --admin"))
            for scope in ["User.Read", "https://graph.microsoft.com/User.Read"] {
                expect(
                    try await sandbox.acct("edit report --scope \(scope)"),
                    ExpectedError(64, "cannot be requested: an app gets all permissions"))
            }
            #expect(try await sandbox.store.dump() == before)
            try await sandbox.succeed("edit report --scope https://vault.azure.net/.default")
        }
    }

    @Test func clientSecretIsNeitherLoggedNorStoredInTheClear() async throws {
        try await Sandboxed.run { sandbox in
            let secret = sandbox.server.daemon.clientSecret
            var errors = try await sandbox.addApplication("report", ["-v"]).error
            errors += try await sandbox.succeed("token -v --force-refresh").error
            errors += try await sandbox.acct("sign-in report -v --client-secret-stdin", input: Data("wrong\n".utf8))
                .error
            #expect(errors.contains("/oauth2/v2.0/token"), "requests are logged: \(errors)")
            #expect(!errors.contains(secret) && !errors.contains("wrong\n"))
            #expect(try sandbox.store.bytes().range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test func signOutRemovesTheSecret() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let before = try await sandbox.store.rows(of: World.alice)
            try await sandbox.addApplication("report")
            let out = try await sandbox.acct("sign-out report --revoke")
            #expect(out.error.contains("0 ID tokens and the client secret (report)."), "\(out)")
            #expect(out.error.contains("an app has no sessions"), "\(out)")
            #expect(!out.error.contains("browser"), "\(out)")
            #expect(try await sandbox.store.sqlite("SELECT count(*) FROM application_credential") == "0\n")
            let again = "acct sign-in report --client-secret-stdin"
            expect(try await sandbox.acct("token -p report"), ExpectedError(4, "report is signed out.", run: again))
            expect(try await sandbox.acct("sign-in report"), ExpectedError(4, "report is signed out.", run: again))
            #expect(try await sandbox.succeed("show report").text.contains("signed out, run: \(again)"))
            #expect(try await sandbox.acct("doctor").text.contains(again))
            #expect(try await sandbox.states() == ["alice": "signedIn", "report": "signedOut"])
            try await sandbox.succeed("sign-in report --client-secret-stdin", input: sandbox.secret)
            try await sandbox.succeed("token -p report")
            #expect(try await sandbox.store.rows(of: World.alice) == before)
        }
    }

    @Test func wrongSecretIsRefusedAndNothingIsStored() async throws {
        try await Sandboxed.run { sandbox in
            let wrong = try await sandbox.acct(
                "add report --client-secret-stdin", sandbox.application, input: Data("wrong".utf8))
            expect(wrong, ExpectedError(4, "the client secret is wrong"))
            #expect(wrong.error.contains("Run: acct add report --tenant contoso.example"), "\(wrong)")
            #expect(wrong.error.contains("--client-secret-stdin\n"), "\(wrong)")
            #expect(try await sandbox.states().isEmpty)
            try await sandbox.addApplication("report")
            let before = try await sandbox.store.dump()
            expect(
                try await sandbox.acct("sign-in report --client-secret-stdin", input: Data("wrong\n".utf8)),
                ExpectedError(4, "the client secret is wrong", run: "acct sign-in report --client-secret-stdin"))
            #expect(try await sandbox.store.dump() == before)
        }
    }

    @Test func invalidCredentialOptionsAreRefused() async throws {
        try await Sandboxed.run { sandbox in
            let id = ["--client-id", sandbox.server.daemon.clientId]
            let cases: [(String, [String], ExpectedError)] = [
                (
                    "--client-secret-stdin", id + ["--authority", sandbox.server.authority],
                    ExpectedError(64, "--tenant")
                ),
                ("--client-secret-stdin --tenant contoso.example", [], ExpectedError(64, "--client-id")),
                ("--client-secret-stdin --certificate x", [], ExpectedError(64, "Give only one of")),
                ("--client-secret-stdin --device-code", [], ExpectedError(64, "without a user")),
                (
                    "--certificate none.pem", sandbox.application,
                    ExpectedError(64, "/none.pem: No such file or directory.")
                ),
                (
                    "--federated-token-file none", sandbox.application,
                    ExpectedError(64, "/none: No such file or directory.")
                ),
                ("--managed-identity=ci", [], ExpectedError(64, "--managed-identity")),
                ("--managed-identity --identity ci", [], ExpectedError(64, "ci")),
                ("--identity object:ci", [], ExpectedError(64, "--identity")),
            ]
            for (line, options, expected) in cases {
                expect(try await sandbox.acct("add report \(line)", options, input: sandbox.secret), expected)
            }
            expect(
                try await sandbox.acct("add report --client-secret-stdin", sandbox.application, input: Data("\n".utf8)),
                ExpectedError(64, "No secret on stdin"))
            try await sandbox.add("alice", as: "alice@contoso.example")
            expect(try await sandbox.acct("sign-in alice --managed-identity"), ExpectedError(64, "belongs to a user"))
        }
    }

    @Test(.needs(.sqlite3), arguments: [true, false])
    func refusedSecretRequiresASignIn(isExpired: Bool) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.addApplication("report")
            isExpired ? try await sandbox.expireSecret() : try await sandbox.changeSecret(to: "another one")
            try await sandbox.store.expireAccessTokens()
            #expect(
                try await sandbox.states() == ["alice": "signedIn", "report": "signedIn"],
                "the refusal is not known yet")
            let again = "acct sign-in report --client-secret-stdin"
            expect(try await sandbox.acct("token -p report"), ExpectedError(4, "client secret", run: again))
            #expect(try await sandbox.states() == ["alice": "signedIn", "report": "signInRequired"])
            // A sign-in with a wrong secret leaves the state as it is.
            #expect(try await sandbox.acct(String(again.dropFirst(5)), input: Data("wrong\n".utf8)).status == 4)
            #expect(try await sandbox.states()["report"] == "signInRequired")
            try await sandbox.changeSecret(to: "another one")
            try await sandbox.succeed(String(again.dropFirst(5)), input: Data("another one\n".utf8))
            #expect(try await sandbox.states() == ["alice": "signedIn", "report": "signedIn"])
            try await sandbox.succeed("token -p report --force-refresh")
        }
    }

    /// A change of the secret takes a while to reach every server, so a refusal can be temporary.
    @Test(.needs(.sqlite3)) func secretThatWorksAgainClearsSignInRequired() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            try await sandbox.store.expireAccessTokens()
            try await sandbox.changeSecret(to: "another one")
            #expect(try await sandbox.acct("token").status == 4)
            try await sandbox.changeSecret(to: sandbox.server.daemon.clientSecret)
            try await sandbox.succeed("token")
            try await sandbox.store.expireAccessTokens()
            #expect(try await sandbox.states() == ["report": "signedIn"])
            try await sandbox.inject(.init(on: .token, status: 503, times: 9))
            #expect(try await sandbox.acct("token").status == 7)
            #expect(try await sandbox.states() == ["report": "signedIn"], "a server error is not a refusal")
        }
    }

    @Test func terminalPromptsForTheSecretWithoutEcho() async throws {
        try await Sandboxed.run { sandbox in
            for (keys, status) in [(sandbox.server.daemon.clientSecret + "\n", Int32(0)), ("half\u{3}", 130)] {
                let terminal = try PseudoTerminal()
                let name = status == 0 ? "report" : "other"
                let child = try sandbox.workspace.start(
                    [Products.acct, "add", name, "--client-secret-stdin"] + sandbox.application,
                    input: .terminal(path: terminal.path))
                try await eventually("acct prompts") { terminal.text.contains("Client secret: ") }
                terminal.type(keys)
                #expect(try await terminal.finish(child) == status, "\(terminal.text)")
                #expect(!terminal.text.contains("secret~") && !terminal.text.contains("half"))
            }
        }
    }
}

extension Sandboxed {
    var secret: Data { Data((server.daemon.clientSecret + "\n").utf8) }

    var application: [String] {
        ["--authority", server.authority, "--tenant", "contoso.example", "--client-id", server.daemon.clientId]
    }

    @discardableResult
    func addApplication(_ name: String, _ options: [String] = []) async throws -> Run {
        try await succeed("add \(name) --client-secret-stdin", application + options, input: secret)
    }
}
