import Foundation
import Testing

/// Scopes at an issuer whose refresh tokens have scopes of their own.
@Suite(.needs(.curl, .sqlite3)) struct IssuerScopesTests {
    private struct Token: Decodable {
        let accessToken: String
        let scopes: Set<String>
    }

    private static let resources = ["https://a.example/read", "https://b.example/write"]

    private func options(_ scopes: [String]) -> [String] { scopes.flatMap { ["--scope", $0] } }

    private func token(_ workspace: Workspace, _ options: String = "") async throws -> Token {
        try await workspace.succeed("token --json \(options)").json(Token.self)
    }

    @Test func everyScopeIsRequestedAtEachRefresh() async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer()
        try await workspace.succeed("add p", issuer.signIn() + options(Self.resources))
        for _ in 1...2 {
            try await workspace.store.expireAccessTokens()
            #expect(try await token(workspace).scopes.isSuperset(of: Self.resources))
        }
        #expect(issuer.refreshedScopes.allSatisfy { $0.isSuperset(of: Self.resources) })
        #expect(issuer.refreshedScopes.count == 2)
    }

    /// Google's servers list their scopes, without `offline_access`, and refuse it.
    @Test func scopeThatTheIssuerDoesNotListIsRequestedOnlyByName() async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer { $0.supported = ["openid", "profile", "email", "a"] }
        try await workspace.succeed("add p --scope a", issuer.signIn())
        try await workspace.store.expireAccessTokens()
        #expect(try await token(workspace).scopes.contains("a"))
        #expect(issuer.refreshedScopes == [["a", "openid", "profile"]])
        expect(
            try await workspace.acct("add q --scope offline_access", issuer.signIn()), ExpectedError(1, "invalid_scope")
        )
    }

    /// At a strict server a refresh for a declined scope would end every session.
    @Test(arguments: [true, false]) func declinedScopeIsNotRequestedAtEachToken(isStrict: Bool) async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer {
            $0.grantable = ["openid", "offline_access", "a"]
            $0.isStrict = isStrict
        }
        let adding = try await workspace.succeed("add p --scope a --scope b", issuer.signIn())
        #expect(adding.error.contains("Not granted: b."), "\(adding)")
        for _ in 1...2 {
            let run = try await workspace.succeed("token")
            #expect(run.error.contains("The token lacks b"), "\(run)")
            #expect(run.error.contains("Run: acct consent p --scope b") || run.error.contains("run: acct consent p"))
        }
        #expect(issuer.refreshedScopes.isEmpty)
        try await workspace.store.expireAccessTokens()
        let renewed = try await token(workspace)
        #expect(renewed.scopes == ["a"] && issuer.refreshedScopes.map { $0.contains("b") } == [false])
        #expect(try await token(workspace).accessToken == renewed.accessToken)
        // A scope that the command names is requested, and missed.
        expect(
            try await workspace.acct("token --scope b"),
            ExpectedError(4, isStrict ? "More than was granted" : "did not grant b", run: "acct consent p --scope b"))
        // The person changes their mind.
        issuer.change { $0.grantable = nil }
        try await workspace.succeed("consent p --scope b", ScopedIssuer.browser())
        #expect(try await token(workspace).scopes.isSuperset(of: ["a", "b"]))
        try await workspace.store.expireAccessTokens()
        let run = try await workspace.succeed("token")
        #expect(!run.error.contains("lacks"), "\(run)")
    }

    @Test func signInThatDeclinesANamedScopeEndsWithTwo() async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer { $0.grantable = ["openid", "offline_access", "a"] }
        try await workspace.succeed("add p --scope a", issuer.signIn())
        let run = try await workspace.acct("sign-in p --scope b", ScopedIssuer.browser())
        expect(run, ExpectedError(2, "Not granted: b."))
        #expect(run.error.contains("Run: acct consent p --scope b --browser"), "\(run)")
        struct Row: Decodable { let scopes: [String] }
        #expect(try await workspace.succeed("list --json").json([Row].self).first?.scopes == ["a"])
    }

    /// Of RFC 6749 section 6 some servers make that the refresh token has the scopes of the last refresh.
    @Test(arguments: [true, false]) func refreshForFewerScopesKeepsTheGrant(narrows: Bool) async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer { $0.narrowsRefreshTokens = narrows }
        try await workspace.succeed("add p --scope a --scope b", issuer.signIn())
        for expires in [false, true] {
            if expires { try await workspace.store.expireAccessTokens() }
            try await workspace.succeed("token --scope a --force-refresh")
            #expect(try await token(workspace).scopes.isSuperset(of: ["a", "b"]))
        }
        struct Row: Decodable { let scopes: [String] }
        #expect(try await workspace.succeed("list --json").json([Row].self).first?.scopes == ["a", "b"])
    }

    @Test func invalidScopeAsksForConsent() async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer()
        try await workspace.succeed("add p --scope a", issuer.signIn())
        let before = try await workspace.succeed("token").line
        expect(
            try await workspace.acct("token --scope a --scope other"),
            ExpectedError(4, "The server refused other: More than was granted.", run: "acct consent p --scope other"))
        #expect(try await workspace.succeed("token").line == before)
        try await workspace.succeed("consent p --scope other", ScopedIssuer.browser())
        #expect(try await token(workspace, "--scope other").scopes.contains("other"))
    }

    /// The scopes decide what the userinfo endpoint returns for a token.
    @Test(arguments: ["email", "profile", "address"])
    func scopeOfTheUserinfoEndpointIsOfTheToken(scope: String) async throws {
        let workspace = try Workspace()
        let issuer = try ScopedIssuer { $0.isStrict = false }
        try await workspace.succeed("add wide --scope read --scope \(scope)", issuer.signIn())
        issuer.change { $0.grantable = ["openid", "offline_access", "read"] }
        try await workspace.succeed("add narrow --scope read", issuer.signIn())
        #expect(try await token(workspace, "-p wide").scopes.contains(scope))
        #expect(try await token(workspace, "-p wide --scope \(scope)").scopes.contains(scope))
        // A sign-in to the other profile does not take the scope from this one.
        issuer.change { $0.grantable = nil }
        try await workspace.succeed("sign-in narrow", ScopedIssuer.browser())
        try await workspace.store.expireAccessTokens()
        #expect(try await token(workspace, "-p wide --scope \(scope)").scopes.contains(scope))
    }
}
