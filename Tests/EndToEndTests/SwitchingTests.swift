import Foundation
import Testing

/// Switching, renaming and removing profiles.
@Suite struct SwitchingTests {
    @Test func useSaysThatASignInIsNeeded() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("sign-out bob")
            let used = try await sandbox.succeed("use bob")
            #expect(used.error.hasSuffix("bob is signed out. Run: acct sign-in bob\n"), "\(used)")
            #expect(try await !sandbox.succeed("use alice").error.contains("sign-in"))
        }
    }

    @Test func signInAndConsentAreForTheProfileThatActs() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let again = try await sandbox.succeed(
                "sign-in", sandbox.browser("bob@contoso.example"), environment: ["ACCT_PROFILE": "bob"])
            #expect(again.error.contains("bob@contoso.example"), "\(again)")
            try await sandbox.succeed("consent --scope Mail.Read", sandbox.browser("alice@contoso.example"))
            #expect(try await sandbox.succeed("show alice").text.contains("Mail.Read"))
        }
    }

    @Test func useSwitchesAndDashSwitchesBack() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            #expect(try await sandbox.succeed("current").line == "alice")
            try await sandbox.succeed("use bob")
            #expect(try await sandbox.succeed("current").line == "bob")
            try await sandbox.succeed("use -")
            #expect(try await sandbox.succeed("current").line == "alice")
            try await sandbox.succeed("use -")
            #expect(try await sandbox.succeed("current").line == "bob")
        }
    }

    @Test func eachProfileUsesItsOwnAccount() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            #expect(try await sandbox.displayName("alice") == "Alice Ångström")
            #expect(try await sandbox.displayName("bob") == "Bob O'Neil")
            let tokens = [
                try await sandbox.succeed("token -p alice").line, try await sandbox.succeed("token -p bob").line,
            ]
            #expect(tokens[0] != tokens[1])
        }
    }

    @Test func flagPrecedesTheEnvironmentAndTheCurrentProfile() async throws {
        struct Choice: Decodable { let profile, step, username: String }
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            let cases: [(line: String, variable: String?, profile: String, step: String)] = [
                ("current --json", nil, "alice", "current"), ("current --json", "bob", "bob", "environment"),
                ("current --json -p carol", "bob", "carol", "flag"), ("current --json", "", "alice", "current"),
            ]
            for (line, variable, profile, step) in cases {
                let choice = try await sandbox.succeed(line, environment: ["ACCT_PROFILE": variable]).json(Choice.self)
                #expect(choice.profile == profile && choice.step == step, "\(line) with \(variable ?? "nothing")")
            }
        }
    }

    @Test func renamedProfileStaysCurrentAndSignedIn() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rename alice work")
            #expect(try await sandbox.succeed("current").line == "work")
            #expect(try await sandbox.displayName("work") == "Alice Ångström")
            #expect(try await sandbox.states() == ["work": "signedIn", "bob": "signedIn"])
        }
    }

    @Test(.needs(.sqlite3)) func removeDeletesTheTokensOfThatProfileOnly() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let bob = try await sandbox.store.rows(of: World.bob)
            try await sandbox.succeed("remove alice")
            #expect(try await sandbox.store.rows(of: World.alice) == [])
            #expect(try await sandbox.store.rows(of: World.bob) == bob)
            #expect(try await sandbox.succeed("token").line == sandbox.succeed("token -p bob").line)
        }
    }

    @Test func removeOfOneOfTwoProfilesKeepsTheAccountSignedIn() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.add("again", as: "alice@contoso.example")
            let run = try await sandbox.succeed("remove again")
            #expect(run.error.contains("stays signed in"))
            #expect(try await sandbox.displayName("alice") == "Alice Ångström")
        }
    }
}
