import Foundation
import Testing

/// `acct scopes`, and the explanation of a 403.
@Suite struct ScopesTests {
    @Test func scopesWorksOfflineAndCreatesNoStore() async throws {
        let workspace = try Workspace()
        let run = try await workspace.succeed("scopes -X post /me/events")
        #expect(run.text == "work\tCalendars.ReadWrite\npersonal\tCalendars.ReadWrite\napp\t-\n")
        #expect(run.error.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }

    @Test func unknownPathFailsWithTheImportCommand() async throws {
        let workspace = try Workspace()
        let list = "https://raw.githubusercontent.com/microsoftgraph/microsoft-graph-devx-content/HEAD/permissions/new"
        expect(
            try await workspace.acct("scopes /me/nonsense"),
            ExpectedError(
                1, "the request may still exist",
                run: "curl -fsSL \(list)/permissions.json | acct scopes --import -"))
        expect(try await workspace.acct("scopes"), ExpectedError(64, "Give a path"))
        expect(
            try await workspace.acct("scopes --import /nowhere/list.json"),
            ExpectedError(64, "Cannot read /nowhere/list.json"))
    }

    @Test func permissionListIsImportedFromStdin() async throws {
        let workspace = try Workspace()
        let list =
            #"{"permissions":{"Zones.Read":{"authorizationType":"oAuth2","schemes":{"DelegatedWork":{}},"pathSets":"#
            + #"[{"schemeKeys":["DelegatedWork"],"methods":["GET"],"paths":{"/me/zones":""}}]}}}"#
        let taken = try await workspace.succeed("scopes --import -", input: Data(list.utf8))
        #expect(taken.output.isEmpty)
        #expect(taken.error.contains("Imported 1 requests and 1 permissions from stdin."), "\(taken)")
        #expect(try await workspace.succeed("scopes /me/zones").text == "work\tZones.Read\npersonal\t-\napp\t-\n")
        expect(
            try await workspace.acct("scopes --import -", input: Data("[]".utf8)), ExpectedError(1, "not of this form"))
        try await workspace.succeed("scopes /me/zones --json")
    }

    @Test func missingScopeIsNamedWithACommandThatGrantsIt() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let run = try await sandbox.acct("graph /me/messages -p bob")
            #expect(run.status == 6, "\(run)")
            #expect(run.error.contains("The token lacks the scope Mail.ReadBasic."), "\(run)")
            #expect(run.error.contains("acct scopes /me/messages"), "\(run)")
            let line = try #require(run.error.firstMatch(of: /Run: acct (consent bob --scope \S+)\n/)).1
            try await sandbox.succeed(String(line), sandbox.browser("bob@contoso.example"))
            try await sandbox.succeed("graph /me/messages -p bob")
        }
    }

    @Test func refusalWithSufficientScopesNamesTheMissingRight() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            try await sandbox.inject(.init(on: .graph, status: 403, body: #"{"error":{"code":"Stop"}}"#))
            let run = try await sandbox.acct("graph /users --json")
            #expect(run.status == 6, "\(run)")
            #expect(run.error.contains("alice@contoso.example lacks a right"), "\(run)")
            #expect(!run.error.contains("Run: "), "\(run)")
            #expect(try run.lastErrorLine().kind == "api")
        }
    }

    @Test func requestThatPersonalAccountsDoNotHaveIsExplained() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "home", as: "sam@contoso.example:personal", at: sandbox.server.authorities["personal"])
            let unfit = "does not offer GET /users to personal accounts"
            expect(try await sandbox.acct("graph /users"), ExpectedError(3, unfit))
            #expect(try await sandbox.acct("graph /users").error.contains("To send it all the same, add -p home."))
            let named = try await sandbox.acct("graph /users -p home")
            #expect(named.status == 6 && named.error.contains(unfit), "\(named)")
            // One method that the list lacks can be a gap of the list: the request is sent, with a note.
            try await sandbox.clearRequests()
            let doubtful = try await sandbox.acct("graph -X DELETE /users/1")
            let note = "home may not be able to do this: the permission list does not have DELETE /users/{id}"
            #expect(doubtful.error.contains(note), "\(doubtful)")
            #expect(try await sandbox.requests().map(\.method).contains("DELETE"))
        }
    }

    @Test func unknownRequestGetsNoAdviceOnScopes() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .graph, status: 403, body: #"{"error":{"code":"Stop"}}"#))
            let run = try await sandbox.acct("graph /me/nonsense")
            #expect(run.error.contains("failed with status 403: Stop"), "\(run)")
            #expect(!run.error.contains("scope"), "\(run)")
        }
    }

    @Test func appIsToldItsApplicationPermission() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            let me = try await sandbox.acct("graph /me -p report")
            #expect(me.status == 6 && me.error.contains("does not offer GET /me to apps"), "\(me)")
            try await sandbox.inject(.init(on: .graph, status: 403, body: #"{"error":{"code":"Stop"}}"#))
            let users = try await sandbox.acct("graph /users")
            #expect(users.error.contains("the application permission User.ReadBasic.All"), "\(users)")
            #expect(!users.error.contains("Run: "), "\(users)")
        }
    }
}
