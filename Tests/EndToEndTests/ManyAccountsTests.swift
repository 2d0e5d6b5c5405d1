import Foundation
import Testing

/// Commands that name a profile, in a store with many others.
@Suite struct ManyAccountsTests {
    @Test(.needs(.sqlite3)) func aCommandReadsOnlyTheProfileThatItNames() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.copyProfile("alice", as: "copy", count: 150)
            // Reading any of them fails.
            try await sandbox.store.sqlite(
                "UPDATE profile SET kind = 'damaged', home_account_id = 'x' || id WHERE name LIKE 'copy%'")
            #expect(try await sandbox.acct("list").status != 0)
            for line in ["token -p alice", "current", "use alice", "graph /me -p alice"] {
                try await sandbox.succeed(line)
            }
            let why = try await sandbox.succeed("why -p alice").text
            #expect(why.contains("150 others: is not the named profile. Add --all to list them."), "\(why)")
            expect(try await sandbox.acct("token -p alcie"), ExpectedError(3, "Did you mean alice?"))
            let typed = try await sandbox.succeed("---complete zsh use al")
            #expect(typed.text == "words\nalice:alice@contoso.example, contoso.example\n", "\(typed)")
            // A shell may look for other parts of a name.
            let other = try await sandbox.succeed("---complete zsh use ice")
            #expect(other.text.split(separator: "\n").count == 152)
            #expect(try await sandbox.succeed("sign-out alice").error.contains("(alice)"))
        }
    }

    @Test(.needs(.sqlite3)) func theExplanationOfANamedProfileListsTheOthersOnRequest() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.copyProfile("alice", as: "copy", count: 150)
            let folded = try await sandbox.succeed("why -p copy7 /me").text
            #expect(folded.contains("* alice  is not the named profile"), "\(folded)")
            #expect(folded.contains("149 others: is not the named profile"), "\(folded)")
            #expect(try await sandbox.succeed("why --all -p copy7").text.components(separatedBy: "copy").count > 150)
            #expect(
                try await sandbox.succeed("why --json -p copy7").text.components(separatedBy: "passedOver").count == 151
            )
            let unknown = try await sandbox.acct("why -p copi7")
            #expect(unknown.status == 3 && unknown.text.contains("Did you mean copy7"), "\(unknown)")
        }
    }

    @Test func anImportOfManyAccountsIsReportedShortly() async throws {
        let workspace = try Workspace()
        try workspace.folder(".azure")
        let accounts = (0..<300).map { number in
            """
            "\(number)":{"home_account_id":"u\(number).\(World.contoso)","environment":"login.microsoftonline.com",
            "realm":"organizations","username":"u@a\(number).example"}
            """
        }
        let cache = "{\"Account\":{\(accounts.joined(separator: ","))}}"
        _ = try workspace.file("home/.azure/msal_token_cache.json", cache)
        let run = try await workspace.succeed("import azure-cli --client-id own")
        #expect(run.text.split(separator: "\n").count == 300)
        #expect(run.error.contains("To finish, sign in to 300 profiles"), "\(run.error.prefix(500))")
        #expect(run.error.count < 1000)
        let again = try await workspace.succeed("import azure-cli --client-id own")
        #expect(again.text.components(separatedBy: "unchanged").count == 301)
    }
}
