import Foundation
import Testing

/// `acct` at an Azure AD B2C authority, where a user is another account in each user flow.
///
/// External ID for customers (`*.ciamlogin.com`) is in CustomersTests.
@Suite struct UserFlowTests {
    private func add(
        _ name: String, _ sandbox: Sandboxed, flow: String = "B2C_1_signin", _ options: [String] = []
    ) async throws {
        try await sandbox.add(
            name, as: "carol@fabrikam.example", at: "\(sandbox.server.graph)/tfp/fabrikam.example/\(flow)", options)
    }

    @Test func defaultScopeOfAUserFlowIsTheClientID() async throws {
        try await Sandboxed.run { sandbox in
            try await add("customer", sandbox)
            let profile = try #require(
                try await sandbox.succeed("list --json").json([SignInTests.Profile].self).first)
            #expect(profile.username == "carol@fabrikam.example" && profile.displayName == "Carol 山田")
            #expect(profile.homeAccountId.hasSuffix("-b2c_1_signin.\(World.fabrikam)"))
            #expect(profile.kind == "oidc" && profile.graph == nil)
            try await sandbox.clearRequests()
            #expect(!(try await sandbox.succeed("token").line.isEmpty))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test(.needs(.sqlite3)) func expiredTokenIsRefreshedAndTheRefreshTokenRotates() async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            try await add("customer", sandbox, ["--scope", sandbox.server.clientId])
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

    @Test func sameUserInTwoFlowsAndAtEntraIsThreeAccounts() async throws {
        try await Sandboxed.run { sandbox in
            try await add("first", sandbox, ["--scope", sandbox.server.clientId])
            try await add("second", sandbox, flow: "B2C_1_edit", ["--scope", sandbox.server.clientId])
            try await sandbox.add("work", as: "carol@fabrikam.example")
            let ids = try await sandbox.succeed("list --json").json([SignInTests.Profile].self).map(\.homeAccountId)
            #expect(Set(ids).count == 3)
            try await sandbox.succeed("sign-out first")
            #expect(
                try await sandbox.states() == ["first": "signedOut", "second": "signedIn", "work": "signedIn"])
            for name in ["second", "work"] { try await sandbox.succeed("token -p \(name)") }
        }
    }

    @Test func deviceCodeIsRefusedForAUserFlow() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct(
                "add customer --device-code",
                [
                    "--authority", "\(sandbox.server.graph)/tfp/fabrikam.example/B2C_1_signin",
                    "--client-id", sandbox.server.clientId,
                ])
            expect(run, ExpectedError(1, "does not support device codes"))
        }
    }

    @Test func cancelledSignInStoresNothing() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct(
                "add customer",
                sandbox.signIn(
                    as: "carol@fabrikam.example",
                    at: "\(sandbox.server.graph)/tfp/fabrikam.example/B2C_1_signin", browsing: "--cancel"))
            expect(run, ExpectedError(2, "AADB2C90091"))
            #expect(try await sandbox.succeed("list --json").line == "[]")
        }
    }
}
