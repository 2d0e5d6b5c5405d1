import Foundation
import Testing

/// `acct consent`, on the sandbox's pages.
@Suite struct ConsentTests {
    private struct Profile: Decodable {
        let name: String
        let scopes: [String]
    }

    private func scopes(_ sandbox: Sandboxed) async throws -> [String: [String]] {
        try await sandbox.succeed("list --json").json([Profile].self).reduce(into: [:]) { $0[$1.name] = $1.scopes }
    }

    @Test func grantedScopeIsAddedToThatProfileOnly() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            expect(
                try await sandbox.acct("token -p bob --scope Mail.Read"),
                ExpectedError(4, "has not consented to Mail.Read", run: "acct consent bob --scope Mail.Read"))
            try await sandbox.succeed("consent bob --scope Mail.Read", sandbox.browser("bob@contoso.example"))
            #expect(try await scopes(sandbox) == ["alice": ["User.Read"], "bob": ["User.Read", "Mail.Read"]])
            try await sandbox.succeed("graph /me/messages -p bob")
            try await sandbox.succeed("token -p bob --scope Mail.Read --force-refresh")
        }
    }

    /// The sign-in that a terminal offers asks for what the refused token lacked.
    @Test(arguments: [
        ("Mail.Read", ["User.Read", "Mail.Read"]), ("https://vault.azure.net/user_impersonation", ["User.Read"]),
    ])
    func offeredSignInAsksForTheMissingScope(scope: String, kept: [String]) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let terminal = try PseudoTerminal()
            let asking = try sandbox.workspace.start(
                [Products.acct, "token", "-p", "bob", "--scope", scope], input: .terminal(path: terminal.path))
            try await eventually("acct offers a sign-in") { terminal.text.contains("now? [Y/n]") }
            terminal.type("y\n")
            #expect(try await terminal.finish(asking) == 0, "\(terminal.text)")
            #expect(try await scopes(sandbox)["bob"] == kept)
        }
    }

    @Test func consentWorksWithADeviceCode() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let waiting = try sandbox.workspace.start(
                [Products.acct, "consent", "bob", "--scope", "Mail.Read", "--device-code"])
            let code = try await sandbox.userCode(shownBy: waiting)
            try await sandbox.approve(code, as: "bob@contoso.example")
            #expect(try await waiting.run().status == 0)
            #expect(try await scopes(sandbox)["bob"] == ["User.Read", "Mail.Read"])
        }
    }

    /// A token is for one resource, and the profile's is Graph.
    @Test func scopeOfAnotherResourceIsGrantedAndDoesNotJoinTheProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let scope = "https://vault.azure.net/user_impersonation"
            let run = try await sandbox.succeed(
                "consent bob --scope \(scope)", sandbox.browser("bob@contoso.example"))
            #expect(run.error.contains("bob has consented to \(scope). For a token, run: acct token -p bob --scope"))
            #expect(try await scopes(sandbox) == ["bob": ["User.Read"]])
            try await sandbox.clearRequests()
            try await sandbox.succeed("token -p bob --scope \(scope)")
            try await sandbox.succeed("token -p bob")
            #expect(try await sandbox.requests().isEmpty, "both tokens are cached")
        }
    }

    private static let vault = "https://vault.azure.net/user_impersonation"

    @Test(
        .needs(.sqlite3),
        arguments: [
            (
                "add carol --tenant contoso.example --scope User.Read --scope \(vault) --device-code",
                "acct add carol --tenant contoso.example --scope User.Read --device-code "
                    + "&& acct consent carol --scope \(vault) --device-code"
            ),
            ("sign-in bob --scope \(vault)", "acct sign-in bob && acct consent bob --scope \(vault)"),
            (
                "sign-in bob --scope Mail.Read --scope \(vault)",
                "acct sign-in bob --scope Mail.Read && acct consent bob --scope \(vault)"
            ),
            (
                "edit bob --scope Mail.Read --scope \(vault)",
                "acct edit bob --scope Mail.Read && acct token -p bob --scope \(vault)"
            ),
            (
                "consent bob --scope \(vault) --scope Mail.Read",
                "acct consent bob --scope \(vault) && acct consent bob --scope Mail.Read"
            ),
        ])
    func scopesOfTwoResourcesAreRefusedWithACommandForEach(line: String, commands: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let before = try await sandbox.store.dump()
            expect(
                try await sandbox.acct(line),
                ExpectedError(64, "and a token is for one resource", run: commands))
            #expect(try await sandbox.store.dump() == before)
        }
    }

    /// The profile's own scopes are of another resource, whose tokens Graph refuses.
    @Test func graphGetsATokenOfItsOwn() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example", ["--scope", Self.vault])
            expect(
                try await sandbox.acct("graph /me"),
                ExpectedError(
                    4, "bob has not consented to https://graph.microsoft.com/.default",
                    run: "acct consent bob --scope https://graph.microsoft.com/.default"))
            try await sandbox.succeed("consent bob --scope User.Read", sandbox.browser("bob@contoso.example"))
            #expect(try await sandbox.displayName("bob") == "Bob O'Neil")
            #expect(try await sandbox.succeed("token -p bob --json").text.contains(Self.vault))
        }
    }

    @Test(.needs(.sqlite3)) func declinedConsentChangesNothing() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let before = try await sandbox.store.dump()
            let run = try await sandbox.acct(
                "consent bob --scope Mail.Read", sandbox.browser("bob@contoso.example", "--decline"))
            let way = sandbox.browserWords("bob@contoso.example", "--decline")
            expect(run, ExpectedError(2, "Nothing was stored", run: "acct consent bob --scope Mail.Read \(way)"))
            #expect(try await sandbox.store.dump() == before)
        }
    }

    @Test(.needs(.sqlite3)) func consentByAnotherAccountIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let before = try await sandbox.store.dump()
            let run = try await sandbox.acct("consent alice --scope Mail.Read", sandbox.browser("bob@contoso.example"))
            expect(
                run,
                ExpectedError(
                    1, "bob@contoso.example signed in",
                    run: "acct consent alice --scope Mail.Read \(sandbox.browserWords("bob@contoso.example"))"))
            #expect(try await sandbox.store.dump() == before)
        }
    }

    @Test func administratorConsentsForTheTenant() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let run = try await sandbox.succeed(
                "consent bob --admin --scope User.Read.All --json", sandbox.browser("alice@contoso.example"))
            struct Granted: Decodable { let tenantId: String, scopes: [String] }
            let granted = try run.json(Granted.self)
            #expect(granted.tenantId == World.contoso)
            #expect(granted.scopes == ["https://graph.microsoft.com/User.Read.All"])
            #expect(run.error.contains("run: acct consent bob --scope User.Read.All"), "\(run)")
            try await sandbox.succeed("token -p bob --scope User.Read.All")
            try await sandbox.succeed("consent bob --scope User.Read.All", sandbox.browser("bob@contoso.example"))
            #expect(try await scopes(sandbox)["bob"] == ["User.Read", "User.Read.All"])
        }
    }

    @Test(arguments: [
        ("bob@contoso.example", "", 1, "is not an administrator of the tenant"),
        ("alice@contoso.example", "--decline", 2, "did not consent"),
        ("alice@contoso.example", "--cancel", 2, "did not consent"),
    ])
    func adminConsentThatIsRefusedOrDeclinedGrantsNothing(
        person: String, conduct: String, status: Int32, words: String
    ) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let run = try await sandbox.acct(
                "consent bob --admin --scope User.Read.All", sandbox.browser(person, conduct))
            let more = conduct.isEmpty ? "--print" : sandbox.browserWords(person, conduct)
            expect(run, ExpectedError(status, words, run: "acct consent bob --scope User.Read.All --admin \(more)"))
            #expect(try await sandbox.acct("token --scope User.Read.All").status == 4)
        }
    }

    @Test(arguments: [["--print"], ["--no-input"], []])
    func adminConsentPageIsPrintedWithoutABrowser(options: [String]) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            try await sandbox.succeed("edit bob --default-browser")
            let run = try await sandbox.succeed(
                "consent bob --admin --scope User.Read.All", options, environment: ["BROWSER": "/nowhere/browser"])
            #expect(
                run.line.hasPrefix(
                    "\(sandbox.server.graph)/\(World.contoso)/v2.0/adminconsent?client_id=\(sandbox.server.clientId)&"
                        + "scope=User.Read.All&redirect_uri=http%3A%2F%2Flocalhost&state="), "\(run)")
        }
    }

    /// In a tenant where users cannot consent, there is no profile before an administrator has.
    @Test func administratorsPageNeedsNoProfile() async throws {
        try await Sandboxed.run { sandbox in
            let authority = sandbox.server.authorities["fabrikam.example"] ?? ""
            let printed = try await sandbox.succeed(
                "consent --admin --print --authority \(authority) --client-id \(sandbox.server.clientId)")
            #expect(printed.line.hasPrefix(authority) && printed.line.contains("/v2.0/adminconsent?"), "\(printed)")
            #expect(printed.line.contains("User.Read"), "\(printed)")
            let named = try await sandbox.succeed(
                "consent --admin --print --tenant contoso.com --scope Mail.Read --client-id \(sandbox.server.clientId)")
            let page = "https://login.microsoftonline.com/contoso.com/v2.0/adminconsent?"
            #expect(named.line.hasPrefix(page), "\(named)")
            #expect(named.line.contains("Mail.Read") && named.line.contains(sandbox.server.clientId), "\(named)")
            let invalid = try await sandbox.acct("consent --admin --print --tenant a/b")
            expect(invalid, ExpectedError(64, "\"a/b\" is not a tenant"))
            for line in ["consent --admin --tenant contoso.com", "consent alice --admin --print --tenant contoso.com"] {
                #expect(try await sandbox.acct(line).status == 64)
            }
        }
    }

    /// As `acct token` does for the same scope.
    @Test func scopeOfATenantsSiteChoosesTheProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            for name in ["alice", "carol"] { try await sandbox.succeed("graph /organization -p \(name)") }
            try await sandbox.succeed("use alice")
            let run = try await sandbox.succeed(
                "consent --admin --print --scope https://fabrikam.sharepoint.com/AllSites.Read")
            let tenant = try #require(sandbox.server.authorities["fabrikam.example"])
            #expect(run.line.hasPrefix("\(tenant)/v2.0/adminconsent?"), "\(run)")
        }
    }

    @Test func adminConsentIsRefusedForAPersonalAccount() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "home", as: "sam@contoso.example:personal", at: sandbox.server.authorities["personal"])
            expect(try await sandbox.acct("consent home --admin"), ExpectedError(1, "has no administrator"))
        }
    }
}
