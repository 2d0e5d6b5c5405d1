import SandboxServer
import Testing

@Suite struct RefreshGrantTests {
    @Test func refreshesReturnNewTokensAndKeepOldOnesValid() async throws {
        try await Scenario.run { scenario in
            let first = try #require(try scenario.signIn("alice", "User.Read")["refresh_token"])
            let second = try #require(try scenario.refresh(first)["refresh_token"])
            #expect(first != second)
            #expect(try scenario.refresh(first).status == 200)
            #expect(try scenario.refresh(second).status == 200)
        }
    }

    @Test func reuseDetectionRevokesTheTokenFamily() async throws {
        var options = SandboxOptions()
        options.detectsRefreshTokenReuse = true
        try await Scenario.run(options) { scenario in
            let first = try #require(try scenario.signIn("alice", "User.Read")["refresh_token"])
            let other = try #require(try scenario.signIn("alice", "User.Read")["refresh_token"])
            let second = try #require(try scenario.refresh(first)["refresh_token"])
            #expect(try scenario.refresh(first)["error"] == "invalid_grant")
            #expect(try scenario.refresh(second)["error"] == "invalid_grant")
            #expect(try scenario.refresh(other).status == 200)
        }
    }

    @Test(arguments: [
        ("dana", "fabrikam.example", nil), ("dana", "contoso.example", nil), ("dana", "organizations", nil),
        ("dana", "consumers", 50020), ("alice", "fabrikam.example", 50020),
    ])
    func refreshTokensWorkInEveryTenantOfTheAccount(account: String, authority: String, code: Int?) async throws {
        try await Scenario.run { scenario in
            let token = try #require(try scenario.signIn(account, "User.Read")["refresh_token"])
            #expect(try scenario.refresh(token, authority: authority).code == code)
        }
    }

    @Test func newScopesRequireConsent() async throws {
        try await Scenario.run { scenario in
            let token = try #require(try scenario.signIn("alice", "User.Read")["refresh_token"])
            let reply = try scenario.refresh(token, scope: "Mail.Read")
            #expect(reply["error"] == "invalid_grant")
            #expect(reply["suberror"] == "consent_required")
            #expect(reply.code == 65001)
            #expect(try scenario.refresh(token).status == 200)
        }
    }

    @Test func refreshTokensAreBoundToTheirClient() async throws {
        try await Scenario.run { scenario in
            let token = try #require(try scenario.signIn("alice", "User.Read")["refresh_token"])
            let reply = try scenario.token([
                "grant_type": "refresh_token", "refresh_token": token,
                "client_id": scenario.sandbox.description.otherClientId,
            ])
            #expect(reply["suberror"] == "client_mismatch")
        }
    }

    @Test func revocationAffectsOneAccountUntilItSignsIn() async throws {
        try await Scenario.run { scenario in
            let alice = try #require(try scenario.signIn("alice", "User.Read")["refresh_token"])
            let bob = try #require(try scenario.signIn("bob", "User.Read")["refresh_token"])
            _ = try scenario.client.send("POST", "/sandbox/revoke", json: #"{"username": "alice@contoso.example"}"#)
            let refused = try scenario.refresh(alice)
            #expect(refused.code == 50173)
            #expect(refused["suberror"] == "bad_token")
            #expect(try scenario.refresh(bob).status == 200)
            #expect(try scenario.signIn("alice", "User.Read").status == 200)
        }
    }

    @Test func disabledAccountsCannotRefresh() async throws {
        try await Scenario.run { scenario in
            let token = try #require(try scenario.signIn("bob", "User.Read")["refresh_token"])
            _ = try scenario.client.send("POST", "/sandbox/disable", json: #"{"username": "bob@contoso.example"}"#)
            #expect(try scenario.refresh(token).code == 50057)
            let again = #"{"username": "bob@contoso.example", "disabled": false}"#
            _ = try scenario.client.send("POST", "/sandbox/disable", json: again)
            #expect(try scenario.refresh(token).status == 200)
        }
    }
}
