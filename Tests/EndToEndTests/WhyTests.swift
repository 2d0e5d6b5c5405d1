import Foundation
import Testing

/// `acct why` is asked as a command is, and answers as the command acts.
@Suite struct WhyTests {
    private struct Answer: Decodable {
        let profile: String?
        let reason: String
        let asksFirst: Bool
        let action: Action
        let candidates: [Candidate]

        struct Action: Decodable { let method: String, path: String? }
        struct Candidate: Decodable { let profile, outcome, reason: String }
    }

    private struct Row: Sendable {
        let command: String
        /// The arguments of the command; those of `acct why` are the same.
        let arguments: [String]
        var input: String?
        let method: String
        let profile: String?
        /// Whether a script is refused.
        var isRefused = false
    }

    private static func rows(folder: String) -> [Row] {
        [
            Row(command: "graph", arguments: ["/me"], method: "GET", profile: "work"),
            Row(command: "graph", arguments: ["/users/gail@tailspin.example"], method: "GET", profile: "tailspin"),
            Row(
                command: "graph", arguments: ["/users/gail@tailspin.example", "-X", "GET", "-f", "$select=id"],
                method: "GET", profile: "tailspin"),
            Row(
                command: "graph", arguments: ["/users/gail@tailspin.example", "-f", "a=b"], method: "POST",
                profile: "tailspin", isRefused: true),
            Row(
                command: "graph", arguments: ["/users/gail@tailspin.example", "--input", "-"], input: "{}",
                method: "POST", profile: "tailspin", isRefused: true),
            Row(
                command: "graph", arguments: ["/users/gail@tailspin.example", "--input", "\(folder)/body.json"],
                method: "POST", profile: "tailspin", isRefused: true),
            Row(
                command: "graph", arguments: ["/users/gail@tailspin.example", "-H", "x-http-method-override: delete"],
                method: "DELETE", profile: "tailspin", isRefused: true),
            Row(
                command: "graph", arguments: ["/me/messages", "-p", "audit", "-H", "X-HTTP-Method: DELETE"],
                method: "DELETE", profile: nil, isRefused: true),
        ]
    }

    private func withProfiles(_ test: (Sandboxed) async throws -> Void) async throws {
        try await Sandboxed.run { sandbox in
            let scopes = ["User.Read", "User.ReadBasic.All"].flatMap { ["--scope", $0] }
            try await sandbox.add("work", as: "alice@contoso.example", scopes)
            try await sandbox.add("tailspin", as: "gail@tailspin.example", scopes)
            try await sandbox.add("audit", as: "bob@contoso.example", ["--read-only"])
            _ = try sandbox.workspace.file("body.json", "{}")
            try await test(sandbox)
        }
    }

    @Test func theAnswerIsThatOfTheCommand() async throws {
        try await withProfiles { sandbox in
            for row in Self.rows(folder: sandbox.workspace.folder) {
                let input = row.input.map { Data($0.utf8) }
                try await sandbox.clearRequests()
                let why = try await sandbox.acct("why --json", row.arguments, input: input)
                #expect(try await sandbox.requests().isEmpty, "\(why)")
                let answer = try why.json(Answer.self)
                #expect(answer.profile == row.profile && answer.action.method == row.method, "\(why)")
                #expect(answer.asksFirst == (row.isRefused && row.profile != nil), "\(why)")
                let run = try await sandbox.acct(row.command, row.arguments, input: input)
                #expect(run.status == (row.isRefused ? 5 : 0), "\(run)")
                let acts = "Acting as \(row.profile ?? "")"
                #expect(run.error.contains(acts) == (row.profile == "tailspin" && !row.isRefused), "\(run)")
                #expect(try await sandbox.requests().isEmpty == row.isRefused, "\(run)")
            }
        }
    }

