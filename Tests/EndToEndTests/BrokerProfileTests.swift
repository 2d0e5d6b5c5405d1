import Foundation
import Testing

/// Profiles whose tokens come from the device's broker.
@Suite(.needsDBus) struct BrokerProfileTests {
    private struct Row: Decodable, Equatable {
        let name, source, state: String
    }

    private struct User: Decodable {
        let userPrincipalName: String
    }

    @Test func brokeredAndOtherAccountsWorkSideBySide() async throws {
        try await BrokerFixture.run(accounts: ["alice@contoso.example", "bob@contoso.example"]) { broker in
            let sandbox = broker.sandbox
            try await broker.add("alice", as: "alice@contoso.example")
            try await broker.add("bob", as: "bob@contoso.example")
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            let rows = try await sandbox.succeed("list --json").json([Row].self)
            #expect(
                rows == [
                    Row(name: "alice", source: "broker", state: "signedIn"),
                    Row(name: "bob", source: "broker", state: "signedIn"),
                    Row(name: "carol", source: "signIn", state: "signedIn"),
                ])
            for (name, tenant) in [("alice", "contoso"), ("bob", "contoso"), ("carol", "fabrikam")] {
                let user = try await broker.succeed("graph /me -p \(name)").json(User.self)
                #expect(user.userPrincipalName == "\(name)@\(tenant).example")
            }
            #expect(try await broker.succeed("show alice").text.contains("from this device's broker"))
            #expect(try await broker.succeed("why -p bob").text.contains("from this device's broker"))
        }
    }

    @Test func cachedTokenNeedsNoBroker() async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            let calls = try broker.calls().count
            let token = try await broker.succeed("token").line
            #expect(try broker.calls().count == calls)
            await broker.stop()
            #expect(try await broker.succeed("token").line == token)
            expect(try await broker.acct("token --force-refresh"), ExpectedError(1, "cannot be reached"))
            #expect(try await broker.succeed("token").line == token)
            #expect(try await broker.sandbox.succeed("list --json").json([Row].self).map(\.state) == ["signedIn"])
        }
    }

    @Test func expiredTokenIsRenewedAtTheBroker() async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            let first = try await broker.succeed("token").line
            let second = try await broker.succeed("token --force-refresh").line
            #expect(first != second)
            #expect(try await broker.succeed("token").line == second)
        }
    }

    /// Each fault, how the command fails while it lasts, and that nothing is lost by it.
    @Test(arguments: [
        ("interaction", ExpectedError(4, "must sign in again", run: "acct sign-in alice")),
        ("no-network", ExpectedError(7, "cannot reach its server")),
        ("server-down", ExpectedError(7, "cannot reach its server")),
        ("dbus-error", ExpectedError(1, "refused", run: "acct sign-in alice")),
        (
            "garbage=acquireTokenSilently",
            ExpectedError(1, "acquireTokenSilently", run: "acct sign-in alice --device-code")
        ),
        ("garbage=getAccounts", ExpectedError(1, "getAccounts", run: "acct sign-in alice --device-code")),
        ("crash-always=acquireTokenSilently", ExpectedError(7, "stopped")),
        ("crash-always=getAccounts", ExpectedError(7, "stopped")),
        ("other-account", ExpectedError(1, "Nothing was stored", run: "acct sign-in alice")),
    ])
    func faultLosesNothing(fault: String, expected: ExpectedError) async throws {
        try await BrokerFixture.run(accounts: ["alice@contoso.example", "bob@contoso.example"]) { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            let before = try await broker.succeed("token").line
            try broker.setFaults(fault)
            expect(try await broker.acct("token --force-refresh"), expected)
            #expect(try await broker.succeed("token").line == before)
            try broker.setFaults()
            #expect(try await broker.succeed("token --force-refresh").line != before)
            #expect(try await broker.sandbox.succeed("list --json").json([Row].self).map(\.state) == ["signedIn"])
        }
    }

    /// Responses that brokers send in different forms, and a broker that ends once in the middle.
    @Test(arguments: ["seconds", "opaque-id-token", "no-id-token", "crash=acquireTokenSilently", "crash=getAccounts"])
    func variantIsUnderstood(fault: String) async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            try broker.setFaults(fault)
            struct Token: Decodable { let expiresOn: Double }
            let token = try await broker.succeed("token --force-refresh --json").json(Token.self)
            #expect((3000...3700).contains(token.expiresOn - Date.now.timeIntervalSince1970))
        }
    }

    @Test func signOutRemovesTheAccountFromTheAppAtTheBroker() async throws {
        try await BrokerFixture.run(accounts: ["bob@contoso.example", "alice@contoso.example"]) { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            let report = try await broker.acct("sign-out alice")
            #expect(report.status == 0 && report.error.contains("the device's own sign-in"), "\(report)")
            #expect(try broker.calls().suffix(2) == ["getAccounts", "removeAccount"])
            expect(try await broker.acct("token -p alice"), ExpectedError(4, "signed out", run: "acct sign-in alice"))
            #expect(try await broker.acct("doctor --online").status == 0, "a sign-out is not wrong")
            try await broker.succeed("sign-in alice --timeout 30")
            #expect(try await broker.sandbox.succeed("list --json").json([Row].self).first?.source == "broker")
        }
    }

    @Test func signOutWithoutTheBrokerRemovesTheTokens() async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            try broker.setFaults("crash-always=getAccounts")
            let run = try await broker.acct("sign-out alice")
            #expect(run.status == 7 && run.error.contains("was not removed from this device's broker"), "\(run)")
            expect(try await broker.acct("token -p alice"), ExpectedError(4, "signed out"))
        }
    }

    @Test func profileLeavesTheBrokerWithAnotherWayToSignIn() async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            try await broker.succeed("sign-in alice", broker.sandbox.browser("alice@contoso.example"))
            let row = try await broker.sandbox.succeed("list --json").json([Row].self).first
            #expect(row == Row(name: "alice", source: "signIn", state: "signedIn"))
            await broker.stop()
            try await broker.succeed("token --force-refresh")
        }
    }

    @Test func interruptClosesTheBrokersWindow() async throws {
        try await BrokerFixture.run("--person", "none") { broker in
            let child = try broker.sandbox.workspace.start(
                [Products.acct, "add", "alice", "--broker"] + broker.options, environment: broker.environment)
            try await eventually("the broker's window is open") {
                try broker.calls().contains("acquireTokenInteractively")
            }
            child.signal(SIGINT)
            #expect(try await child.finish(within: .seconds(50)) == 128 + SIGINT)
            #expect(try broker.calls().last == "cancelInteractiveFlow")
            #expect(try await broker.sandbox.succeed("list").text.isEmpty)
        }
    }

    @Test(arguments: [
        ("cancelled", "add alice --broker", ExpectedError(2, "cancelled")),
        (
            "interaction", "add alice --broker --no-input --username alice@contoso.example",
            ExpectedError(4, "must sign in")
        ),
        ("", "add alice --broker --no-input --username nobody@contoso.example", ExpectedError(4, "--no-input")),
    ])
    func refusedSignInStoresNothing(fault: String, line: String, expected: ExpectedError) async throws {
        try await BrokerFixture.run { broker in
            try broker.setFaults(fault)
            expect(try await broker.acct(line, broker.options), expected)
            #expect(try await broker.sandbox.succeed("list").text.isEmpty)
        }
    }

    @Test func scriptNamesOneOfSeveralAccounts() async throws {
        try await BrokerFixture.run(accounts: ["alice@contoso.example", "bob@contoso.example"]) { broker in
            expect(
                try await broker.acct("add x --broker", broker.options),
                ExpectedError(3, "alice@contoso.example, bob@contoso.example"))
        }
    }

    @Test func managedDeviceIsSignedInToThroughTheBroker() async throws {
        try await BrokerFixture.run(accounts: ["petra@proseware.example"]) { broker in
            let sandbox = broker.sandbox
            let refused = try await broker.acct("add petra", sandbox.signIn(as: "petra@proseware.example"))
            #expect(
                refused.status == 1 && refused.error.contains("This device has a broker. To sign in with it:"),
                "\(refused)")
            #expect(refused.error.contains("--broker"))
            try await broker.add("petra", as: "petra@proseware.example")
            #expect(try await broker.succeed("graph /me --jq .userPrincipalName").line == "petra@proseware.example")
        }
    }

    /// The challenge of an API is answered by the broker, and the one that the broker cannot answer by the next sign-in.
    @Test func claimsArePassedToTheBroker() async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            let claims = #"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#
            let challenge =
                #"Bearer error="insufficient_claims", claims="\#(Data(claims.utf8).base64EncodedString())""#
            try await broker.sandbox.inject(
                .init(on: .graph, status: 401, headers: ["WWW-Authenticate": challenge]))
            try await broker.succeed("graph /me")
            #expect(try broker.claims() == [claims])
            try broker.setFaults("interaction")
            expect(
                try await broker.acct("token --force-refresh"),
                ExpectedError(4, "must sign in again", run: "acct sign-in alice"))
            try broker.setFaults()
            try await broker.succeed("sign-in alice --timeout 30")
            #expect(try broker.claims().last?.contains("c0ffee00-1234-4abc-8def-001122334455") == true)
            try await broker.succeed("token --force-refresh")
            #expect(try broker.claims().count == 2, "the claims were answered")
        }
    }

    @Test(.needs(.curl)) func programsUnderExecGetTheBrokersTokens() async throws {
        try await BrokerFixture.run { broker in
            try await broker.add("alice", as: "alice@contoso.example")
            let ask = [
                "--", "/bin/sh", "-c",
                #"curl -s -w ' %{http_code}' -H "X-IDENTITY-HEADER: $IDENTITY_HEADER" "#
                    + #""$IDENTITY_ENDPOINT?api-version=2019-08-01&resource=https://graph.microsoft.com/""#,
            ]
            let token = try await broker.succeed("token").line
            #expect(try await broker.succeed("exec -p alice", ask).text.contains(token))
            try broker.setFaults("interaction")
            try await broker.sandbox.store.expireAccessTokens()
            let refused = try await broker.succeed("exec -p alice", ask).text
            #expect(refused.contains("acct sign-in alice") && refused.hasSuffix(" 400"), "\(refused)")
            #expect(try !broker.calls().dropFirst(4).contains("acquireTokenInteractively"))
        }
    }

    @Test func otherTenantsOfABrokeredAccountAreBrokeredToo() async throws {
        struct Place: Decodable, Equatable { let name, source, tenantId: String }
        try await BrokerFixture.run(accounts: ["dana@contoso.example"]) { broker in
            try await broker.succeed(
                "add dana --broker --timeout 30 --username dana@contoso.example --client-id \(broker.clientID)",
                ["--authority", broker.sandbox.server.authorities["contoso.example"] ?? ""])
            try await broker.succeed("add fabrikam --account dana --tenant \(World.fabrikam)")
            let places = try await broker.succeed("list --json").json([Place].self)
            #expect(
                places == [
                    Place(name: "dana", source: "broker", tenantId: World.contoso),
                    Place(name: "fabrikam", source: "broker", tenantId: World.fabrikam),
                ])
            #expect(try await broker.succeed("graph /me -p fabrikam").text.contains("#EXT#@fabrikam.example"))
            let all = try await broker.succeed("add --all-tenants --account dana")
            #expect(all.error.contains("The account can enter no other tenant."), "\(all)")
        }
    }

    /// The profile whose tenants are listed takes its tokens from where its last sign-in came from.
    @Test func signInForTheTenantListDecidesWhereTheTokensComeFrom() async throws {
        struct Place: Decodable, Equatable { let name, source: String }
        try await BrokerFixture.run(accounts: ["dana@contoso.example"]) { broker in
            let sandbox = broker.sandbox
            try await broker.succeed(
                "add dana --broker --timeout 30 --username dana@contoso.example --client-id \(broker.clientID)",
                ["--authority", sandbox.server.authorities["contoso.example"] ?? ""])
            try broker.setFaults("interaction")
            let person = "dana@contoso.example:contoso.example"
            try await broker.succeed("add --all-tenants --account dana", sandbox.browser(person))
            #expect(
                try await broker.succeed("list --json").json([Place].self) == [
                    Place(name: "dana", source: "signIn"), Place(name: "fabrikam", source: "signIn"),
                ])
        }
        try await BrokerFixture.run(accounts: ["dana@contoso.example"]) { broker in
            try await broker.sandbox.add("dana", as: "dana@contoso.example:contoso.example")
            try await broker.succeed("add --all-tenants --account dana --broker --timeout 30")
            #expect(
                try await broker.succeed("list --json").json([Place].self) == [
                    Place(name: "dana", source: "broker"), Place(name: "fabrikam", source: "broker"),
                ])
        }
    }
}
