import Foundation
import Testing

/// `acct` at an AD FS authority, which has no tenants, sends no `client_info`, and registers a redirect URI with its port.
@Suite struct FederationTests {
    private static let scope = "api://contoso-orders/Orders.Read"

    private func withFederation(_ test: (Sandboxed, _ signIn: (_ person: String) -> [String]) async throws -> Void)
        async throws
    {
        let port = String(try ListeningPort.unused())
        try await Sandboxed.run("--federation-redirect-port", port) { sandbox in
            try await test(sandbox) { person in
                sandbox.signIn(as: person, at: "\(sandbox.server.graph)/adfs")
                    + ["--redirect-port", port, "--scope", Self.scope]
            }
        }
    }

    @Test func browserSignInStoresTheToken() async throws {
        try await withFederation { sandbox, signIn in
            try await sandbox.succeed("add onprem", signIn("alice@contoso.example"))
            let profile = try #require(
                try await sandbox.succeed("list --json").json([SignInTests.Profile].self).first)
            #expect(profile.username == "alice@contoso.example" && profile.kind == "oidc" && profile.tenantId == "")
            #expect(profile.authority == "\(sandbox.server.graph)/adfs" && profile.graph == nil)
            #expect(profile.state == "signedIn" && profile.scopes == [Self.scope])
            try await sandbox.clearRequests()
            #expect(!(try await sandbox.succeed("token").line.isEmpty))
            #expect(try await sandbox.requests().isEmpty)
            let graph = try await sandbox.acct("graph /me")
            expect(graph, ExpectedError(3, "its issuer has no Graph"))
        }
    }

    /// AD FS sends the refresh token once. Every later refresh uses it again.
    @Test(.needs(.sqlite3)) func refreshTokenThatIsNotRotatedIsUsedAgain() async throws {
        try await withFederation { sandbox, signIn in
            try await sandbox.succeed("add onprem", signIn("alice@contoso.example"))
            var tokens: Set = [try await sandbox.succeed("token").line]
            for _ in 0..<2 {
                try await sandbox.advanceTime(by: 4000)
                try await sandbox.store.expireAccessTokens()
                tokens.insert(try await sandbox.succeed("token").line)
            }
            #expect(tokens.count == 3)
            #expect(try await sandbox.requests("refresh_token").map(\.status) == [200, 200])
        }
    }

    /// An attacker who can write the database, and nothing else, must not receive the refresh token.
    @Test(.needs(.sqlite3)) func tamperedTokenEndpointInTheStoreReceivesNothing() async throws {
        try await withFederation { sandbox, signIn in
            try await sandbox.succeed("add onprem", signIn("alice@contoso.example"))
            try await sandbox.succeed("token --force-refresh")
            let attacker = try ScriptedServer { _ in .response(400, #"{"error":"invalid_grant"}"#) }
            let root = "\(sandbox.server.graph)/adfs"
            let document =
                #"{"issuer":"\#(root)","authorization_endpoint":"\#(root)/oauth2/authorize/","#
                + #""token_endpoint":"\#(attacker.url)/token"}"#
            #expect(try await sandbox.store.sqlite("SELECT count(*) FROM discovery") == "1\n")
            try await sandbox.store.sqlite("UPDATE discovery SET secret = CAST('\(document)' AS BLOB)")
            try await sandbox.store.expireAccessTokens()
            try await sandbox.succeed("token")
            #expect(attacker.requests.isEmpty)
        }
    }

    @Test func deviceCodeWithVerificationURLSignsIn() async throws {
        try await withFederation { sandbox, _ in
            let waiting = try sandbox.workspace.start([
                Products.acct, "add", "bob", "--device-code", "--authority", "\(sandbox.server.graph)/adfs",
                "--client-id", sandbox.server.clientId,
            ])
            let code = try await sandbox.userCode(shownBy: waiting)
            let browsing = try await sandbox.browse(
                "--as bob@contoso.example --code \(code)", "/adfs/oauth2/deviceauth")
            #expect(browsing.status == 0, "\(browsing)")
            #expect(try await waiting.run().status == 0, "\(waiting.error)")
            #expect(!(try await sandbox.succeed("token -p bob").line.isEmpty))
        }
    }

    @Test(.needs(.sqlite3)) func entraAccountOfTheSameUserIsSeparate() async throws {
        try await withFederation { sandbox, signIn in
            try await sandbox.add("cloud", as: "alice@contoso.example")
            try await sandbox.succeed("add onprem", signIn("alice@contoso.example"))
            let cloud = try await sandbox.succeed("token -p cloud").line
            #expect(try await sandbox.succeed("token -p onprem").line != cloud)
            let rows = try await sandbox.store.rows(of: World.alice)
            try await sandbox.succeed("sign-out onprem")
            #expect(try await sandbox.states() == ["cloud": "signedIn", "onprem": "signedOut"])
            #expect(try await sandbox.store.rows(of: World.alice) == rows)
            #expect(try await sandbox.succeed("token -p cloud").line == cloud)
            expect(
                try await sandbox.acct("token -p onprem"),
                ExpectedError(4, "onprem is signed out.", run: "acct sign-in onprem"))
        }
    }

    /// AD FS signs in the account of the browser's session whatever the hint, and knows `login` alone.
    @Test func addingAnAccountAsksForThePassword() async throws {
        try await withFederation { sandbox, signIn in
            func page(_ command: [String]) async throws -> String {
                let browser = try RecordedBrowser(in: sandbox.workspace)
                let child = try sandbox.workspace.start([Products.acct] + command + ["--browser", browser.command])
                let page = try await browser.request(openedBy: child).url
                child.signal(SIGINT)
                _ = try await child.finish(within: .seconds(50))
                return page
            }
            let target = ["--authority", "\(sandbox.server.graph)/adfs", "--client-id", sandbox.server.clientId]
            let adding = try await page(["add", "other", "--username", "bob@contoso.example"] + target)
            #expect(adding.contains("prompt=login") && adding.contains("login_hint=bob"), "\(adding)")
            try await sandbox.succeed("add onprem", signIn("alice@contoso.example"))
            let again = try await page(["sign-in", "onprem"])
            #expect(!again.contains("prompt=") && again.contains("login_hint=alice"), "\(again)")
        }
    }

    @Test func redirectPortIsStoredForTheNextSignIn() async throws {
        try await withFederation { sandbox, signIn in
            try await sandbox.succeed("add onprem", signIn("alice@contoso.example"))
            try await sandbox.succeed("sign-out onprem")
            try await sandbox.succeed("sign-in onprem", sandbox.browser("alice@contoso.example"))
            try await sandbox.succeed("token -p onprem")
        }
    }

    @Test func signInAsAnotherUserIsRefused() async throws {
        try await withFederation { sandbox, signIn in
            try await sandbox.succeed("add onprem", signIn("alice@contoso.example"))
            let again = try await sandbox.acct("sign-in onprem", sandbox.browser("bob@contoso.example"))
            expect(again, ExpectedError(1, "bob@contoso.example signed in, but the sign-in was for another account"))
        }
    }
}
