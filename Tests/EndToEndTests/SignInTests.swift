import Foundation
import Testing

/// `acct add` and `acct sign-in`, on the sandbox's pages.
@Suite struct SignInTests {
    struct Profile: Decodable, Equatable {
        let name, username, displayName, homeAccountId, tenantId, kind, clientId, authority, mode, state: String
        let graph: String?
        let current: Bool
        let scopes: [String]
    }

    @Test func listShowsEveryFieldAndTheFirstProfileIsCurrent() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let profiles = try await sandbox.succeed("list --json").json([Profile].self)
            #expect(
                profiles == [
                    Profile(
                        name: "alice", username: "alice@contoso.example", displayName: "Alice Ångström",
                        homeAccountId: World.alice, tenantId: World.contoso, kind: "work",
                        clientId: sandbox.server.clientId, authority: sandbox.server.authority, mode: "read-write",
                        state: "signedIn", graph: sandbox.server.graph, current: true, scopes: ["User.Read"]),
                    Profile(
                        name: "bob", username: "bob@contoso.example", displayName: "Bob O'Neil",
                        homeAccountId: World.bob, tenantId: World.contoso, kind: "work",
                        clientId: sandbox.server.clientId, authority: sandbox.server.authority, mode: "read-write",
                        state: "signedIn", graph: sandbox.server.graph, current: false, scopes: ["User.Read"]),
                ])
            let lines = try await sandbox.succeed("list").line.components(separatedBy: "\n")
            #expect(
                lines.map { $0.components(separatedBy: "\t").prefix(3).joined(separator: "|") }
                    == ["*|alice|alice@contoso.example", "|bob|bob@contoso.example"])
        }
    }

    @Test func severalProfilesAreSignedInToOneAfterTheOther() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.addApplication("report")
            try await sandbox.succeed("sign-out --all")
            let run = try await sandbox.succeed("sign-in --all --json")
            #expect(try run.json([Profile].self).map(\.name) == ["alice", "bob"], "\(run)")
            #expect(run.error.contains("Profile 2 of 2: bob (bob@contoso.example)"), "\(run)")
            #expect(run.error.contains("Left out, since apps sign in with a credential: report."), "\(run)")
            let again = try await sandbox.succeed("sign-in --all")
            #expect(again.error.contains("Every profile of a person is signed in."), "\(again)")
            #expect(try await sandbox.succeed("sign-in bob --json").json(Profile.self).name == "bob")

            try await sandbox.setDisabled(true, "alice@contoso.example")
            try await sandbox.succeed("sign-out bob")
            let partly = try await sandbox.acct("sign-in alice bob")
            expect(
                partly, ExpectedError(partly.status, "1 of 2 profiles are not signed in.", run: "acct sign-in alice"))
            #expect(partly.status != 0)
            #expect(try await sandbox.states()["bob"] == "signedIn")
            for line in ["sign-in --all bob", "sign-in alice bob --client-secret-stdin", "sign-in alice nobody"] {
                #expect([3, 64].contains(try await sandbox.acct(line).status), "\(line)")
            }
        }
    }

    @Test func readOnlyProfileRequestsNoScopeThatWrites() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("audit", as: "alice@contoso.example", ["--read-only"])
            try await sandbox.clearRequests()
            expect(
                try await sandbox.acct("sign-in audit --scope Mail.Send", sandbox.browser("alice@contoso.example")),
                ExpectedError(5, "audit is read-only, and Mail.Send may allow changes", run: "acct list"))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func approvedDeviceCodeSignsIn() async throws {
        try await Sandboxed.run { sandbox in
            let waiting = try sandbox.startDeviceCode("add bob")
            let code = try await sandbox.userCode(shownBy: waiting)
            try await sandbox.approve(code, as: "bob@contoso.example")
            #expect(try await waiting.run().status == 0)
            #expect(try await sandbox.displayName("bob") == "Bob O'Neil")
        }
    }

    @Test func deviceCodeIsTypedOnTheDevicePage() async throws {
        try await Sandboxed.run { sandbox in
            let waiting = try sandbox.startDeviceCode("add bob")
            let code = try await sandbox.userCode(shownBy: waiting)
            let browsing = try await sandbox.browse("--as bob@contoso.example --code \(code)", "/device")
            #expect(browsing.status == 0, "\(browsing)")
            #expect(try await waiting.run().status == 0)
            #expect(try await sandbox.succeed("current").line == "bob")
        }
    }

    @Test(arguments: [
        ("dana@contoso.example", "fabrikam.example", World.fabrikam, "work"),
        ("sam@contoso.example:personal", "personal", World.personal, "personal"),
        ("sam@contoso.example:contoso.example", "contoso.example", World.contoso, "work"),
    ])
    func authorityDeterminesTheTenantAndKindOfTheProfile(person: String, tenant: String, id: String, kind: String)
        async throws
    {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("it", as: person, at: sandbox.server.authorities[tenant])
            let profile = try #require(try await sandbox.succeed("list --json").json([Profile].self).first)
            #expect(profile.tenantId == id)
            #expect(profile.kind == kind)
            #expect(try await sandbox.succeed("graph /me").status == 0)
        }
    }

    @Test func defaultProfileNameIsDerivedFromTheUsername() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.succeed("add", sandbox.signIn(as: "alice@contoso.example"))
            try await sandbox.succeed("add", sandbox.signIn(as: "alice@contoso.example"))
            let names = try await sandbox.succeed("list --json").json([Profile].self).map(\.name)
            #expect(names == ["contoso", "contoso-alice"])
        }
    }

    @Test func typedClientIDIsStoredForTheNextProfile() async throws {
        try await Sandboxed.run { sandbox in
            let (terminal, asking) = try await sandbox.workspace.promptForClientID(
                ["--authority", sandbox.server.authority] + sandbox.browser("alice@contoso.example"))
            // A mistake is asked about again, without the explanation.
            for (typed, answer) in [("\n", "id: \nApplication (client) id: "), ("nonsense\n", "is not a client id of")]
            {
                terminal.type(typed)
                try await eventually("acct asks again") { terminal.text.contains(answer) }
            }
            #expect(terminal.text.components(separatedBy: "App registrations").count == 2, "\(terminal.text)")
            terminal.type(sandbox.server.clientId + "\n")
            #expect(try await terminal.finish(asking) == 0, "\(terminal.text)")
            let run = try await sandbox.acct(
                "add bob --authority \(sandbox.server.authority)", sandbox.browser("bob@contoso.example"))
            #expect(run.status == 0, "\(run)")
        }
    }

    @Test func typedClientIDIsStoredAlthoughTheSignInIsNotCompleted() async throws {
        try await Sandboxed.run { sandbox in
            let (terminal, asking) = try await sandbox.workspace.promptForClientID(
                ["--authority", sandbox.server.authority, "--paste"])
            terminal.type(sandbox.server.clientId + "\n")
            try await eventually("acct asks for the address") {
                terminal.text.contains("Paste the address")
            }
            terminal.type("\u{4}")
            #expect(try await terminal.finish(asking) != 0, "\(terminal.text)")
            #expect(try await sandbox.succeed("client-id").line == sandbox.server.clientId)
            let variable = try await sandbox.succeed("client-id", environment: ["ACCT_CLIENT_ID": "other"])
            #expect(variable.error == "acct add uses other, which ACCT_CLIENT_ID names.\n", "\(variable)")
        }
    }

    /// The page of a sign-in that was not completed may have shown that the id is wrong.
    @Test(arguments: [
        (["--paste", "--timeout", "1"], 7, "--client-id 00000000-0000-4000-8000-000000000001 --paste --timeout 1"),
        (["--device-code"], 1, "--client-id 00000000-0000-4000-8000-000000000001 --device-code"),
    ])
    func typedClientIDIsForgottenIfTheSignInFails(options: [String], status: Int32, words: String) async throws {
        try await Sandboxed.run { sandbox in
            let (terminal, asking) = try await sandbox.workspace.promptForClientID(
                ["--authority", sandbox.server.authority] + options)
            terminal.type("00000000-0000-4000-8000-000000000001\n")
            #expect(try await terminal.finish(asking) == status, "\(terminal.text)")
            #expect(terminal.text.contains(words), "\(terminal.text)")
            #expect(try await sandbox.succeed("client-id").text.isEmpty)
        }
    }

    @Test(arguments: ["sign-in alice", "consent alice --scope Files.Read"])
    func signInThatIsNotCompletedNamesTheProfile(command: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.acct("\(command) --timeout 1 --browser true --json")
            let error = try run.lastErrorLine()
            #expect(run.status == 7 && error.message.contains("not completed within 1 s"), "\(run)")
            #expect(error.profile == "alice", "\(run)")
        }
    }

    @Test func theEndOfTheInputEndsTheQuestionForTheClientID() async throws {
        let workspace = try Workspace()
        let (terminal, asking) = try await workspace.promptForClientID(["--device-code"])
        terminal.type("\u{4}")
        #expect(try await terminal.finish(asking) == 2, "\(terminal.text)")
        #expect(terminal.text.contains("id: \nacct: No client id was given."), "\(terminal.text)")
    }

    @Test func signInKeepsTheSettingsOfTheProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--read-only"])
            try await sandbox.succeed("sign-out alice")
            #expect(try await sandbox.states() == ["alice": "signedOut"])
            try await sandbox.succeed("sign-in alice", sandbox.browser("alice@contoso.example"))
            let profile = try #require(try await sandbox.succeed("list --json").json([Profile].self).first)
            #expect(profile.state == "signedIn")
            #expect(profile.mode == "read-only")
            #expect(profile.current)
        }
    }

    @Test(.needs(.sqlite3)) func signInAsAnotherUserIsRefusedAndStoresNothing() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("sign-out alice")
            let before = try await sandbox.store.dump()
            let run = try await sandbox.acct("sign-in alice", sandbox.browser("bob@contoso.example"))
            expect(
                run,
                ExpectedError(
                    1, "bob@contoso.example signed in, but the sign-in was for another account",
                    run: "acct sign-in alice \(sandbox.browserWords("bob@contoso.example"))"))
            #expect(try await sandbox.store.dump() == before)
        }
    }

    /// A policy of the tenant can demand more when the code is redeemed.
    @Test(arguments: [false, true]) func signInStartsAgainWithTheClaimsThatTheServerDemands(isDenied: Bool) async throws
    {
        try await Sandboxed.run { sandbox in
            let claims = #"{"access_token":{"capolids":{"essential":true,"values":["p1"]}}}"#
            let body = try JSONEncoder().encode([
                "error": "interaction_required", "error_description": "AADSTS50076: MFA", "claims": claims,
            ])
            try await sandbox.inject(
                .init(
                    on: .token, status: 400, body: String(decoding: body, as: UTF8.self), times: isDenied ? 2 : 1))
            let run = try await sandbox.acct("add alice", sandbox.signIn(as: "alice@contoso.example"))
            #expect(
                run.error.contains(
                    "The server demands more: a second factor is required (AADSTS50076). The sign-in starts again."))
            if isDenied {
                expect(run, ExpectedError(1, "refused the request: a second factor is required"))
                #expect(run.error.contains("Run: acct add alice --authority"), "\(run)")
            } else {
                #expect(run.status == 0, "\(run)")
            }
            let pages = try await sandbox.requests().filter { $0.path.hasSuffix("/authorize") && $0.method == "GET" }
            #expect(pages.map(\.claims) == [nil, claims])
        }
    }

    @Test func usernameOfAnotherAccountIsRefusedWithoutATerminal() async throws {
        try await Sandboxed.run { sandbox in
            let options = ["--username", "alice@contoso.example"] + sandbox.signIn(as: "bob@contoso.example")
            let run = try await sandbox.acct("add work", options)
            #expect(run.status == 1 && run.error.contains("bob@contoso.example signed in, not alice@contoso.example."))
            #expect(run.error.contains("Nothing was stored."), "\(run)")
            #expect(try await sandbox.succeed("list --json").json([Profile].self).isEmpty)
            try await sandbox.succeed(
                "add work", ["--username", "BOB@contoso.example"] + sandbox.signIn(as: "bob@contoso.example"))
        }
    }

    @Test(arguments: [("n\n", false), ("\n", false), ("y\n", true)])
    func usernameOfAnotherAccountIsConfirmedOnATerminal(typed: String, isKept: Bool) async throws {
        try await Sandboxed.run { sandbox in
            let terminal = try PseudoTerminal()
            let asking = try sandbox.workspace.start(
                [Products.acct, "add", "work", "--username", "alice@contoso.example"]
                    + sandbox.signIn(as: "bob@contoso.example"), input: .terminal(path: terminal.path))
            try await eventually("acct asks whether to keep the account") {
                terminal.text.contains("bob@contoso.example signed in, not alice@contoso.example. Add it anyway? [y/N]")
            }
            terminal.type(typed)
            #expect(try await terminal.finish(asking) == (isKept ? 0 : 2), "\(terminal.text)")
            #expect(
                try await sandbox.succeed("list --json").json([Profile].self).map(\.username)
                    == (isKept ? ["bob@contoso.example"] : []))
        }
    }

    @Test func signInPageIsNotInTheBrowsersArguments() async throws {
        try await Sandboxed.run { sandbox in
            let browser = try RecordedBrowser(in: sandbox.workspace)
            let waiting = try sandbox.workspace.start(
                [
                    Products.acct, "add", "work", "--authority", sandbox.server.authority, "--client-id",
                    sandbox.server.clientId, "--browser", browser.command, "--timeout", "30",
                ])
            let request = try await browser.request(openedBy: waiting)
            #expect(request.start.wholeMatch(of: /http:\/\/localhost:\d+\/start\/[A-Za-z0-9_-]{22}/) != nil)
            #expect(request.start.hasPrefix(request.redirectURI + "/"))
            #expect(request.url.contains("code_challenge=") && request.url.contains("state="))
            #expect(try await sandbox.browse("--as bob@contoso.example", request.start).status == 0)
            #expect(try await waiting.run().status == 0)
        }
    }
}

extension Workspace {
    /// Runs `acct add alice` on a terminal. Returns once it asks for the client id.
    fileprivate func promptForClientID(_ options: [String]) async throws -> (terminal: PseudoTerminal, acct: Child) {
        let terminal = try PseudoTerminal()
        let child = try start([Products.acct, "add", "alice"] + options, input: .terminal(path: terminal.path))
        try await eventually("acct asks for the client id") { terminal.text.contains("Application (client) id: ") }
        return (terminal, child)
    }
}
