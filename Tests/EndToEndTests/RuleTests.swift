import Foundation
import Testing

/// Adding, listing and removing rules.
@Suite struct RuleTests {
    private struct Row: Decodable, Equatable { let number: Int, pattern, profile: String }

    @Test func rulesAreListedInTheOrderOfPrecedence() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            #expect(try await sandbox.succeed("rule").error.contains("There are no rules yet."))
            #expect(try await sandbox.succeed("rule --json").line == "[]")
            for (pattern, profile) in [("/*", "alice"), ("GET /users/*", "bob"), ("tenant=fabrikam.example", "bob")] {
                let run = try await sandbox.succeed("rule add", [pattern, profile])
                #expect(run.error == "Requests that match \"\(pattern)\" now use \(profile).\n")
            }
            let text = "3\ttenant=fabrikam.example\tbob\n2\tGET /users/*\tbob\n1\t/*\talice\n"
            #expect(try await sandbox.succeed("rule").text == text)
            #expect(try await sandbox.succeed("rule list").text == text)
            #expect(
                try await sandbox.succeed("rule list --json").json([Row].self).first
                    == Row(number: 3, pattern: "tenant=fabrikam.example", profile: "bob"))
            #expect(
                try await sandbox.succeed("rule add /me alice --json").json(Row.self)
                    == Row(number: 4, pattern: "/me", profile: "alice"))
        }
    }

    @Test func samePatternIsReplacedAndAnOverlapIsNoted() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add /users/a* alice")
            let replaced = try await sandbox.succeed("rule add /V1.0/Users/A* bob")
            #expect(replaced.error.contains("It replaces the rule \"/users/a*\" for alice."))
            #expect(
                try await sandbox.succeed("rule add /users/a* bob").error.contains("This rule for bob already exists"))
            let overlapping = try await sandbox.succeed("rule add /users*/a alice")
            #expect(
                overlapping.error.contains(
                    "It overlaps with \"/users/a*\" (bob), which is as specific: where both match, the older one decides reads,"
                ))
            #expect(try await !sandbox.succeed("rule add /groups* alice").error.contains("overlaps"))
            #expect(
                try await sandbox.succeed("rule").text == "1\t/users/a*\tbob\n2\t/users*/a\talice\n3\t/groups*\talice\n"
            )
        }
    }

    @Test func equallySpecificRulesDecideNoWrite() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add", ["PATCH /me", "alice"])
            try await sandbox.succeed("rule add", ["PATCH,POST /me", "bob"])
            let run = try await sandbox.acct("graph -X PATCH /me -f jobTitle=x")
            let sentence =
                "The rules \"PATCH /me\" (alice) and \"PATCH,POST /me\" (bob) match, and none is more specific."
            expect(run, ExpectedError(3, sentence, run: "acct rule list"))
            let why = try await sandbox.acct("why -X PATCH /me --json")
            #expect(why.status == 3 && why.text.contains("none is more specific"), "\(why)")
        }
    }

    @Test(arguments: [("GET /users/{id}", "GET /users/*"), ("/teams/<team>/channels/{id}*", "/teams/*/channels/**")])
    func placeholderIsRefusedWithThePattern(pattern: String, written: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            expect(
                try await sandbox.acct("rule add", [pattern, "alice"]),
                ExpectedError(64, "would match no request", run: "acct rule add '\(written)' alice"))
        }
    }

    @Test(arguments: [
        ("/beta/*", "'/*'"), ("WRITE /v1.0", "'WRITE /*'"),
        ("https://graph.microsoft.com/Beta/", "'https://graph.microsoft.com/*'"),
    ])
    func patternOfAVersionAloneIsRefused(pattern: String, written: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            expect(
                try await sandbox.acct("rule add", [pattern, "alice"]),
                ExpectedError(64, "patterns disregard the version", run: "acct rule add \(written) alice"))
            try await sandbox.succeed("rule add", ["/beta/groups/*", "alice"])
        }
    }

    @Test func ruleFollowsRenameAndRemovalOfItsProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add /a bob")
            try await sandbox.succeed("rule add /b alice")
            try await sandbox.succeed("rename bob robert")
            #expect(try await sandbox.succeed("rule").text == "1\t/a\trobert\n2\t/b\talice\n")
            try await sandbox.succeed("remove robert")
            #expect(try await sandbox.succeed("rule").text == "2\t/b\talice\n")
        }
    }

    @Test func rulesAreRemovedByPatternAndByNumber() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            for pattern in ["/a", "GET,POST /b", "/c"] { try await sandbox.succeed("rule add", [pattern, "alice"]) }
            #expect(
                try await sandbox.succeed("rule remove", ["post,get /B"]).error.contains("\"GET,POST /b\" for alice"))
            try await sandbox.succeed("rule remove 1")
            for (line, words) in [
                ("rule remove 1", "no rule with the number 1"), ("rule remove /b", "no rule for \"/b\""),
            ] {
                expect(try await sandbox.acct(line), ExpectedError(1, words, run: "acct rule list"))
            }
            #expect(try await sandbox.succeed("rule").text == "3\t/c\talice\n")
        }
    }

    @Test func ruleForAPathMatchesAPage() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add https://dev.azure.com/fabrikam/* bob")
            // A path alone is one of Graph.
            try await sandbox.succeed("rule add /contoso/* bob")
            struct Page: Decodable { let profile: String }
            for (path, profile) in [
                ("/fabrikam/proj", "bob"), ("/Fabrikam/proj/_git/app?path=/a#b", "bob"), ("/contoso/proj", "alice"),
                ("/?x=/fabrikam/", "alice"), ("", "alice"),
            ] {
                let run = try await sandbox.succeed("open --print --json", ["https://dev.azure.com\(path)"])
                #expect(try run.json(Page.self).profile == profile, "\(path): \(run)")
            }
        }
    }

    /// The link is sent, and not the path beside it.
    @Test(arguments: [("/me/messages", "alice"), ("/users/*", "bob")])
    func rulesAreComparedWithTheLinkOfResumedPages(pattern: String, profile: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add", [pattern, "bob"])
            let link = "\(sandbox.server.graph)/v1.0/users/00000000-0000-4000-8000-000000000001/messages?$top=1#item=1"
            // Nobody has this mailbox, and the error names the profile that was refused.
            let run = try await sandbox.acct("graph /me/messages --ndjson --resume-from", [link])
            #expect(run.status == 6 && run.error.contains("-p \(profile) --resume-from"), "\(run)")
        }
    }

    @Test func invalidPatternIsRefusedWithAnExample() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let example = "acct rule add 'GET /users/* tenant=contoso.com' NAME"
            expect(
                try await sandbox.acct("rule add me alice"),
                ExpectedError(64, "\"me\" is not a method, a path that begins with /, a URL", run: example))
            expect(
                try await sandbox.acct("rule add /a alise"), ExpectedError(3, "Did you mean alice?"))
            #expect(try await sandbox.succeed("rule --json").line == "[]")
        }
    }
}
