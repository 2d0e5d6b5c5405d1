import Foundation
import Testing

/// Signing in at an OpenID Connect server from outside this project.
@Suite(.serialized, .needs(.glewlwyd, .sqlite3), .glewlwyd) struct GlewlwydTests {
    private let server: Glewlwyd
    private let workspace: Workspace

    init() throws {
        server = try #require(Glewlwyd.running)
        workspace = try Workspace()
    }

    @Test func codeIsRedeemedAndTheRefreshTokenRotates() async throws {
        try await addWithBrowser("alice")
        struct Row: Decodable { let name, username, kind, state: String }
        let rows = try await workspace.succeed("list --json").json([Row].self)
        #expect(rows.map(\.kind) == ["oidc"] && rows.map(\.state) == ["signedIn"])
        #expect(rows.map(\.username) == ["alice@glewlwyd.example"])
        var tokens: Set = [try await workspace.succeed("token").line]
        for _ in 0..<2 { tokens.insert(try await workspace.succeed("token --force-refresh").line) }
        tokens.insert(try await workspace.succeed("token").line)
        #expect(tokens.count == 3, "one for each response of the server")
        let graph = try await workspace.acct("graph /me")
        expect(graph, ExpectedError(3, "has no Graph"))
        expect(try await workspace.acct("graph /me -p alice"), ExpectedError(64, "has no Graph"))
        try await workspace.succeed("sign-out")
        expect(try await workspace.acct("token"), ExpectedError(4, "alice is signed out.", run: "acct sign-in alice"))
    }

    @Test func deviceCodeSignsInASecondAccount() async throws {
        try await addWithBrowser("alice")
        let waiting = try workspace.start(
            [Products.acct, "add", "bob", "--device-code"] + target)
        let code = try await eventually("acct shows a code") {
            if let code = waiting.exitCode { throw SystemError("exit code \(code): \(waiting.error)") }
            return waiting.error.firstMatch(of: /enter the code (\S+)\n/).map { String($0.1) }
        }
        _ = try await server.session(of: "bob").send("GET", "/api/oidc/device?code=\(code)&g_continue")
        let run = try await waiting.run()
        #expect(run.status == 0, "\(run)")
        let tokens = [
            try await workspace.succeed("token -p alice").line,
            try await workspace.succeed("token -p bob --force-refresh").line,
        ]
        #expect(tokens[0] != tokens[1])
    }

    /// A second refresh with the same token would revoke the sign-in.
    @Test func concurrentCommandsUseASingleUseRefreshTokenOnce() async throws {
        try await addWithBrowser("alice")
        for count in [100, 8] {
            try await workspace.store.expireAccessTokens()
            let started = try (0..<count).map { _ in try workspace.start([Products.acct, "token"]) }
            var tokens: Set<String> = []
            for child in started {
                let run = try await child.run()
                #expect(run.status == 0, "\(run)")
                tokens.insert(run.line)
            }
            #expect(tokens.count == 1)
        }
    }

    @Test func revokedProfileSignsInAgain() async throws {
        try await addWithBrowser("alice")
        try await server.revokeRefreshTokens(of: "alice")
        expect(
            try await workspace.acct("token --force-refresh"),
            ExpectedError(4, "alice must sign in again (invalid_grant).", run: "acct sign-in alice"))
        try await signIn("sign-in alice", as: "alice")
        try await workspace.succeed("token --force-refresh")
    }

    /// For a public client the revocation endpoint of Glewlwyd requires an access token.
    @Test func signOutRevokesTheRefreshTokenOnTheServer() async throws {
        try await addWithBrowser("alice")
        let before = try await server.refreshTokens(of: "alice").count
        try await workspace.store.expireAccessTokens()
        let report = try await workspace.succeed("sign-out --revoke --json").json(SignOutTests.Report.self)
        #expect(report.revoked)
        #expect(report.remaining.contains { $0.contains("the browser's session") })
        #expect(try await server.refreshTokens(of: "alice").count == before - 1)
        #expect(report.removed.refreshTokens == 1)
    }

    /// Glewlwyd omits unknown scopes and grants the others.
    @Test func scopesThatAreNotGrantedAreNamed() async throws {
        try await addWithBrowser("alice")
        let before = try await workspace.succeed("token").line
        let run = try await signInRun("consent alice --scope profile --scope made.up", as: "alice")
        let again = "acct consent alice --scope profile --scope made.up"
        expect(run, ExpectedError(2, "Not granted: made.up. Profile alice stays signed in with the others."))
        #expect(run.error.contains("Run: \(again) --browser '"), "\(run)")
        struct Row: Decodable { let scopes: [String] }
        #expect(try await workspace.succeed("list --json").json([Row].self).first?.scopes.contains("made.up") == false)
        #expect(try await workspace.succeed("token").line != before)
    }

    @Test func appSignsInWithItsSecret() async throws {
        let options = ["--issuer", server.issuer, "--client-id", Glewlwyd.applicationID, "--scope", "profile"]
        let wrong = try await workspace.acct("add app --client-secret-stdin", options, input: Data("wrong\n".utf8))
        // Glewlwyd responds with an empty 403.
        expect(wrong, ExpectedError(4, "The server rejected the app's secret"))
        let secret = Data((Glewlwyd.applicationSecret + "\n").utf8)
        try await workspace.succeed("add app --client-secret-stdin", options, input: secret)
        let token = try await workspace.succeed("token").line
        #expect(try await workspace.succeed("token").line == token)
        #expect(try await workspace.succeed("token --force-refresh").line != token)
    }

    @Test func signInAsAnotherUserIsRefused() async throws {
        try await addWithBrowser("alice")
        let before = try await workspace.store.dump()
        let run = try await signInRun("sign-in alice", as: "bob")
        expect(run, ExpectedError(1, "the sign-in was for another account"))
        #expect(run.error.contains("Run: acct sign-in alice --browser"), "\(run)")
        #expect(try await workspace.store.dump() == before)
    }

    private var target: [String] {
        ["--issuer", server.issuer, "--client-id", server.clientID, "--scope", "offline_access"]
    }

    private func addWithBrowser(_ name: String) async throws {
        try await signIn("add \(name)", as: name, target)
    }

    private func signIn(_ line: String, as user: String, _ options: [String] = []) async throws {
        let run = try await signInRun(line, as: user, options)
        try #require(run.status == 0, "\(run)")
    }

    /// Runs a command and signs in as a person would in the browser.
    private func signInRun(_ line: String, as user: String, _ options: [String] = []) async throws -> Run {
        let browser = try RecordedBrowser(in: workspace)
        let waiting = try workspace.start(
            [Products.acct] + line.split(separator: " ").map(String.init) + options
                + ["--browser", browser.command, "--timeout", "30"])
        let request = try await browser.request(openedBy: waiting)
        try await server.allow(redirectURI: request.redirectURI)
        let reply = try await server.session(of: user).open(request.url + "&g_continue")
        let location = try #require(reply.header("Location"), "\(reply.status) \(reply.text)")
        _ = try await LoopbackHTTP().send("GET", location)
        return try await waiting.run()
    }
}
