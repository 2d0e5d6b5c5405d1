import Foundation
import Testing

/// `acct graph`: requests, output and errors.
@Suite struct GraphTests {
    @Test(arguments: ["/me", "me", "/v1.0/me", "v1.0/me"])
    func pathIsSentToTheProfilesGraph(path: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("graph \(path)")
            #expect(try await sandbox.requests().last?.path == "/v1.0/me")
        }
    }

    @Test func fullURLOnTheGraphHostIsAccepted() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("graph \(sandbox.server.graph)/beta/me")
            #expect(try await sandbox.requests().last?.path == "/beta/me")
        }
    }

    @Test func tokenIsNotSentToAnotherHost() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let elsewhere = try ListeningPort()
            try await sandbox.clearRequests()
            for url in [
                "http://localhost:\(elsewhere.port)/v1.0/me", "http://127.0.0.1:\(elsewhere.port)/v1.0/me",
                sandbox.server.graph.replacingOccurrences(of: "localhost", with: "127.0.0.1") + "/v1.0/me",
                sandbox.server.graph.replacingOccurrences(of: "localhost", with: "user@localhost") + "/v1.0/me",
            ] {
                let run = try await sandbox.acct("graph \(url)")
                #expect(run.status == 5 && run.error.contains("the token is not sent there"), "\(run)")
            }
            #expect(!elsewhere.wasConnected)
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func bodyIsReadFromAFileOrStdin() async throws {
        struct Message: Decodable { let id, subject: String }
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite"])
            let file = try sandbox.workspace.file("mail.json", #"{"subject":"From a file"}"#)
            let first = try await sandbox.succeed("graph /me/messages --input \(file)").json(Message.self)
            #expect(first.subject == "From a file")
            let second = try await sandbox.succeed(
                "graph /me/messages -X POST --input -", input: Data(#"{"subject":"From stdin"}"#.utf8)
            ).json(Message.self)
            #expect(second.subject == "From stdin")
            let changed = try await sandbox.succeed(
                "graph /me/messages/\(second.id) -X PATCH --input -", input: Data(#"{"subject":"Changed"}"#.utf8)
            ).json(Message.self)
            #expect(changed.subject == "Changed")
            let deleted = try await sandbox.succeed("graph /me/messages/\(second.id) -X DELETE")
            #expect(deleted.output.isEmpty)
        }
    }

    @Test func requestHeadersAreSentAndResponseHeadersShown() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            let refused = try await sandbox.acct("graph /users/$count -H", ["ConsistencyLevel: none"])
            #expect(refused.status == 6, "\(refused)")
            let counted = try await sandbox.succeed("graph /users/$count -i")
            #expect(counted.text.hasPrefix("HTTP 200\n"))
            let parts = counted.text.components(separatedBy: "\n\n")
            #expect(parts.count == 2 && (Int(parts[1]) ?? 0) >= 1000, "\(counted)")
            let silent = try await sandbox.succeed("graph /me --silent")
            #expect(silent.output.isEmpty)
        }
    }

    @Test func errorBodyGoesToStdoutAndTheMessageToStderr() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.acct("graph /me/nonsense --json")
            #expect(run.status == 6, "\(run)")
            #expect(run.text.contains("\"error\""))
            #expect(run.error.contains("GET /me/nonsense failed with status"))
            #expect(try run.lastErrorLine().kind == "api")
        }
    }

    @Test func paginateJoinsAllPagesWithTheServersBytes() async throws {
        struct User: Decodable { let id: String }
        struct Users: Decodable { let value: [User] }
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            let run = try await sandbox.succeed("graph /users?$top=500 --paginate")
            let ids = try run.json(Users.self).value.map(\.id)
            #expect(ids.count >= 3000)
            #expect(Set(ids).count == ids.count)
            #expect(!run.text.contains("nextLink"))

            let items = try await sandbox.itemsOfAllPages("/v1.0/users?$top=500")
            #expect(run.text.hasSuffix("\"value\":[\(items.joined(separator: ","))]}"))
        }
    }

    @Test func singlePageNotesThatThereAreMore() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            #expect(try await sandbox.succeed("graph /users?$top=3").error.contains("--paginate"))
            #expect(try await sandbox.succeed("graph /users?$top=3 --quiet").error.isEmpty)
        }
    }

    @Test func failedPageEndsTheRunWithTheLinkToResumeFrom() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            try await sandbox.inject(.init(on: .graph, status: 403, body: #"{"error":{"code":"Stop"}}"#, skip: 2))
            let run = try await sandbox.acct("graph /users?$top=500 --paginate")
            #expect(run.status == 6, "\(run)")
            #expect(run.error.contains("page 3") && run.error.contains("skiptoken"), "\(run)")
        }
    }
}

extension Sandboxed {
    /// The text of each page's items, fetched without acct.
    func itemsOfAllPages(_ path: String) async throws -> [String] {
        let token = try await succeed("token").line
        var pages: [String] = []
        var next: String? = server.graph + path
        while let url = next {
            let reply = try await LoopbackHTTP().send("GET", url, headers: ["Authorization": "Bearer \(token)"])
            let start = try #require(reply.text.range(of: "\"value\":["))
            let end = try #require(reply.text.range(of: "]", options: .backwards))
            pages.append(String(reply.text[start.upperBound..<end.lowerBound]))
            next = reply.text.firstMatch(of: /"@odata.nextLink":"([^"]+)"/).map { String($0.1) }
        }
        return pages
    }
}
