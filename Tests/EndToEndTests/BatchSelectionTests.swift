import Foundation
import Testing

/// The profile that sends a batch, the errors when none may, and the waits of a batch.
@Suite struct BatchSelectionTests {
    private func lines(_ lines: String...) -> Data { Data(lines.joined(separator: "\n").utf8) }

    private func withTwoTenants(_ body: @Sendable (Sandboxed) async throws -> Void) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read"])
            try await sandbox.add("carol", as: "carol@fabrikam.example", ["--scope", "User.Read"])
            try await sandbox.clearRequests()
            try await body(sandbox)
        }
    }

    @Test func batchForTwoTenantsIsNotSent() async throws {
        try await withTwoTenants { sandbox in
            let input = lines(
                "GET /me", "GET /users/erin@fabrikam.example", "GET /users/bob@contoso.example",
                "GET /users/dora@fabrikam.example")
            let run = try await sandbox.acct("batch --json", input: input)
            expect(run, ExpectedError(3, "carol: GET /users/erin@fabrikam.example (line 2), because"))
            #expect(run.error.contains("and 1 more; alice: GET /users/bob@contoso.example (line 3)"), "\(run)")
            #expect(try run.lastErrorLine().kind == "ambiguous")
            #expect(try await sandbox.requests().isEmpty)
            let file = try sandbox.workspace.file("requests", String(decoding: input, as: UTF8.self))
            #expect(try await sandbox.acct("batch \(file)").status == 3)
            let named = try await sandbox.acct("batch -p carol", input: input)
            #expect(named.output.split(separator: UInt8(ascii: "\n")).count == 4)
        }
    }

    @Test func dryRunShowsTheProfileAndTheRequests() async throws {
        try await withTwoTenants { sandbox in
            struct Shown: Decodable {
                let profile: String, isWrite: Bool, asksFirst: Bool, requests: [Request]
                struct Request: Decodable { let id, method, url: String }
            }
            let input = lines("GET /users/erin@fabrikam.example?$select=id", "DELETE /users/erin@fabrikam.example")
            let run = try await sandbox.succeed("batch --dry-run --json", input: input)
            let shown = try run.json(Shown.self)
            #expect(shown.profile == "carol" && shown.isWrite && shown.asksFirst)
            #expect(shown.requests.map(\.method) == ["GET", "DELETE"] && run.error.contains("Nothing was sent."))
            let text = try await sandbox.succeed("batch --dry-run", input: input).text
            #expect(text.hasPrefix("GET /users/erin@fabrikam.example?$select=id\nDELETE "), "\(text)")
            let mixed = lines("GET /users/erin@fabrikam.example", "GET /users/bob@contoso.example")
            expect(
                try await sandbox.acct("batch --dry-run", input: mixed),
                ExpectedError(3, "carol: GET /users/erin@fabrikam.example (line 1), because"))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    /// The first thousand requests are compared before the first is sent, the others before each is sent.
    @Test func lateRequestForAnotherTenantEndsTheBatch() async throws {
        try await withTwoTenants { sandbox in
            let many = Array(repeating: "GET /me", count: 1000) + ["GET /me", "GET /users/erin@fabrikam.example"]
            let run = try await sandbox.acct("batch", input: Data(many.joined(separator: "\n").utf8))
            #expect(run.status == 3 && run.error.contains("The requests from GET /me (line 1001) on are not sent"))
            #expect(run.error.contains("GET /users/erin@fabrikam.example (line 1002) belongs to carol, because"))
            #expect(run.output.split(separator: UInt8(ascii: "\n")).count == 1000)
        }
    }

    /// A file is read to its end before the first request is sent.
    @Test func lateRequestOfAFileKeepsAllFromBeingSent() async throws {
        try await withTwoTenants { sandbox in
            let many = Array(repeating: "DELETE /users/bob@contoso.example", count: 1500)
            let lines = many + ["GET /users/erin@fabrikam.example"]
            let file = try sandbox.workspace.file("requests", lines.joined(separator: "\n"))
            let run = try await sandbox.acct("batch \(file)")
            expect(
                run, ExpectedError(3, "nothing was sent: GET /users/erin@fabrikam.example (line 1501) belongs to carol")
            )
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    /// A malformed batch has no tenant hints, so --profile is required.
    @Test(arguments: [
        #"{"requests":[{"method":"POST"}]}"#, #"{"requests":1}"#, "x",
        #"{"requests":[{"id":"1","method":"GET","url":"/users/erin@fabrikam.example","url":"/me"}]}"#,
    ])
    func bodyThatIsNoBatchNeedsAName(body: String) async throws {
        try await withTwoTenants { sandbox in
            expect(
                try await sandbox.acct("graph", ["/$batch", "-d", body]),
                ExpectedError(64, "The body is not a batch", run: "acct batch --help"))
            #expect(try await sandbox.requests().isEmpty)
            let named = try await sandbox.acct("graph", ["/$batch", "-d", body, "-p", "alice"])
            #expect(!named.error.contains("The body is not a batch"), "\(named)")
        }
    }

    /// A server may resolve it, so that rules and hints looked at another path.
    @Test(arguments: ["", " -p alice", " --dry-run"])
    func dotSegmentInABodyIsRefused(options: String) async throws {
        try await withTwoTenants { sandbox in
            let part = #"{"id":"1","method":"GET","url":"/groups/%2E./users/erin@fabrikam.example"}"#
            let run = try await sandbox.acct("graph\(options)", ["/$batch", "-d", #"{"requests":[\#(part)]}"#])
            expect(run, ExpectedError(64, "\"/groups/%2E./users/erin@fabrikam.example\" has a part . or .."))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func headersThatAreNoTextHideNoRule() async throws {
        try await withTwoTenants { sandbox in
            try await sandbox.succeed("rule add", ["POST /me/messages", "carol"])
            let part = #"{"id":"1","method":"POST","url":"/me/messages","headers":{"x":1,"y":null},"body":{}}"#
            let run = try await sandbox.acct("graph", ["/$batch", "-d", #"{"requests":[\#(part)]}"#])
            #expect(run.error.contains("Acting as carol (carol@fabrikam.example): it is named by the rule"), "\(run)")
        }
    }

    @Test func ruleDecidesWhenItMatchesEveryRequest() async throws {
        try await withTwoTenants { sandbox in
            try await sandbox.succeed("rule add /users/* carol")
            let users = ["GET /users/1", "GET /users/2?$select=id"]
            let run = try await sandbox.acct("batch", input: Data(users.joined(separator: "\n").utf8))
            #expect(run.error.contains("Acting as carol (carol@fabrikam.example): it is named by the rule"), "\(run)")
            try await sandbox.clearRequests()
            let mixed = try await sandbox.acct("batch", input: Data((users + ["GET /me"]).joined(separator: "\n").utf8))
            expect(mixed, ExpectedError(3, "alice: GET /me (line 3), because it is the current profile"))
            #expect(
                mixed.error.contains(
                    "carol: GET /users/1 (line 1), because it is named by the rule \"/users/*\" and 1 more"))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func refusedBatchNamesItsWrites() async throws {
        try await withTwoTenants { sandbox in
            let path = "/users/erin@fabrikam.example"
            let inferred = try await sandbox.acct(
                "batch", input: lines("GET \(path)", "DELETE \(path)?x=1", #"{"method":"PATCH","url":"\#(path)/a"}"#))
            expect(inferred, ExpectedError(5, "Nothing was sent: DELETE \(path) (line 2), PATCH \(path)/a (line 3)"))
            try await sandbox.add("audit", as: "alice@contoso.example", ["--read-only"])
            try await sandbox.clearRequests()
            let document = (1...6).map { #"{"id":"\#($0)","method":"DELETE","url":"/me/messages/\#($0)"}"# }
            let refused = try await sandbox.acct(
                "batch -p audit", input: Data(#"{"requests":[\#(document.joined(separator: ","))]}"#.utf8))
            expect(refused, ExpectedError(5, "The writes: DELETE /me/messages/1 (request 1), "))
            #expect(refused.error.contains("(request 3) and 3 more."), "\(refused)")
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test(arguments: ["", " --max-wait 60s", " --max-wait 1s"])
    func partWithALongRetryAfterIsNotSentAgain(option: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read"])
            let input = lines("GET /me?$select=id", "GET /me", "GET /me?$select=mail")
            try await sandbox.inject(.init(on: .batchItem, status: 429, headers: ["Retry-After": "400"], skip: 1))
            let run = try await sandbox.acct("batch" + option, input: input)
            #expect(run.status == 7 && run.error.contains("Try again in 400 s"), "\(run)")
            #expect(run.error.contains("1 of 3 requests failed for now. Request 2 has the longest wait"))
            #expect(run.output.split(separator: UInt8(ascii: "\n")).count == 3)
            try await sandbox.inject(.init(on: .batchItem, status: 429, headers: ["Retry-After": "400"], skip: 1))
            let mixed = try await sandbox.acct("batch" + option, input: lines("GET /me/nonsense", "GET /me"))
            #expect(mixed.status == 6 && mixed.error.contains("1 of them can be sent later"), "\(mixed)")
        }
    }

    @Test func throttledBatchWaitsNoLongerThanMaxWait() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read"])
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": "61"]))
            let run = try await sandbox.acct("batch --max-wait 60s", input: lines("GET /me"))
            expect(run, ExpectedError(7, "Try again in 61 s, or let acct wait: --max-wait 121s"))
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": "0.1"]))
            try await sandbox.succeed("batch --max-wait 60s", input: lines("GET /me"))
        }
    }
}
