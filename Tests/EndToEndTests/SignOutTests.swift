import Foundation
import Testing

/// Signing out removes all tokens of an account and leaves other accounts unchanged.
@Suite struct SignOutTests {
    struct Report: Decodable, Equatable {
        struct Removed: Decodable, Equatable { let accessTokens, refreshTokens, idTokens: Int }
        let account: String
        let profiles: [String]
        let removed: Removed
        let revoked: Bool
        let remaining: [String]
    }

    @Test func removeSaysWhoseTokensWent() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("again", as: "alice@contoso.example")
            let shared = try await sandbox.succeed("remove again --json")
            #expect(shared.error.contains("alice@contoso.example stays signed in for the other profiles."), "\(shared)")
            #expect(shared.line == #"{"bindings":[],"profile":"again","removed":null,"rules":[]}"#)
            try await sandbox.add("again", as: "alice@contoso.example")
            try await sandbox.succeed("sign-out alice")
            for name in ["again", "alice"] {
                let run = try await sandbox.succeed("remove \(name)")
                #expect(run.error.contains("Removed profile \(name), which had no tokens.\n"), "\(run)")
            }
            let last = try await sandbox.succeed("remove bob")
            #expect(last.error.contains("Removed profile bob and the tokens of bob@contoso.example."), "\(last)")
        }
    }

    @Test func severalNamesAreSignedOutAndRemoved() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            let reports = try await sandbox.succeed("sign-out alice bob@contoso.example alice --json").json(
                [Report].self)
            #expect(reports.map(\.profiles) == [["alice"], ["bob"]])
            #expect(try await sandbox.states() == ["alice": "signedOut", "bob": "signedOut", "carol": "signedIn"])
            // An unknown name leaves the others.
            let wrong = try await sandbox.acct("remove alice gone")
            #expect(wrong.status == 3, "\(wrong)")
            let removed = try await sandbox.succeed("remove alice bob --json")
            #expect(removed.error.contains("Removed profile alice,") && removed.error.contains("Removed profile bob,"))
            #expect(removed.line.hasPrefix("[{") && removed.line.contains("\"profile\":\"bob\""), "\(removed)")
            #expect(try await sandbox.states() == ["carol": "signedIn"])
        }
    }

    @Test(.needs(.sqlite3), arguments: ["alice", "alice@contoso.example", "ALICE@contoso.example"])
    func signOutRemovesOneAccountAndLeavesTheRowsOfOthers(name: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let token = try await sandbox.succeed("token -p bob").line
            let bob = try await sandbox.store.rows(of: World.bob)
            #expect(bob.count >= 5, "account, tenant profile, three tokens and a profile: \(bob)")

            let report = try await sandbox.succeed("sign-out --json \(name)").json(Report.self)
            #expect(report.account == World.alice)
            #expect(report.profiles == ["alice"])
            #expect(report.removed == .init(accessTokens: 1, refreshTokens: 1, idTokens: 1))
            #expect(!report.revoked && !report.remaining.isEmpty)

            #expect(try await sandbox.store.rows(of: World.bob) == bob)
            #expect(try await sandbox.store.rows(of: World.alice).allSatisfy { $0.hasPrefix("INSERT INTO profile") })
            #expect(try await sandbox.states() == ["alice": "signedOut", "bob": "signedIn"])
            #expect(try await sandbox.succeed("token -p bob").line == token)
            expect(
                try await sandbox.acct("token -p alice"),
                ExpectedError(4, "alice is signed out.", run: "acct sign-in alice"))
        }
    }

    @Test(.needs(.sqlite3)) func useOfOneAccountLeavesTheRowsOfOthers() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let bob = try await sandbox.store.rows(of: World.bob)
            for line in ["use bob", "use alice", "graph /me", "token --force-refresh", "rename alice a", "list"] {
                try await sandbox.succeed(line)
            }
            #expect(try await sandbox.store.rows(of: World.bob) == bob)
        }
    }

    @Test func signOutAllSignsOutEveryAccount() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let reports = try await sandbox.succeed("sign-out --all --json").json([Report].self)
            #expect(Set(reports.map(\.account)) == [World.alice, World.bob])
            #expect(try await sandbox.states() == ["alice": "signedOut", "bob": "signedOut"])
            let again = try await sandbox.succeed("sign-out --all")
            #expect(again.error.contains("No account is signed in."))
        }
    }

    @Test(.needs(.sqlite3)) func accountsBeforeAnErrorAreReported() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            _ = try await sandbox.store.sqlite(
                "CREATE TRIGGER stop BEFORE DELETE ON account WHEN OLD.home_account_id = '\(World.bob)' "
                    + "BEGIN SELECT RAISE(ABORT, 'stopped'); END")
            let run = try await sandbox.acct("sign-out --all --revoke --json")
            #expect(run.status == 1 && run.error.contains("stopped"), "\(run)")
            #expect(try run.json([Report].self).map(\.account) == [World.alice], "\(run)")
            #expect(try await sandbox.states() == ["alice": "signedOut", "bob": "signedIn"])
        }
    }

    @Test func signOutAppliesToEveryProfileOfTheAccount() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("home", as: "dana@contoso.example")
            try await sandbox.add(
                "guest", as: "dana@contoso.example", at: sandbox.server.authorities["fabrikam.example"])
            let report = try await sandbox.succeed("sign-out --json guest").json(Report.self)
            #expect(report.profiles == ["guest", "home"] || report.profiles == ["home", "guest"])
            #expect(try await sandbox.states() == ["home": "signedOut", "guest": "signedOut"])
        }
    }

    @Test(.needs(.sqlite3)) func usernameOfTwoAccountsIsAmbiguous() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("work", as: "sam@contoso.example:contoso.example")
            try await sandbox.add("home", as: "sam@contoso.example:personal")
            let before = try await sandbox.store.dump()
            let run = try await sandbox.acct("sign-out sam@contoso.example")
            expect(run, ExpectedError(3, "Several accounts have the username sam@contoso.example"))
            #expect(run.error.contains("work") && run.error.contains("home"), "\(run)")
            #expect(try await sandbox.store.dump() == before)
        }
    }

    @Test(.needs(.sqlite3)) func nameThatIsTheUsernameOfAnotherAccountIsAmbiguous() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.add("alice@contoso.example", as: "carol@fabrikam.example")
            let before = try await sandbox.store.dump()
            let run = try await sandbox.acct("sign-out alice@contoso.example")
            expect(run, ExpectedError(3, "whose account is carol@fabrikam.example"))
            #expect(run.error.contains("acct sign-out -p alice@contoso.example"))
            #expect(try await sandbox.store.dump() == before)
            try await sandbox.succeed("sign-out -p alice@contoso.example")
            #expect(try await sandbox.states() == ["alice": "signedIn", "alice@contoso.example": "signedOut"])
        }
    }

    @Test func secondSignOutSaysAlreadySignedOut() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("sign-out")
            #expect(try await sandbox.succeed("sign-out alice").error.contains("was already signed out"))
        }
    }
}
