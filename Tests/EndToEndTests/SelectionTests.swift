import Foundation
import Testing

/// Eight profiles of three tenants and two clouds, one personal, one guest, one app, one read-only: each request
/// selects the right one with its reason, or fails with the right exit code.
@Suite struct SelectionTests {
    struct Explanation: Decodable {
        let profile, step: String?
        let reason: String
        let asksFirst: Bool
        let candidates: [Candidate]

        struct Candidate: Decodable {
            let profile, outcome, reason: String
        }
    }

    struct Row: Sendable {
        let words: String
        let arguments: [String]
        var environment: [String: String?] = [:]
        let profile: String?
        let step: String?
        /// A part of the reason.
        let reason: String
        var asksFirst = false
    }

    private static func row(
        _ words: String, _ path: String, by method: String = "GET", flag: String? = nil, variable: String? = nil,
        is profile: String?, _ step: String?, because reason: String, asksFirst: Bool = false
    ) -> Row {
        Row(
            words: words, arguments: [path, "-X", method] + (flag.map { ["-p", $0] } ?? []),
            environment: variable.map { ["ACCT_PROFILE": $0] } ?? [:], profile: profile, step: step, reason: reason,
            asksFirst: asksFirst)
    }

    /// `work` is current.
    private static let rows = [
        row("the user's own data", "/me", is: "work", "current", because: "current profile"),
        row("the user's chats", "/me/chats", is: "work", "current", because: "current profile"),
        row(
            "a user of another tenant", "/users/gail@tailspin.example", is: "tailspin", "inference",
            because: "it was inferred from gail@tailspin.example"),
        row(
            "a SharePoint URL of another tenant", "/sites/tailspin.sharepoint.com:/sites/plans", is: "tailspin",
            "inference", because: "it was guessed from tailspin.sharepoint.com"),
        row(
            "a write to another tenant", "/users/gail@tailspin.example", by: "DELETE", is: "tailspin", "inference",
            because: "inferred from gail@tailspin.example", asksFirst: true),
        row(
            "a write to another tenant, by a named profile", "/users/gail@tailspin.example", by: "DELETE",
            flag: "tailspin", is: "tailspin", "flag", because: "it is named by --profile"),
        row(
            "a variable with an unknown name", "/me", variable: "gone", is: nil, nil,
            because: "There is no profile named \"gone\" (from ACCT_PROFILE)"),
        row(
            "a write by a read-only profile", "/me/messages", by: "POST", flag: "audit", is: nil, nil,
            because: "it is read-only"),
        row("a user of the profile's tenant", "/users/bob@contoso.example", is: "work", "current", because: "current"),
    ]

    @Test func whyChoosesTheRightProfileForEachRequest() async throws {
        try await withEightProfiles { sandbox, gov in
            try await sandbox.clearRequests()
            for row in Self.rows {
                let run = try await sandbox.acct("why --json", row.arguments, environment: row.environment)
                let explanation = try run.json(Explanation.self)
                #expect(explanation.profile == row.profile && explanation.step == row.step, "\(row.words): \(run)")
                #expect(explanation.reason.contains(row.reason), "\(row.words): \(run)")
                #expect(explanation.asksFirst == row.asksFirst, "\(row.words): \(run)")
                #expect(run.status == (row.profile == nil ? 3 : 0), "\(row.words): \(run)")
                #expect(explanation.candidates.count == 8 && run.error.isEmpty, "\(row.words): \(run)")
            }
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    /// A domain and the host in a sharing link name a tenant. The words of a search name none.
    @Test func requestGoesToTheTenantOfADomainOrASharingLink() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Sites.Read.All"])
            try await sandbox.add(
                "carol", as: "carol@fabrikam.example", ["--scope", "Domain.Read.All", "--scope", "Files.ReadWrite"])
            try await sandbox.clearRequests()
            let domain = try await sandbox.succeed("graph /domains/fabrikam.example")
            #expect(domain.text.contains(#""id":"fabrikam.example""#), "\(domain)")
            let link = Data("https://fabrikam.sharepoint.com/sites/finance/figures.xlsx".utf8).base64URL
            let item = try await sandbox.succeed("graph /shares/u!\(link)/driveItem")
            #expect(item.text.contains(#""name":"figures.xlsx""#), "\(item)")
            let search = #"{"requests":[{"entityTypes":["site"],"query":{"queryString":"fabrikam.sharepoint.com"}}]}"#
            try await sandbox.succeed("graph /search/query -d", [search])
            let senders = try await sandbox.requests().filter { $0.path.hasPrefix("/v1.0/") }.map(\.username)
            #expect(senders == ["carol@fabrikam.example", "carol@fabrikam.example", "alice@contoso.example"])
        }
    }

