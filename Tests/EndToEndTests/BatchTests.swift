import Foundation
import Testing

/// `acct batch`: many requests in a few batches, each with its own response.
@Suite struct BatchTests {
    private struct Row: Decodable {
        let id: String
        let status: Int
        let body: Body?

        struct Body: Decodable { let displayName, subject, id: String? }
    }

    private func rows(_ run: Run) throws -> [Row] {
        try run.output.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Row.self, from: $0) }
    }

    private func lines(_ lines: String...) -> Data { self.lines(lines) }

    private func lines(_ lines: [String]) -> Data { Data(lines.joined(separator: "\n").utf8) }

    @Test func responsesArePrintedInTheOrderOfTheLines() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "alice", as: "alice@contoso.example", ["--scope", "User.Read", "--scope", "Mail.ReadWrite"])
            let run = try await sandbox.acct(
                "batch",
                input: lines(
                    "# who am I?", "GET /me?$select=displayName", "", "GET /me/nonsense",
                    #"{"id":"new","method":"POST","url":"/me/messages","body":{"subject":"Hello"}}"#))
            #expect(run.status == 6, "\(run)")
            let rows = try rows(run)
            #expect(rows.map(\.id) == ["1", "2", "new"])
            #expect(rows[0].body?.displayName == "Alice Ångström")
            #expect(rows[1].status >= 400 && rows[2].status == 201 && rows[2].body?.subject == "Hello")
            #expect(run.error.contains("1 of 3 requests failed, first request 2: GET /me/nonsense"), "\(run)")
            #expect(try await sandbox.batches() == 1)
        }
    }

    @Test func requestsAreSentTwentyAtATimeInOrder() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let many = Data(String(repeating: "GET /me?$select=id\n", count: 1010).utf8)
            let run = try await sandbox.succeed("batch -", input: many)
            #expect(try rows(run).map(\.id) == (1...1010).map(String.init))
            #expect(try await sandbox.batches() == 51)
            let file = try sandbox.workspace.file("requests", String(decoding: many, as: UTF8.self))
            #expect(try await sandbox.succeed("batch \(file)").output == run.output)
        }
    }

    @Test func jsonBatchDocumentKeepsItsOrderAndDependencies() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "alice", as: "alice@contoso.example", ["--scope", "User.Read", "--scope", "Mail.ReadWrite"])
            let document = """
                {"requests": [
                  {"id": "b", "method": "GET", "url": "/me", "dependsOn": ["a"]},
                  {"id": "a", "method": "GET", "url": "/me?$select=id"},
                  {"id": "c", "method": "GET", "url": "/me/nonsense"},
                  {"id": "d", "method": "POST", "url": "/me/messages", "body": {}, "dependsOn": ["c"]}
                ]}
                """
            let run = try await sandbox.acct("batch", input: Data(document.utf8))
            let rows = try rows(run)
            #expect(rows.map(\.id) == ["b", "a", "c", "d"])
            #expect(rows[0].status == 200 && rows[1].status == 200 && rows[3].status == 424, "\(run)")
            #expect(try await sandbox.batches() == 2)
        }
    }

    @Test func throttledRequestsAloneAreSentAgain() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(
                .init(on: .batchItem, status: 429, headers: ["Retry-After": "0.2"], skip: 1, times: 3))
            let run = try await sandbox.succeed(
                "batch", input: Data(String(repeating: "GET /me?$select=id\n", count: 5).utf8))
            #expect(try rows(run).map(\.status) == [200, 200, 200, 200, 200])
            #expect(run.error.contains("before sending 3 requests again"), "\(run)")
            #expect(try await sandbox.batches() == 2)
        }
    }

    @Test func readOnlyProfileSendsOnlyBatchesOfReads() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("audit", as: "alice@contoso.example", ["--read-only"])
            try await sandbox.succeed("batch", input: lines("GET /me", "GET /me?$select=id"))
            try await sandbox.clearRequests()
            for arguments in ["batch", "batch -p audit"] {
                let run = try await sandbox.acct(arguments, input: lines("GET /me", "DELETE /me/messages/1"))
                expect(run, ExpectedError(5, "it is read-only"))
            }
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func batchWithAWriteNeedsANamedProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            try await sandbox.clearRequests()
            let path = "/users/erin@fabrikam.example"
            let refused = try await sandbox.acct("batch", input: lines("GET \(path)", "DELETE \(path)"))
            expect(refused, ExpectedError(5, "--profile carol"))
            #expect(try await sandbox.requests().isEmpty)
            let read = try await sandbox.acct("batch", input: lines("GET \(path)"))
            #expect(read.error.contains("Acting as carol"), "\(read)")
        }
    }

    /// What the ladder compares at once is limited, and the selection is not.
    @Test func requestsAfterTheFirstThousandAreJudgedLikeThem() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "alice", as: "alice@contoso.example", ["--scope", "User.Read", "--scope", "Mail.ReadWrite"])
            try await sandbox.add("bob", as: "bob@contoso.example")
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            try await sandbox.succeed("rule add /groups/* bob")
            let post = #"{"method":"POST","url":"/me/messages","body":{"subject":"Late"}}"#
            func input(_ many: String, _ last: String) -> Data {
                Data((String(repeating: many + "\n", count: 1000) + last).utf8)
            }
            let named = try await sandbox.succeed("batch", input: input("GET /me?$select=id", post))
            #expect(try rows(named).last?.status == 201)
            let carols = "/users/carol@fabrikam.example"
            for (many, last, error) in [
                ("GET /groups/1", "DELETE /me/events/1", ExpectedError(3, "belongs to another profile than bob")),
                ("GET \(carols)/messages/1", "GET /me", ExpectedError(3, "belongs to another profile than carol")),
                ("GET \(carols)", "DELETE \(carols)", ExpectedError(5, "DELETE \(carols) (line 1001)")),
            ] {
                let input = input(many, last)
                let late = try await sandbox.acct("batch", input: input)
                #expect(late.status == error.status && late.error.contains(error.words), "\(late.error)")
                #expect(try rows(late).count == 1000)
                let file = try sandbox.workspace.file("requests", String(decoding: input, as: UTF8.self))
                try await sandbox.clearRequests()
                #expect(try await sandbox.acct("batch \(file)").status == error.status)
                #expect(try await sandbox.requests().isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("nonsense", "Line 2"), ("GET https://elsewhere.example/", "must be a path"), ("GET beta/me", "--beta"),
        (#"{"method":"GET","url":"/me","dependsOn":["x"]}"#, "\"x\""),
    ])
    func invalidLineIsRefusedBeforeAnythingIsSent(line: String, words: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.clearRequests()
            expect(try await sandbox.acct("batch", input: lines("GET /me", line)), ExpectedError(64, words))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func requestsOfABrokenBatchAreOpen() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            try await sandbox.inject(.init(on: .graph, drop: true))
            let run = try await sandbox.acct(
                "batch",
                input: lines("GET /me", #"{"id":"new","method":"POST","url":"/me/messages","body":{"subject":"x"}}"#))
            let open = ["The write among them may have been carried out", "Requests without a line were not sent"]
            #expect(
                run.status == 7 && open.allSatisfy(run.error.contains) && !run.error.contains("Try again"), "\(run)")
            #expect(run.text.contains(#"{"id":"new","status":null,"error":{"kind":"network""#), "\(run)")
            try await sandbox.inject(.init(on: .graph, status: 200, body: #"{"responses":[{"id":"1","status":200},"#))
            let cut = try await sandbox.acct("batch", input: lines("GET /me", "POST /me/messages/1/send"))
            #expect(cut.status == 1 && cut.text.contains(#"{"id":"1","status":200"#), "\(cut)")
            #expect(cut.text.contains("lacks this request. The write may have been carried out"), "\(cut)")
        }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func requestsOfAnInterruptedBatchAreOpen(signal: Int32) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            try await sandbox.inject(.init(on: .graph, times: 2, hold: true))
            let write = #"{"method":"POST","url":"/me/messages","body":{"subject":"x"}}"#
            try await sandbox.clearRequests()
            let child = try sandbox.workspace.start(
                [Products.acct, "batch", "--quiet"],
                input: .bytes(lines(["GET /me"] + Array(repeating: write, count: 24))))
            try await eventually("both batches have arrived") {
                try await sandbox.requests().count == 2
            }
            child.signal(signal)
            let run = try await child.run()
            #expect(run.status == 128 + signal, "\(run)")
            let rows = run.text.split(separator: "\n")
            #expect(rows.count == 25 && rows.allSatisfy { $0.contains(#""kind":"cancelled""#) }, "\(run)")
            #expect(run.error.contains("The 24 writes among them may have been carried out"), "\(run)")
        }
    }

    @Test func interruptEndsTheWaitForRequests() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let terminal = try PseudoTerminal()
            let child = try sandbox.workspace.start(
                [Products.acct, "batch"], input: .terminal(path: terminal.path))
            try await eventually("acct waits") { terminal.text.contains("Type one request a line") }
            child.signal(SIGINT)
            #expect(try await child.finish(within: .seconds(50)) == 128 + SIGINT)
        }
    }

    @Test func pagesAreFollowedOrTold() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            let input = lines("GET /users?$top=500", "GET /me?$select=id")
            let first = try await sandbox.succeed("batch", input: input)
            #expect(first.error.contains("1 collection has more pages; --follow fetches them."), "\(first)")
            let all = try await sandbox.succeed("batch --follow --jq .body.value|length", input: input)
            let count = Int(all.text.split(separator: "\n").first ?? "") ?? 0
            #expect(count > 500 && !all.error.contains("more pages"), "\(all.error)")
            let several = try await sandbox.succeed("graph /users?$top=500 --profiles alice")
            #expect(
                several.error.contains("alice has more pages; --paginate fetches them all."), "\(several.error)")
        }
    }

    @Test func headersGoWithEachRequestAndLinesIntoTheFile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            let file = try sandbox.workspace.file("rows", "old")
            let run = try await sandbox.succeed(
                "batch --output \(file)", ["-H", "ConsistencyLevel: eventual"],
                input: lines("GET /users/$count", "GET /users/$count"))
            #expect(run.text.isEmpty)
            let rows = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            #expect(rows.count == 2 && rows.allSatisfy { $0.contains(#""status":200"#) }, "\(rows)")
        }
    }

    @Test func resultsThatTheFileCannotTakeGoToStdout() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.acct("batch --output /dev/full", input: lines("GET /me", "GET /nothing"))
            #expect(try rows(run).map(\.status) == [200, 400])
            #expect(run.status == 1 && run.error.contains("No space left on device."), "\(run)")
            #expect(run.error.contains("The results that the file could not take are on stdout."), "\(run)")
        }
    }

    @Test func writesThatFailedForAMomentAreOpenAndReadsCanBeSentLater() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            func response(_ id: String, _ status: Int) -> String {
                let error = #""error":{"code":"tooBusy","message":"Busy","innerError":{"request-id":"r-\#(id)"}}"#
                return #"{"id":"\#(id)","status":\#(status),"headers":{"Retry-After":"900"},"body":{\#(error)}}"#
            }
            let body = #"{"responses":[\#(response("1", 503)),\#(response("2", 503)),\#(response("3", 504))]}"#
            try await sandbox.inject(.init(on: .graph, status: 200, body: body))
            let run = try await sandbox.acct(
                "batch --json", input: lines("GET /me", "POST /me/messages/1/send", "POST /me/messages/2/send"))
            #expect(run.status == 6, "\(run)")
            let expected = [
                "first request 2: POST /me/messages/1/send failed with status 503: tooBusy: Busy (request-id r-2",
                "POST /me/messages/1/send may have been carried out: look at the result before you send it again.",
                "2 writes with status 503 or 504 may have been carried out", "1 of them can be sent later",
            ]
            #expect(expected.allSatisfy(run.error.contains), "\(run)")
            let error = try run.lastErrorLine()
            #expect(error.code == "tooBusy" && error.requestId == "r-2" && error.retryAfter == 900, "\(run)")
            #expect(error.profile == "alice", "\(run)")
        }
    }

    @Test func batchThatIsRefusedAsAWholeIsAnError() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .graph, status: 400, body: #"{"error":{"code":"BadRequest"}}"#, skip: 1))
            let run = try await sandbox.acct(
                "batch --json", input: Data(String(repeating: "GET /me?$select=id\n", count: 40).utf8))
            #expect(run.status == 6, "\(run)")
            let error = try run.lastErrorLine()
            #expect(error.kind == "api" && error.status == 400 && error.profile == "alice", "\(run)")
            #expect(run.error.contains(#"{"error":{"code":"BadRequest"}}"# + "\n"), "stdout has the rows: \(run)")
            #expect(try rows(run).count == 20)
        }
    }

    @Test func failedRunLeavesTheFileAndPutsTheResultsBesideIt() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let file = try sandbox.workspace.file("rows", "old")
            let many = Data(String(repeating: "GET /me?$select=id\n", count: 40).utf8)
            try await sandbox.inject(.init(on: .graph, status: 400, body: "{}", skip: 1))
            let run = try await sandbox.acct("batch --output \(file)", input: many)
            #expect(run.status == 6 && run.error.contains("The results so far are in \(file).partial."), "\(run)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
            let partial = try String(contentsOfFile: "\(file).partial", encoding: .utf8)
            #expect(partial.split(separator: "\n").count == 20)
        }
    }

    @Test(.needsJQ)
    func programThatFailsLeavesTheFile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let file = try sandbox.workspace.file("rows", "old")
            let run = try await sandbox.acct(
                "batch --output \(file) --jq", [#"if .id == "2" then error("no") else .id end"#],
                input: lines("GET /me", "GET /me?$select=id"))
            #expect(run.status == 1 && run.error.contains("The results so far are in \(file).partial."), "\(run)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
        }
    }
}

extension Sandboxed {
    /// The number of batches that the sandbox received.
    fileprivate func batches() async throws -> Int {
        let count = try await requests().filter { $0.path == "/v1.0/$batch" && $0.method == "POST" }.count
        try await clearRequests()
        return count
    }
}
