import Foundation
import Testing

/// `acct show`, `acct edit` and `acct client-id`.
@Suite struct ProfileSettingsTests {
    struct Details: Decodable {
        struct Reason: Decodable, Equatable { let step, reason: String }
        struct Credential: Decodable, Equatable { let kind: String }
        let name, state, mode, tenantId: String
        let scopes, rules, bindings: [String]
        let browser: String?
        let credential: Credential?
        let signInExpiresOn: Int?
        let selection: Reason?
    }

    @Test func showPrintsWhatNamesTheProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add", ["GET /sites/x", "bob"])
            try await sandbox.succeed("bind bob")
            try await sandbox.clearRequests()
            let bob = try await sandbox.succeed("show bob --json").json(Details.self)
            #expect(bob.rules == ["GET /sites/x"])
            #expect(bob.bindings == ["\(sandbox.workspace.folder)/home"])
            #expect(bob.browser == "acct-sandbox browse --as bob@contoso.example")
            #expect(bob.selection == nil && bob.credential == nil)
            let acting = try await sandbox.succeed("show --json").json(Details.self)
            #expect(acting.name == "bob" && acting.selection?.step == "binding")
            let text = try await sandbox.succeed("show").text
            #expect(text.hasPrefix("Commands in this directory act as bob (bob@contoso.example): it "))
            #expect(text.contains("\nRules         GET /sites/x\n"))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("://") })
            #expect(try await sandbox.requests().isEmpty)
            expect(try await sandbox.acct("show bo"), ExpectedError(3, "Did you mean bob?"))
        }
    }

    @Test func showNamesTheCredentialOfAnAppAndNotItsSecret() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            let run = try await sandbox.succeed("show report --json")
            #expect(try run.json(Details.self).credential == Details.Credential(kind: "secret"))
            #expect(!run.text.contains(sandbox.server.daemon.clientSecret))
            // Nothing that the error proposes may be refused for the same reason.
            let open = try await sandbox.acct("open outlook")
            expect(open, ExpectedError(3, "report cannot do this: it is an app, which has no browser session."))
            #expect(!open.error.contains("add -p report"), "\(open)")
            let named = try await sandbox.acct("open outlook -p report")
            expect(named, ExpectedError(64, "report cannot open it: it is an app"))
            #expect(!named.error.contains("may not be able"), "\(named)")
            for option in ["--browser firefox", "--redirect-uri http://localhost:8400"] {
                expect(try await sandbox.acct("edit report \(option)"), ExpectedError(64, "opens no pages"))
            }
            // What an app cannot have is refused whether or not it would be valid.
            for id in [sandbox.server.otherClientId, "x"] {
                expect(
                    try await sandbox.acct("edit report --client-id \(id)"), ExpectedError(64, "is the app"))
            }
        }
    }

    @Test func endOfAClientSecretIsKeptUntilTheNextSecret() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report", ["--client-secret-expires", "2099-05-31"])
            #expect(try await sandbox.succeed("show report").text.contains("client secret, until 2099-05-31"))
            try await sandbox.succeed("sign-in report")
            try await sandbox.succeed("edit report --client-secret-expires 2099-06-30T10:00:00Z")
            let same = try await sandbox.succeed("edit report --client-secret-expires 2099-06-30")
            #expect(same.error.contains("report has these settings already."))
            #expect(try await sandbox.succeed("show report").text.contains("client secret, until 2099-06-30"))
            for (line, words) in [
                ("edit report --client-secret-expires 2020-01-01", "2020-01-01 is over"),
                ("edit report --client-secret-expires 2099-02-30", "2099-02-30"),
                ("sign-in report --client-secret-expires 2099-01-01", "needs --client-secret-stdin"),
            ] { expect(try await sandbox.acct(line), ExpectedError(64, words)) }
            try await sandbox.add("alice", as: "alice@contoso.example")
            expect(
                try await sandbox.acct("edit alice --client-secret-expires 2099-01-01"),
                ExpectedError(64, "without a client secret"))
            try await sandbox.changeSecret(to: "a-new-secret")
            try await sandbox.succeed("sign-in report --client-secret-stdin", input: Data("a-new-secret\n".utf8))
            #expect(try await !sandbox.succeed("show report").text.contains("secret, until"))
        }
    }

    @Test func showTellsHowLongASignInLasts() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let end = try #require(try await sandbox.succeed("show --json").json(Details.self).signInExpiresOn)
            let days = (Double(end) - Date().timeIntervalSince1970) / 86_400
            #expect((89.9...90).contains(days))
            #expect(try await sandbox.succeed("show").text.contains("unless it is renewed before"))
        }
    }

    @Test func readOnlyProfileKeepsScopesThatRead() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "bob", as: "bob@contoso.example", ["--scope", "Mail.ReadWrite", "--scope", "User.Read"])
            expect(
                try await sandbox.acct("edit bob --read-only"),
                ExpectedError(5, "Mail.ReadWrite may allow changes"))
            try await sandbox.succeed("edit bob --read-only --scope User.Read")
            let edited = try await sandbox.succeed("show bob --json").json(Details.self)
            #expect(edited.mode == "read-only" && edited.scopes == ["User.Read"])
            expect(try await sandbox.acct("graph /me/messages -X POST"), ExpectedError(5, "read-only"))
            #expect(try await sandbox.displayName("bob") == "Bob O'Neil")
            let run = try await sandbox.succeed("edit bob --read-write --scope Mail.Read")
            #expect(run.error.contains("If the account has not consented to Mail.Read, run: acct sign-in bob"))
            #expect(run.error.contains("User.Read is no longer requested."))
        }
    }

    @Test func laterSignInsUseTheNewRedirectURI() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let uri = "http://localhost:\(try ListeningPort.unused())"
            try await sandbox.succeed("edit bob --redirect-uri \(uri)")
            let browser = try RecordedBrowser(in: sandbox.workspace)
            let waiting = try sandbox.workspace.start(
                [Products.acct, "sign-in", "bob", "--browser", browser.command, "--timeout", "30"])
            #expect(try await browser.request(openedBy: waiting).redirectURI == uri)
            try await sandbox.succeed("edit bob --redirect-uri http://localhost")
            expect(
                try await sandbox.acct("edit bob --redirect-uri localhost"), ExpectedError(64, "redirect-uri"))
        }
    }

    @Test func editDuringAnOpenSignInStays() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let waiting = try sandbox.workspace.start(
                [Products.acct, "sign-in", "bob", "--scope", "Mail.Read", "--device-code"])
            let code = try await sandbox.userCode(shownBy: waiting)
            try await sandbox.succeed("edit bob --browser firefox --scope Calendars.Read")
            try await sandbox.approve(code, as: "bob@contoso.example")
            #expect(try await waiting.run().status == 0)
            let edited = try await sandbox.succeed("show bob --json").json(Details.self)
            #expect(edited.browser == "firefox" && edited.scopes == ["Calendars.Read", "Mail.Read"])
            try await sandbox.succeed("token -p bob --scope Mail.Read")
        }
    }

    @Test func clientIDThatChangesDuringASignInRefusesIt() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let waiting = try sandbox.workspace.start([Products.acct, "sign-in", "bob", "--device-code"])
            let code = try await sandbox.userCode(shownBy: waiting)
            try await sandbox.succeed("edit bob --client-id \(sandbox.server.otherClientId)")
            try await sandbox.approve(code, as: "bob@contoso.example")
            expect(
                try await waiting.run(),
                ExpectedError(1, "has changed bob during the sign-in", run: "acct sign-in bob"))
        }
    }

    @Test func anotherClientIDNeedsASignIn() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let run = try await sandbox.succeed("edit bob --client-id \(sandbox.server.otherClientId)")
            #expect(run.error.contains("To get new ones, run: acct sign-in bob"))
            expect(try await sandbox.acct("token"), ExpectedError(4, "bob is signed out", run: "acct sign-in bob"))
            let back = try await sandbox.succeed("edit bob --client-id \(sandbox.server.clientId)")
            #expect(back.error == "Changed bob.\n", "its tokens are still there")
            try await sandbox.succeed("edit bob --client-id \(sandbox.server.otherClientId)")
            try await sandbox.succeed("sign-in bob")
            #expect(try await sandbox.displayName("bob") == "Bob O'Neil")
            expect(try await sandbox.acct("edit bob --client-id x"), ExpectedError(64, "is a GUID"))
        }
    }

    @Test func browserOfTheProfileOpensItsPages() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            try await sandbox.succeed("sign-in bob")
            try await sandbox.succeed("consent bob --scope Mail.Read")
            let browser = try RecordedBrowser(in: sandbox.workspace)
            try await sandbox.succeed("edit bob --browser", [browser.command])
            let opening = try sandbox.workspace.start([Products.acct, "open", "https://example.com/?a=b"])
            #expect(try await browser.start(openedBy: opening) == "https://example.com/?a=b")
            #expect(try await opening.run().status == 0)
            try await sandbox.succeed("edit bob --default-browser")
            expect(
                try await sandbox.acct("open https://example.com"),
                ExpectedError(1, "/bin/false could not open", run: "acct open https://example.com -p bob --print"))
        }
    }

    @Test func openDoesNotWaitForABrowserThatStaysOpen() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let pid = "\(sandbox.workspace.folder)/pid"
            let command = try sandbox.workspace.shellCommand("browser", "echo $$ > '\(pid)'\nexec sleep 600")
            try await sandbox.succeed("edit bob --browser", [command])
            try await sandbox.succeed("open https://example.com")
            let id = try #require(Int32(try String(contentsOfFile: pid, encoding: .utf8).dropLast()))
            #expect(kill(id, SIGTERM) == 0, "the browser still runs")
        }
    }

    @Test func openPrintsTheAddressOfAnotherTenantsPage() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            let link = "https://teams.microsoft.com/l/team/1?tenantId=\(World.fabrikam)"
            let run = try await sandbox.succeed("open --print --json", [link])
            struct Opened: Decodable { let profile, url: String }
            let opened = try run.json(Opened.self)
            #expect(opened.profile == "carol" && opened.url == link)
            #expect(run.error.contains("Acting as carol"))
            expect(try await sandbox.acct("open portal"), ExpectedError(64, "belongs to no cloud of Microsoft"))
            expect(try await sandbox.acct("open file:///etc/passwd"), ExpectedError(64, "begins with https://"))
            let empty = try Workspace()
            expect(try await empty.acct("open nonsense"), ExpectedError(64, "\"nonsense\" is not a service."))
        }
    }

    @Test func clientIDIsStoredShownAndCleared() async throws {
        let workspace = try Workspace()
        #expect(try await workspace.succeed("client-id").text.isEmpty)
        let id = "00000000-0000-4000-8000-000000000001"
        #expect(try await workspace.succeed("client-id \(id)").line == id)
        #expect(try await workspace.succeed("client-id").line == id)
        expect(try await workspace.acct("client-id my-app"), ExpectedError(64, "is a GUID"))
        #expect(try await workspace.succeed("client-id --clear --json").line == #"{"clientId":null}"#)
        #expect(try await workspace.succeed("client-id").text.isEmpty)
    }
}