    @Test func aBatchAndATokenAreExplained() async throws {
        try await withProfiles { sandbox in
            let reads = "GET /users/gail@tailspin.example\nGET /users/hugo@tailspin.example\n"
            let file = try sandbox.workspace.file("reads", reads)
            for (arguments, input) in [([file], nil), (["-"], Data(reads.utf8))] {
                let answer = try await sandbox.succeed("why --json --batch", arguments, input: input).json(Answer.self)
                #expect(answer.profile == "tailspin" && answer.action.path == "/$batch" && !answer.asksFirst)
            }
            let header = #"{"method":"GET","url":"/users/gail@tailspin.example","headers":{"X-HTTP-Method":"DELETE"}}"#
            let write = try await sandbox.succeed("why --json --batch -", input: Data(header.utf8)).json(Answer.self)
            #expect(write.profile == "tailspin" && write.asksFirst)
            #expect(try await sandbox.acct("batch", input: Data(header.utf8)).status == 5)
            let readOnly = try await sandbox.acct("why -p audit --batch -", input: Data(header.utf8))
            #expect(readOnly.status == 3, "\(readOnly)")
            #expect(
                readOnly.oneLine.contains("The writes: DELETE /users/gail@tailspin.example (line 1)"), "\(readOnly)")

            let mixed = try sandbox.workspace.file("mixed", reads + "GET /users/bob@contoso.example\n")
            let conflict = try await sandbox.acct("why --batch \(mixed)")
            #expect(conflict.status == 3, "\(conflict)")
            #expect(conflict.oneLine.contains("GET /users/gail@tailspin.example (line 1), because"), "\(conflict)")

            let many = Array(repeating: "GET /users/gail@tailspin.example\n", count: 1000).joined()
            let late = try sandbox.workspace.file("late", many + "GET /users/bob@contoso.example\n")
            let later = try await sandbox.acct("why --json --batch \(late)")
            let reason = try later.json(Answer.self).reason
            #expect(later.status == 3, "\(later)")
            #expect(reason.contains("belong to different profiles, and nothing was sent"), "\(later)")

            let token = try await sandbox.acct("why --resource https://tailspin.sharepoint.com")
            #expect(token.status == 3 && token.oneLine.contains("only resembles a domain"), "\(token)")
        }
    }

    @Test func wrongInputIsUsage() async throws {
        let workspace = try Workspace()
        for (line, words) in [
            ("why /me --batch f", "Give one of PATH, --batch, --remote and --resource"),
            ("why -f a=b", "acct why -X DELETE /users/ID"), ("why /me --input /nowhere", "Cannot read /nowhere"),
            ("why /me --input - -F a=@-", "stdin"), ("why --batch /nowhere", "Cannot read /nowhere"),
            ("why /me -H nonsense", "is not a header"), ("why --batch -", "Stdin has no requests"),
        ] {
            expect(try await workspace.acct(line), ExpectedError(64, words))
        }
    }

    @Test(.needs(.tmux, .bash, .sqlite3)) func fortyProfilesAreFoldedAt80Columns() async throws {
        try await withProfiles { sandbox in
            try await sandbox.store.copyProfile("work", as: "customer-with-a-long-name-", count: 37)
            let piped = try await sandbox.succeed("why /users/gail@tailspin.example")
            let lines = piped.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            #expect(lines.count < 6 && lines[0].hasSuffix("[inference]"), "\(piped)")
            #expect(
                lines[0].hasPrefix("GET /users/gail@tailspin.example: tailspin (gail@tailspin.example)"), "\(piped)")
            #expect(piped.text.contains("* work  ") && !piped.text.contains("customer-"), "\(piped)")
            #expect(
                piped.oneLine.contains(
                    "38 others: users/gail@tailspin.example belongs to another tenant. Add --all to list them."),
                "\(piped)")

            let all = try await sandbox.succeed("why --all /users/gail@tailspin.example")
            #expect(all.text.components(separatedBy: "customer-with").count == 38, "\(all)")
            let json = try await sandbox.succeed("why --json /users/gail@tailspin.example").json(Answer.self)
            #expect(json.candidates.count == 40)
            #expect(try await sandbox.succeed("why").text.contains("Add --all to list them."))

            try await Tmux.run(in: sandbox.workspace) { tmux in
                let shown = try await tmux.enter("acct why /users/gail@tailspin.example")
                let expected = lines.dropLast().joined(separator: " ")
                #expect(shown.joined(separator: " ") == expected && shown.allSatisfy { $0.count <= 80 }, "\(shown)")
            }
        }
    }

    /// The line to type next is that of the action itself.
    @Test func commandForATieIsTheOneThatIsExplained() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("dana", as: "dana@contoso.example")
            // No profile is current then.
            try await sandbox.succeed("remove alice --yes")
            let list = try sandbox.workspace.file("requests", "GET /me\n")
            for (arguments, command) in [
                ([], "acct use NAME"), (["/me", "--all"], "acct graph --profile NAME /me"),
                (["-X", "PATCH", "/me", "-f", "a=b"], "acct graph --profile NAME -X PATCH /me -f a=b"),
                (["--batch", list], "acct batch --profile NAME \(list)"),
                (
                    ["--resource", "https://vault.azure.net"],
                    "acct token --profile NAME --resource https://vault.azure.net"
                ),
            ] {
                let run = try await sandbox.acct("why", arguments)
                #expect(run.status == 3 && run.text.contains("\n  Run: \(command)\n"), "\(run)")
            }
        }
    }
}

extension Run {
    /// The text without its line breaks and indentation.
    fileprivate var oneLine: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
