import Foundation
import Testing

/// `acct graph` over many pages: a document or a line for each item, up to the end, a limit or a failure.
@Suite struct GraphPagesTests {
    private struct User: Decodable, Equatable { let id: String }
    private struct Users: Decodable {
        let value: [User]
        let nextLink: String?
        enum CodingKeys: String, CodingKey {
            case value
            case nextLink = "@odata.nextLink"
        }
    }

    private func withUsers(
        _ options: String..., test: (Sandboxed, _ ids: [String]) async throws -> Void
    ) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            let all = try await sandbox.succeed("graph /users?$top=999&$select=id --paginate").json(Users.self)
            #expect(all.value.count >= 3000)
            try await test(sandbox, all.value.map(\.id))
        }
    }

    private func ids(_ run: Run) throws -> [String] { try ids(of: run.output) }

    private func ids(of lines: Data) throws -> [String] {
        try lines.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(User.self, from: $0).id }
    }

    @Test(arguments: [("--top 2", true), ("--top 2 --max-items 2", false), ("--top 100", false), ("", false)])
    func topThatEndsNothingIsSaid(options: String, isSaid: Bool) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.Read"])
            let run = try await sandbox.succeed("graph /me/messages --ndjson \(options)")
            let note = "--top is the size of a page, and all pages are fetched. To end after that many: --max-items 2"
            #expect(run.error.contains(note) == isSaid, "\(run)")
        }
    }

    @Test func ndjsonPrintsEachItemWithTheServersBytes() async throws {
        try await withUsers { sandbox, all in
            let run = try await sandbox.succeed("graph /users --top 500 --ndjson")
            #expect(try ids(run) == all)
            #expect(run.text.hasSuffix("}\n") && run.error.isEmpty)
            let items = try await sandbox.itemsOfAllPages("/v1.0/users?$top=500")
            #expect(run.text.split(separator: "\n").joined(separator: ",") == items.joined(separator: ","))
            #expect(try ids(await sandbox.succeed("graph /users --top 500 --ndjson --paginate --silent")).isEmpty)
        }
    }

    @Test(.needsJQ)
    func jqRunsOnEachItemOrOnTheWholeDocument() async throws {
        try await withUsers { sandbox, all in
            let lines = try await sandbox.succeed("graph /users --top 999 --ndjson --jq .id")
            #expect(lines.text.split(separator: "\n").map(String.init) == all)
            #expect(
                try await sandbox.succeed("graph /users --top 999 --paginate --jq .value|length").line == "\(all.count)"
            )
            try await sandbox.inject(.init(on: .graph, status: 500, body: #"{"error":{"code":"Stop"}}"#, skip: 2))
            let cut = try await sandbox.acct("graph /users --top 999 --paginate --jq .value|length")
            #expect(cut.status == 6 && cut.error.contains("--resume-from"), "\(cut)")
            #expect(cut.line == "1998", "The program runs on what came: \(cut)")
        }
    }

    /// A run that fails leaves the file as it was, and what came beside it. With the resumed run nothing is missing.
    @Test func outputFileIsReplacedOnceAllPagesArrived() async throws {
        try await withUsers { sandbox, all in
            let file = "\(sandbox.workspace.folder)/users"
            for (form, before) in [("--ndjson", "old"), ("--paginate", "older")] {
                try before.write(toFile: file, atomically: true, encoding: .utf8)
                try await sandbox.inject(.init(on: .graph, status: 500, body: #"{"error":{"code":"Stop"}}"#, skip: 2))
                let cut = try await sandbox.acct("graph /users --top 999 \(form) --output \(file)")
                #expect(cut.status == 6 && cut.output.isEmpty, "\(cut)")
                #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
                let kept = "\(file).partial\(form == "--ndjson" ? "" : "-2")"
                #expect(cut.error.contains("The first 1998 items are in \(kept)."), "\(cut)")
                let link = try #require(cut.error.firstMatch(of: /--resume-from '([^']+)'/)).1
                let rest = try ids(await sandbox.succeed("graph /users --ndjson --resume-from \(link)"))
                let bytes = try Data(contentsOf: URL(fileURLWithPath: kept))
                if form == "--ndjson" {
                    #expect(try ids(of: bytes) + rest == all)
                } else {
                    let document = try JSONDecoder().decode(Users.self, from: bytes)
                    #expect(document.value.map(\.id) + rest == all && document.nextLink == String(link))
                }
                let run = try await sandbox.succeed("graph /users --top 999 \(form) --output \(file)")
                #expect(run.output.isEmpty)
                let piped = try await sandbox.succeed("graph /users --top 999 \(form)")
                #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == piped.output)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 7])
    func maxItemsLimitsTheItems(count: Int) async throws {
        try await withUsers { sandbox, all in
            try await sandbox.clearRequests()
            let run = try await sandbox.succeed("graph /users --top 2 --ndjson --max-items \(count)")
            #expect(try ids(run) == Array(all.prefix(count)))
            #expect(try await sandbox.requests().count == (count + 1) / 2)
            #expect(run.error.contains("There are more items than \(count)"))
            let link = try #require(run.error.firstMatch(of: /--resume-from '([^']+)'/)).1
            #expect(link.hasSuffix("#item=1") == (count % 2 == 1))
            let next = try await sandbox.succeed("graph /users --ndjson --max-items 3 --resume-from \(link)")
            #expect(try ids(next) == Array(all.dropFirst(count).prefix(3)))
            let document = try await sandbox.succeed("graph /users --top 2 --max-items \(count)").json(Users.self)
            #expect(document.value.map(\.id) == Array(all.prefix(count)))
            #expect(document.nextLink?.hasSuffix("#item=1") == (count % 2 == 1))
        }
    }

    @Test func maxItemsPrintsNoNoteWhenAllItemsFit() async throws {
        try await withUsers { sandbox, all in
            let run = try await sandbox.succeed("graph /users --top 999 --ndjson --max-items \(all.count)")
            #expect(try ids(run) == all)
            #expect(run.error.isEmpty, "\(run)")
        }
    }

    /// The failed run and the resumed run together print every item.
    @Test(arguments: [["--ndjson"], ["--paginate"]])
    func failedRunIsResumedFromItsLink(form: [String]) async throws {
        try await withUsers { sandbox, all in
            try await sandbox.inject(.init(on: .graph, status: 403, body: #"{"error":{"code":"Stop"}}"#, skip: 3))
            let failed = try await sandbox.acct("graph /users --top 500", form)
            #expect(failed.status == 6, "\(failed)")
            #expect(
                failed.error.contains(#"{"error":{"code":"Stop"}}"#) && failed.error.contains("page 4"), "\(failed)")
            let link = try #require(failed.error.firstMatch(of: /--resume-from '([^']+)'/)).1
            let rest = try await sandbox.succeed("graph /users --resume-from \(link)", form)
            if form == ["--ndjson"] {
                #expect(try ids(failed) + ids(rest) == all)
            } else {
                let (head, tail) = try (failed.json(Users.self), rest.json(Users.self))
                #expect((head.value + tail.value).map(\.id) == all)
                #expect(head.nextLink == String(link))
                #expect(tail.nextLink == nil)
            }
        }
    }

    @Test func failedRunOfOneOfSeveralProfilesIsResumedAlone() async throws {
        struct Row: Decodable {
            struct Fields: Decodable { let message, resumeFrom: String? }
            let error: Fields?
        }
        try await withUsers { sandbox, all in
            try await sandbox.inject(.init(on: .graph, status: 403, body: #"{"error":{"code":"Stop"}}"#, skip: 1))
            let failed = try await sandbox.acct("graph /users --top 500 --ndjson --profiles alice")
            let rows = failed.text.split(separator: "\n")
            let row = try JSONDecoder().decode(Row.self, from: Data(try #require(rows.last).utf8))
            let link = try #require(row.error?.resumeFrom)
            #expect(row.error?.message?.contains("-p alice --resume-from") == true, "\(failed)")
            let rest = try await sandbox.succeed("graph /users --ndjson -p alice --resume-from", [link])
            #expect(try ids(rest) == Array(all.dropFirst(rows.count - 1)))
        }
    }

    @Test func failedFirstPagePrintsItsErrorBody() async throws {
        try await withUsers { sandbox, _ in
            try await sandbox.inject(.init(on: .graph, status: 403, body: #"{"error":{"code":"Stop"}}"#))
            let run = try await sandbox.acct("graph /users --ndjson")
            // The lines on stdout are items, and nothing else.
            #expect(run.status == 6 && run.output.isEmpty)
            #expect(run.error.hasPrefix(#"{"error":{"code":"Stop"}}"# + "\n"), "\(run)")
            #expect(!run.error.contains("--resume-from"))
            try await sandbox.inject(.init(on: .graph, status: 403, body: #"{"error":{"code":"Stop"}}"#))
            let document = try await sandbox.acct("graph /users --paginate")
            #expect(document.status == 6 && document.text == #"{"error":{"code":"Stop"}}"#, "\(document)")
        }
    }

    @Test(arguments: [
        (410, #"{"error":{"code":"resyncRequired"}}"#), (400, #"{"error":{"code":"syncStateNotFound"}}"#),
    ])
    func expiredLinkAsksToStartOver(status: Int, body: String) async throws {
        try await withUsers { sandbox, _ in
            try await sandbox.inject(.init(on: .graph, status: status, body: body, skip: 1))
            let run = try await sandbox.acct("graph /users --ndjson")
            #expect(run.status == 6)
            #expect(run.error.contains("start over") && !run.error.contains("--resume-from"), "\(run)")
        }
    }

    /// Invalid pages: truncated, empty, from a proxy, or another document.
    @Test(arguments: [
        (#"{"value":[{"id":"a"},{"id""#, 1), ("", 1), ("<html>", 7), ("[]", 1), (#"{"value":[]}x"#, 1),
        (#"{"id":"x"}"#, 1),
    ])
    func invalidPageEndsTheRun(body: String, status: Int32) async throws {
        try await withUsers { sandbox, all in
            try await sandbox.inject(.init(on: .graph, status: 200, body: body, skip: 2))
            let run = try await sandbox.acct("graph /users --top 500 --ndjson")
            #expect(run.status == status, "\(run)")
            #expect(try ids(run) == Array(all.prefix(1000)))
            #expect(!run.error.contains(all[0]) && run.error.contains("--resume-from"), "\(run)")
        }
    }

    @Test func emptyPagesAreFollowedAndLoopsAreDetected() async throws {
        try await withUsers { sandbox, all in
            let first = "\(sandbox.server.graph)/v1.0/users?$top=999&$select=id"
            try await sandbox.inject(
                .init(on: .graph, status: 200, body: #"{"value":[],"@odata.nextLink":"\#(first)"}"#))
            #expect(try ids(await sandbox.succeed("graph /users --ndjson")) == all)
            let loop = #"{"value":[{"id":"l"}],"@odata.nextLink":"\#(first)&a=b"}"#
            try await sandbox.inject(.init(on: .graph, status: 200, body: loop, times: 9))
            let run = try await sandbox.acct("graph /users --ndjson")
            #expect(run.status == 1 && run.error.contains("never end"), "\(run)")
            #expect(try ids(run) == ["l", "l"])
        }
    }

    @Test func tokenIsNotSentToALinkOnAnotherHost() async throws {
        try await withUsers { sandbox, _ in
            let elsewhere = try ListeningPort()
            let link = "http://localhost:\(elsewhere.port)/v1.0/users"
            try await sandbox.inject(
                .init(on: .graph, status: 200, body: #"{"value":[{"id":"a"}],"@odata.nextLink":"\#(link)"}"#))
            let followed = try await sandbox.acct("graph /users --ndjson")
            #expect(followed.status == 5 && followed.error.contains("was not followed"), "\(followed)")
            try await sandbox.clearRequests()
            let typed = try await sandbox.acct("graph /users --ndjson --resume-from \(link)")
            #expect(typed.status == 5 && typed.output.isEmpty, "\(typed)")
            #expect(!elsewhere.wasConnected)
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    /// A redirect to another host can bring a page, but the token is not sent to the links of that page.
    @Test func redirectedPageDoesNotMakeItsHostTrusted() async throws {
        try await Sandboxed.run { sandbox in
            let elsewhere = try ScriptedServer { request in
                let next = "http://\(request.headers["host"] ?? "")/more"
                return request.target == "/more"
                    ? .response(401, "{}") : .response(200, #"{"@odata.nextLink":"\#(next)","value":[{"id":"a"}]}"#)
            }
            let graph = try ScriptedServer { [port = elsewhere.port] _ in
                .response(302, headers: ["Location: http://localhost:\(port)/page"])
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph /users --ndjson --max-wait 0")
            #expect(run.status == 5 && run.error.contains("was not followed"), "\(run)")
            #expect(!graph.requests.isEmpty && !elsewhere.requests.isEmpty)
            #expect(elsewhere.requests.allSatisfy { $0.headers["authorization"] == nil })
            #expect(!elsewhere.requests.contains { $0.target == "/more" })
        }
    }

    @Test func deltaLinkIsPrinted() async throws {
        try await withUsers { sandbox, _ in
            let body = #"{"value":[{"id":"a"}],"@odata.deltaLink":"https://g/delta?$deltatoken=x%2f"}"#
            try await sandbox.inject(.init(on: .graph, status: 200, body: body, times: 2))
            #expect(try await sandbox.succeed("graph /users/delta --paginate").text == body.replacing("\n", with: ""))
            let lines = try await sandbox.succeed("graph /users/delta --ndjson")
            #expect(lines.text == "{\"id\":\"a\"}\n")
            #expect(lines.error.contains("https://g/delta?$deltatoken=x%2f"))
        }
    }

    /// Directory objects can be counted only with the ConsistencyLevel header, which next links do not carry.
    @Test func consistencyHeaderIsSentWithEveryPage() async throws {
        struct Counted: Decodable {
            let count: Int
            enum CodingKeys: String, CodingKey { case count = "@odata.count" }
        }
        try await withUsers { sandbox, all in
            let run = try await sandbox.succeed("graph /users --count --top 999 --select id --paginate")
            #expect(try run.json(Counted.self).count == all.count)
        }
    }

    /// A token that is refused between two pages is refreshed, and the run continues.
    @Test func refusedTokenIsRefreshedBetweenPages() async throws {
        try await withUsers { sandbox, all in
            try await sandbox.inject(.init(on: .graph, status: 401, skip: 2))
            #expect(try ids(await sandbox.succeed("graph /users --top 500 --ndjson")) == all)
            #expect(try await sandbox.requests("refresh_token").count == 1)
        }
    }

    @Test(arguments: [(SIGINT, "--ndjson"), (SIGTERM, "--ndjson"), (SIGINT, "--paginate")])
    func interruptedRunPrintsTheLinkToResumeFrom(signal: Int32, form: String) async throws {
        try await withUsers { sandbox, all in
            try await sandbox.inject(.init(on: .graph, skip: 2, hold: true))
            try await sandbox.clearRequests()
            let child = try sandbox.workspace.start([Products.acct, "graph", "/users", "--top", "500", "--json", form])
            try await eventually("the third page is requested") {
                child.output.count(where: { $0 == UInt8(ascii: "{") }) >= 1000
            }
            child.signal(signal)
            let run = try await child.run()
            #expect(run.status == 128 + signal, "\(run.status) \(run.error)")
            #expect(try run.lastErrorLine().kind == "cancelled", "\(run)")
            let link = try #require(run.error.firstMatch(of: /--resume-from '([^']+)'/)).1
            try await sandbox.clearFaults()
            let rest = try await sandbox.succeed("graph /users --ndjson --resume-from \(link)")
            let received = form == "--ndjson" ? try ids(run) : try run.json(Users.self).value.map(\.id)
            #expect(try received + ids(rest) == all)
        }
    }

    @Test func fieldsAreSentInTheBodyOrTheQuery() async throws {
        struct Message: Decodable {
            let subject: String
            let toRecipients: [Recipient]
            struct Recipient: Decodable { let emailAddress: [String: String] }
        }
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            let made = try await sandbox.succeed(
                "graph me/messages -f toRecipients[][emailAddress][address]=bob@contoso.example -F subject=@-",
                input: Data("Ünlike “others”".utf8))
            let message = try made.json(Message.self)
            #expect(message.subject == "Ünlike “others”")
            #expect(message.toRecipients.map(\.emailAddress["address"]) == ["bob@contoso.example"])
            let found = try await sandbox.succeed("graph me/messages -X GET -f $top=1 --select subject")
            #expect(found.text.contains(#""subject""#))
            let query = try await sandbox.requests().last { $0.method == "GET" }?.query
            #expect(query == "$select=subject&$top=1", "\(query ?? "")")
        }
    }
}