    @Test func fullURLSelectsTheProfileOfItsCloud() async throws {
        try await withEightProfiles { sandbox, gov in
            let run = try await sandbox.succeed("graph \(gov.graph)/v1.0/me?$select=displayName")
            #expect(run.text.contains("Carol"))
            #expect(run.error.hasPrefix("Acting as gov (carol@fabrikam.example): it is the only profile that can do"))
            let elsewhere = try await sandbox.acct("graph https://evil.example/v1.0/me")
            #expect(elsewhere.status == 5)
        }
    }

    @Test func readActsAsTheInferredProfileWithANote() async throws {
        try await withEightProfiles { sandbox, _ in
            let run = try await sandbox.succeed("graph /users/gail@tailspin.example")
            #expect(run.text.contains("gail@tailspin.example"))
            #expect(
                run.error == "Acting as tailspin (gail@tailspin.example): "
                    + "it was inferred from gail@tailspin.example.\n")
            #expect(try await sandbox.succeed("graph /me").error == "")
            #expect(try await sandbox.succeed("graph --quiet /users/gail@tailspin.example").error == "")
        }
    }

    @Test func inferredWriteIsRefusedWithoutATerminal() async throws {
        try await withEightProfiles { sandbox, _ in
            try await sandbox.clearRequests()
            let refused = try await sandbox.acct("graph -X DELETE /users/gail@tailspin.example --json")
            #expect(refused.status == 5)
            #expect(try refused.lastErrorLine().kind == "policy")
            #expect(refused.error.contains("add --profile tailspin"))
            let readOnly = try await sandbox.acct("graph -X POST /me/messages -p audit")
            #expect(readOnly.status == 5 && readOnly.error.contains("read-only"))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func ambiguousReadWithoutATerminalNamesTheCandidates() async throws {
        try await withEightProfiles { sandbox, _ in
            // The current profile is a personal account, which has no /me/chats. Several others fit.
            try await sandbox.succeed("use home")
            let run = try await sandbox.acct("graph /me/chats --json")
            #expect(run.status == 3)
            #expect(try run.lastErrorLine().kind == "ambiguous")
            for name in ["work", "fabrikam", "guest", "tailspin", "gov", "audit"] {
                #expect(run.error.contains(name), "\(name): \(run)")
            }
            #expect(try run.lastErrorLine().command == "acct graph --profile NAME /me/chats --json")
            #expect(
                run.error.contains("--profile NAME")
                    && run.error.contains("daemon: Graph does not offer GET /me/chats to apps"))
            #expect(run.error.contains(#""candidates":["#) && !run.error.contains("acct use"))

            try await sandbox.store.sqlite("DELETE FROM setting WHERE name = 'current_profile'")
            let none = try await sandbox.acct("current --json")
            expect(none, ExpectedError(3, "No profile is the current one;", run: "acct use NAME"))
            #expect(none.error.contains(#""candidates":["#) && !none.error.contains("--profile"), "\(none)")
            // A binding of the folder decides.
            try await sandbox.succeed("bind fabrikam .")
            let bound = try await sandbox.succeed("graph /me/chats")
            #expect(bound.error.contains("Acting as fabrikam (carol@fabrikam.example)"))
            #expect(bound.error.contains("it is bound to "))
            let gone = try await sandbox.acct("graph /me/chats", environment: ["ACCT_PROFILE": "gone"])
            #expect(gone.status == 3 && gone.error.contains("\"gone\""))
        }
    }

    @Test func usageHistorySelectsTheProfileOfAnItemOrDomain() async throws {
        try await withEightProfiles { sandbox, _ in
            struct Message: Decodable { let id: String }
            struct Messages: Decodable { let value: [Message] }
            let mail = try await sandbox.succeed("graph /me/messages -p tailspin").json(Messages.self)
            let id = try #require(mail.value.first?.id)
            // A list does not tell whose its items are; the path of a request that Graph has served does.
            let listed = try await sandbox.succeed("why --json", ["/me/messages/\(id)"]).json(Explanation.self)
            #expect(listed.profile == "work")
            try await sandbox.succeed("graph -p tailspin", ["/me/messages/\(id)"])
            let why = try await sandbox.succeed("why --json", ["/me/messages/\(id)"]).json(Explanation.self)
            #expect(
                why.profile == "tailspin"
                    && why.reason == "it was inferred from messages/\(id), which its account was served before")
            let read = try await sandbox.succeed("graph", ["/me/messages/\(id)"])
            #expect(read.error.contains("Acting as tailspin"))

            // Reading the organization records its other domain.
            try await sandbox.succeed("use home")
            let filter = "/users?$filter=endswith(userPrincipalName,'@fabrikam-gmbh.example')"
            let before = try await sandbox.acct("why --json", [filter])
            #expect(try before.json(Explanation.self).profile == nil)
            try await sandbox.succeed("graph /organization -p fabrikam")
            try await sandbox.succeed("remove guest")
            let after = try await sandbox.succeed("why --json", [filter]).json(Explanation.self)
            #expect(after.profile == "fabrikam")
            try await sandbox.succeed("sign-out tailspin")
            // Else the current profile would delete it.
            let signedOut = try await sandbox.acct("why --json", ["/me/messages/\(id)"]).json(Explanation.self)
            #expect(signedOut.profile == "tailspin")
        }
    }

    @Test func ruleDecidesForTheRequestsItMatches() async throws {
        try await withEightProfiles { sandbox, _ in
            try await sandbox.succeed("rule add", ["GET /sites/contoso.sharepoint.com:*", "audit"])
            let why = try await sandbox.succeed("why --json /sites/contoso.sharepoint.com:/sites/hr")
            #expect(try why.json(Explanation.self).profile == "audit")
            #expect(try why.json(Explanation.self).step == "rule")
        }
    }

    private func withEightProfiles(
        _ test: (Sandboxed, Sandboxed.Description) async throws -> Void
    ) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.withSecondCloud { gov in
                let scopes = ["User.Read", "User.ReadBasic.All", "Mail.Read", "Chat.Read"].flatMap { ["--scope", $0] }
                try await sandbox.add("work", as: "alice@contoso.example", scopes)
                try await sandbox.add("fabrikam", as: "carol@fabrikam.example", scopes)
                try await sandbox.add("tailspin", as: "gail@tailspin.example", scopes)
                try await sandbox.add("audit", as: "bob@contoso.example", ["--read-only"])
                try await sandbox.add("home", as: "sam@contoso.example:personal")
                try await sandbox.add("gov", as: "carol@fabrikam.example", at: gov.authority)
                try await sandbox.add("dana", as: "dana@contoso.example")
                try await sandbox.succeed("add guest --tenant fabrikam.example --account dana")
                try await sandbox.succeed("remove dana")
                try await sandbox.succeed(
                    "add daemon --client-id \(sandbox.server.daemon.clientId) --client-secret-stdin --authority",
                    [try #require(sandbox.server.authorities["contoso.example"])],
                    input: Data(sandbox.server.daemon.clientSecret.utf8))
                try await test(sandbox, gov)
            }
        }
    }
}
