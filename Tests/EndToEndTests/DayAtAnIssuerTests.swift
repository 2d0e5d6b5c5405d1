import Foundation
import Testing

/// Two accounts of one issuer over a network that breaks and at a server that throttles: nothing is lost, and the person is
/// asked once for each account.
@Suite(.serialized, .needs(.sqlite3)) struct DayAtAnIssuerTests {
    private static let people = ["alice", "bob"]

    @Test(.needs(.glewlwyd)) func everyThirdConnectionIsDropped() async throws {
        let port = try ListeningPort.unused()
        let network = try FlakyProxy(to: port)
        let server = try await Glewlwyd(publicURL: network.address, port: port)
        try await withCleanup(server.stop) {
            try await spendDay(at: server, over: network)
        }
    }

    private func spendDay(at server: Glewlwyd, over network: FlakyProxy) async throws {
        let workspace = try Workspace()
        for name in Self.people { try await add(name, at: server, over: network, in: workspace) }
        var tokens: Set<String> = []
        for _ in 1...6 {
            try await workspace.store.expireAccessTokens()
            for name in Self.people {
                let token = try await token(of: name, in: workspace)
                #expect(tokens.insert(token).inserted)
                #expect(try await workspace.succeed("token -p \(name)").line == token)
            }
        }
        #expect(network.dropped >= 5)
        struct Row: Decodable { let username, state: String }
        let rows = try await workspace.succeed("list --json").json([Row].self)
        #expect(rows.map(\.username) == Self.people.map { "\($0)@glewlwyd.example" })
        #expect(rows.allSatisfy { $0.state == "signedIn" })
        // Each refresh token was redeemed once: a second time would have revoked them all.
        for name in Self.people { #expect(try await server.refreshTokens(of: name).count == 1) }
    }

    /// A refresh whose connection is lost is not repeated, since the server may have answered it. The next command does.
    private func token(of name: String, in workspace: Workspace) async throws -> String {
        let run = try await workspace.acct("token -p \(name)")
        guard run.status != 0 else { return run.line }
        expect(run, ExpectedError(7, "was lost"))
        return try await workspace.succeed("token -p \(name)").line
    }

    private func add(
        _ name: String, at server: Glewlwyd, over network: FlakyProxy, in workspace: Workspace
    ) async throws {
        let browser = try RecordedBrowser(in: workspace)
        let command =
            [Products.acct, "add", name, "--issuer", server.issuer, "--client-id", server.clientID]
            + ["--browser", browser.command, "--timeout", "30"]
        var waiting = try workspace.start(command)
        let request: RecordedBrowser.AuthorizationRequest
        do {
            request = try await browser.request(openedBy: waiting)
        } catch {
            // The network broke before the person was asked.
            expect(try await waiting.run(), ExpectedError(7, "was lost"))
            waiting = try workspace.start(command)
            request = try await browser.request(openedBy: waiting)
        }
        try await server.allow(redirectURI: request.redirectURI)
        let page = request.url.replacing(network.address, with: server.base) + "&g_continue"
        let reply = try await server.session(of: name).open(page)
        _ = try await LoopbackHTTP().send("GET", try #require(reply.header("Location"), "\(reply.text)"))
        let run = try await waiting.run()
        try #require(run.status == 0, "\(run)")
    }

    /// One account is throttled, the other is not; and the sandbox drops connections after it has seen the request.
    @Test func throttledAccountWaitsAndTheOtherActs() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.clearRequests()
            for _ in 1...3 {
                try await sandbox.store.expireAccessTokens()
                try await sandbox.inject(.init(on: .token, status: 429, headers: ["Retry-After": "1"]))
                try await sandbox.inject(.init(on: .graph, drop: true))
                // Waits for its turn, and for the network.
                let alice = try await sandbox.succeed("graph /me -p alice --max-wait 30s")
                #expect(alice.text.contains("Alice"), "\(alice)")
                #expect(try await sandbox.displayName("bob") == "Bob O'Neil")
            }
            #expect(try await sandbox.requests("refresh_token").map(\.status).filter { $0 == 200 }.count == 6)
            #expect(try await sandbox.requests("authorization_code").isEmpty)
            #expect(try await sandbox.states() == ["alice": "signedIn", "bob": "signedIn"])
        }
    }
}
