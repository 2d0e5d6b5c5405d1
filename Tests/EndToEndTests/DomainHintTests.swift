import Foundation
import Testing

/// `--domain-hint`, which skips to the sign-in page of a domain or of an identity provider.
@Suite struct DomainHintTests {
    private func hints(_ sandbox: Sandboxed) async throws -> [String?] {
        try await sandbox.requests().filter { $0.path.lowercased().hasSuffix("/oauth2/v2.0/authorize") }
            .map(\.domainHint)
    }

    @Test func domainHintIsSentOnlyWhenGiven() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--domain-hint", "contoso.example"])
            try await sandbox.succeed("sign-in alice", sandbox.browser("alice@contoso.example"))
            try await sandbox.succeed(
                "sign-in alice --domain-hint organizations", sandbox.browser("alice@contoso.example"))
            #expect(try await hints(sandbox) == ["contoso.example", nil, "organizations"])
        }
    }

    @Test func userFlowReceivesTheDomainHint() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "customer", as: "carol@fabrikam.example",
                at: "\(sandbox.server.graph)/tfp/fabrikam.example/B2C_1_signin", ["--domain-hint", "google.com&x=1"])
            #expect(try await hints(sandbox) == ["google.com&x=1"])
        }
    }

    @Test(.needs(.openssl, .socat)) func customersTenantReceivesTheDomainHint() async throws {
        try await PublicHosts.run { hosts in
            try await hosts.succeed(
                "add shop --authority https://woodgrove.ciamlogin.com --domain-hint Facebook",
                hosts.signIn(as: "wanda@mail.example"))
            #expect(try await hints(hosts.sandbox) == ["Facebook"])
        }
    }

    @Test func domainHintIsRefusedWhereItHasNoEffect() async throws {
        try await Sandboxed.run { sandbox in
            let hint = ["--domain-hint", "contoso.example"]
            let here = ["--authority", sandbox.server.authority, "--client-id", sandbox.server.clientId]
            expect(
                try await sandbox.acct("add a --device-code", here + hint), ExpectedError(64, "remove --domain-hint"))
            expect(
                try await sandbox.acct("add a", here + ["--domain-hint", ""]),
                ExpectedError(64, "--domain-hint is empty"))
            expect(
                try await sandbox.acct("add a --managed-identity", hint), ExpectedError(64, "without a user"))
            for place in [["--issuer", sandbox.server.graph], ["--authority", sandbox.server.federation]] {
                expect(
                    try await sandbox.acct("add a --client-id \(sandbox.server.clientId)", place + hint),
                    ExpectedError(64, "does not support domain hints"))
            }
            try await sandbox.addApplication("report")
            expect(try await sandbox.acct("sign-in report", hint), ExpectedError(64, "belongs to an app"))
            expect(
                try await sandbox.acct("consent report --admin --scope User.Read", hint),
                ExpectedError(64, "remove --domain-hint"))
            #expect(try await hints(sandbox).isEmpty)
        }
    }
}
