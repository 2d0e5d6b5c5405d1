import Foundation
import Testing

/// `acct graph --profiles` and `--all-profiles`: a read as several profiles, with a row for each.
@Suite struct ManyProfilesTests {
    private struct Row: Decodable {
        let profile: String
        let value: Value?
        let error: Failure?
        let skipped: String?

        struct Value: Decodable {
            let displayName: String?
            let value: [Item]?
        }
        struct Item: Decodable { let id: String }
        struct Failure: Decodable {
            let kind, message: String
            let status: Int?
            let command: String?
        }
    }

    private func rows(_ run: Run) throws -> [String: Row] {
        let rows = try run.output.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Row.self, from: $0)
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.profile, $0) })
    }

    @Test func eachProfileHasItsOwnRow() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            let names = ["alice": "Alice Ångström", "bob": "Bob O'Neil", "carol": "Carol 山田"]
            let all = try rows(await sandbox.succeed("graph /me --all-profiles"))
            #expect(all.mapValues(\.value?.displayName) == names)
            let two = try await sandbox.succeed("graph /me --profiles carol,alice,CAROL")
            #expect(try rows(two).keys.sorted() == ["alice", "carol"])
            #expect(two.error.isEmpty)
        }
    }

    @Test func failedProfileHasARowWithTheError() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            try await sandbox.succeed("sign-out bob")
            let run = try await sandbox.acct("graph /me --all-profiles --json")
            let bob = try #require(try rows(run)["bob"]?.error)
            #expect(bob.kind == "sign_in_required" && bob.command == "acct sign-in bob")
            #expect(try rows(run)["alice"]?.value?.displayName == "Alice Ångström")
            #expect(run.status == 4 && run.error.contains("1 of 3 profiles"), "\(run)")
            try await sandbox.inject(.init(on: .graph, status: 418, body: #"{"error":{"code":"Teapot"}}"#))
            let mixed = try await sandbox.acct("graph /me --profiles alice,bob --json")
            let alice = try #require(try rows(mixed)["alice"]?.error)
            #expect(alice.kind == "api" && alice.status == 418 && alice.message.contains("Teapot"))
            #expect(mixed.status == 1)
            #expect(try mixed.lastErrorLine().kind == "failed")
        }
    }

    @Test func programAndFileGetTheRows() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("sign-out bob")
            let program = #"[.profile, .value.displayName, .error.kind]"#
            let run = try await sandbox.acct("graph /me --all-profiles --jq", [program])
            #expect(
                run.text.split(separator: "\n").sorted() == [
                    #"["alice","Alice Ångström",null]"#, #"["bob",null,"sign_in_required"]"#,
                ], "\(run)")
            #expect(run.status == 4)
            let file = "\(sandbox.workspace.folder)/rows"
            let written = try await sandbox.acct("graph /me --all-profiles -o \(file)")
            #expect(written.status == 4 && written.text.isEmpty, "\(written)")
            let rows = try String(contentsOfFile: file, encoding: .utf8)
            #expect(rows.split(separator: "\n").count == 2 && rows.contains(#"{"profile":"bob","error":"#), "\(rows)")
            expect(
                try await sandbox.acct("graph /me --all-profiles --jq", [".profile + 1"]),
                ExpectedError(1, "The jq program failed"))
        }
    }

    /// Also one whose request was refused: the account was at work.
    @Test func useIsRecordedForEachProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("graph /me --all-profiles")
            struct Listed: Decodable { let name: String, lastUsed: Int? }
            let used = try await sandbox.succeed("list --json").json([Listed].self)
            #expect(used.allSatisfy { $0.lastUsed != nil }, "\(used)")
        }
    }

    @Test func pageAfterTheLastWantedItemIsNotFetched() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            try await sandbox.inject(.init(on: .graph, status: 500, skip: 1))
            let run = try await sandbox.succeed("graph /users --top 2 --ndjson --max-items 2 --all-profiles")
            #expect(run.text.split(separator: "\n").count == 2, "\(run)")
        }
    }

    @Test func noteNamesTheProfileThatItIsAbout() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": "0.1"]))
            let run = try await sandbox.succeed("graph /me --all-profiles")
            #expect(run.error.hasPrefix("alice: The server responded with status 429. Waiting 1 s"), "\(run)")
        }
    }

    @Test func byteOrderMarkIsNoPartOfTheValue() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in .response(200, "\u{FEFF}{\"displayName\":\"A\"}") }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.succeed("graph /me --all-profiles")
            #expect(run.text == "{\"profile\":\"a\",\"value\":{\"displayName\":\"A\"}}\n", "\(run)")
        }
    }

    /// A body that was cut off is not a text, and is not stored.
    @Test(arguments: ["application/json", "application/json;odata.metadata=minimal", "application/problem+json"])
    func malformedJSONIsAnError(type: String) async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in .response(200, "{\"a\":1,", headers: ["Content-Type: \(type)"]) }
            try await sandbox.add("a", at: graph)
            for count in 1...2 {
                let run = try await sandbox.acct("graph /me --all-profiles --cache 1h --json")
                let error = try #require(try rows(run)["a"]?.error)
                #expect(error.kind == "failed" && error.message.contains("not a complete JSON document"), "\(run)")
                #expect(run.status == 1 && graph.requests.count == count, "\(run)")
            }
        }
    }

    @Test func invalidProfilesOptionsAreRefusedBeforeAnythingIsSent() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.clearRequests()
            expect(
                try await sandbox.acct("graph /me/messages --all-profiles -X POST"),
                ExpectedError(5, "Nothing was sent"))
            expect(
                try await sandbox.acct("graph /me --profiles alice,alcie"),
                ExpectedError(3, "Did you mean alice?"))
            #expect(try await sandbox.acct("graph /me --profiles bob -p alice").status == 64)
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    /// An app has no /me: it is left out with the reason, and no failure, unless it was named.
    @Test func unsuitableProfileIsLeftOutUnlessNamed() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("robot")
            expectNoneLeft(try await sandbox.acct("graph /me --all-profiles --jq", [".error"]))
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Chat.ReadBasic"])
            try await sandbox.clearRequests()
            let run = try await sandbox.succeed("graph /me/chats --all-profiles")
            let robot = try #require(try rows(run)["robot"])
            #expect(robot.skipped == "Graph does not offer GET /me/chats to apps" && robot.error == nil, "\(run)")
            #expect(try rows(run)["alice"]?.value != nil && !run.error.contains("robot"), "\(run)")
            try await sandbox.succeed("sign-out alice")
            let failed = try await sandbox.acct("graph /me/chats --all-profiles")
            #expect(failed.status == 4 && failed.error.contains("1 of 1 profiles failed: alice."), "\(failed)")
            #expect(try await sandbox.requests().filter { $0.path == "/v1.0/me/chats" }.count == 1)
            _ = try await sandbox.acct("graph /me/chats --profiles robot")
            #expect(try await sandbox.requests().filter { $0.path == "/v1.0/me/chats" }.count == 2)
        }
    }

    private func expectNoneLeft(_ run: Run) {
        #expect(run.status == 3 && run.error.contains("No profile can do this; nothing was sent. robot: "), "\(run)")
        #expect(run.error.contains("replace --all-profiles by --profiles NAME."), "\(run)")
    }

    /// `-p` beside `--all-profiles` would be refused.
    @Test func interruptedRunNamesWhatReplacesTheOption() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            for option in ["--all-profiles", "--profiles alice"] {
                try await sandbox.inject(.init(on: .graph, status: 418, skip: 1))
                let run = try await sandbox.acct("graph /users --top 2 --ndjson --paginate \(option)")
                let name = option.split(separator: " ")[0]
                #expect(
                    run.text.contains("To resume, replace \(name) in the same command by: -p alice --resume-from "),
                    "\(run)")
            }
        }
    }

    @Test func joinedPagesAreOneRow() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            let run = try await sandbox.succeed("graph /users?$top=500&$select=id --paginate --profiles alice")
            #expect(try rows(run)["alice"]?.value?.value?.count ?? 0 >= 3000)
        }
    }

    @Test(.needs(.sqlite3)) func fiftyProfilesOfOneAccountShareOneRefresh() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            for number in 1..<50 {
                try await sandbox.succeed("add copy\(number) --account alice --tenant contoso.example")
            }
            try await sandbox.store.expireAccessTokens()
            try await sandbox.clearRequests()
            let run = try await sandbox.succeed("graph /me --all-profiles")
            #expect(try rows(run).count == 50)
            #expect(try await sandbox.requests("refresh_token").count == 1)
        }
    }
}
