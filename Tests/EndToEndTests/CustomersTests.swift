import Foundation
import Testing

/// `acct` at an External ID tenant: its host names it, its users are customers, and its issuer has another host than the
/// authority.
@Suite(.needs(.openssl, .socat, .sqlite3)) struct CustomersTests {
    private static let host = "woodgrove.ciamlogin.com"
    private static let tenant = "30d90e5e-a7b8-4c9d-8e0f-1a2b3c4d5e05"

    private func add(_ name: String, _ hosts: PublicHosts, _ options: String = "") async throws {
        try await hosts.succeed(
            "add \(name) --authority https://\(Self.host) \(options)", hosts.signIn(as: "wanda@mail.example"))
    }

    @Test func tenantIsDerivedFromTheCiamHost() async throws {
        try await PublicHosts.run { hosts in
            try await add("shop", hosts)
            let profile = try #require(try await hosts.succeed("list --json").json([SignInTests.Profile].self).first)
            #expect(profile.authority == "https://\(Self.host)/woodgrove.onmicrosoft.com")
            #expect(profile.tenantId == Self.tenant && profile.homeAccountId.hasSuffix(".\(Self.tenant)"))
            #expect(profile.username == "wanda@mail.example" && profile.graph == "https://graph.microsoft.com")
            #expect(try await hosts.succeed("graph /me?$select=displayName").text.contains("Wanda Núñez"))
            #expect(hosts.proxy.targets == ["\(Self.host):443", "graph.microsoft.com:443"])
            // The domain of a customer's address is not a domain of the tenant.
            #expect(try await hosts.sandbox.store.sqlite("SELECT * FROM tenant_domain").isEmpty)
        }
    }

    @Test func tokenForACustomAPIIsRefreshedAtTheTenant() async throws {
        try await PublicHosts.run { hosts in
            try await add("shop", hosts, "--scope api://contoso-orders/Orders.Read")
            var tokens: Set = [try await hosts.succeed("token").line]
            for _ in 0..<2 {
                try await hosts.sandbox.store.expireAccessTokens()
                tokens.insert(try await hosts.succeed("token").line)
            }
            #expect(tokens.count == 3)
            #expect(try await hosts.sandbox.requests("refresh_token").map(\.host) == [Self.host, Self.host])
            #expect(hosts.proxy.targets == ["\(Self.host):443"])
        }
    }

    @Test func customerAccountSignsOutWithoutTouchingAWorkAccount() async throws {
        try await PublicHosts.run { hosts in
            try await hosts.succeed("add work", hosts.signIn(as: "alice@contoso.example"))
            try await add("shop", hosts)
            let (token, rows) = (
                try await hosts.succeed("token -p work").line, try await hosts.sandbox.store.rows(of: World.alice)
            )
            #expect(try await hosts.succeed("token -p shop").line != token)
            try await hosts.succeed("sign-out shop")
            #expect(try await hosts.sandbox.states() == ["work": "signedIn", "shop": "signedOut"])
            #expect(try await hosts.sandbox.store.rows(of: World.alice) == rows)
            #expect(try await hosts.succeed("token -p work").line == token)
            try await hosts.succeed("sign-in shop", hosts.browser("wanda@mail.example"))
            try await hosts.succeed("token -p shop")
        }
    }

    /// In these tenants only an administrator can consent.
    @Test func scopeWithoutAdminConsentIsRefused() async throws {
        try await PublicHosts.run { hosts in
            let run = try await hosts.acct(
                "add shop --authority https://\(Self.host) --scope Mail.Read",
                hosts.signIn(as: "wanda@mail.example"))
            #expect(run.status == 1 || run.status == 4, "\(run)")
            #expect(try await hosts.succeed("list --json").line == "[]")
        }
    }

    /// A work account is not a customer account, nor the other way round.
    @Test func workAndCustomerAccountsAreRefusedAtEachOthersTenant() async throws {
        try await PublicHosts.run { hosts in
            let colleague = try await hosts.acct(
                "add shop --authority https://\(Self.host)", hosts.signIn(as: "alice@contoso.example"))
            #expect(colleague.status == 1, "\(colleague)")
            let customer = try await hosts.acct("add work", hosts.signIn(as: "wanda@mail.example"))
            #expect(customer.status == 1, "\(customer)")
            #expect(try await hosts.succeed("list --json").line == "[]")
        }
    }
}
