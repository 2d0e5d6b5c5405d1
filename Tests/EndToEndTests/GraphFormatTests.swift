import Foundation
import Testing

/// `acct graph` with `--format`, `--slurp`, `--delta-file` and `--progress`.
@Suite struct GraphFormatTests {
    private func withPages(
        _ pages: [String], test: (Sandboxed, ScriptedServer) async throws -> Void
    ) async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                let number = request.target.firstMatch(of: /page=(\d)/).flatMap { Int($0.1) } ?? 0
                let next = "http://\(request.headers["host"] ?? "")/v1.0/users?page="
                return .response(200, pages[number].replacing("NEXT", with: next))
            }
            try await sandbox.add("a", at: graph)
            try await test(sandbox, graph)
        }
    }

    private static let users = [
        #"{"value":[{"id":"1","mail":"a@b"},{"id":"2","mail":null}],"@odata.nextLink":"NEXT1"}"#,
        #"{"value":[{"id":"3","mail":"c, d"}]}"#,
    ]

    @Test(arguments: [
        ("--format csv", "id,mail\r\n1,a@b\r\n2,\r\n", true),
        ("--format csv --paginate", "id,mail\r\n1,a@b\r\n2,\r\n3,\"c, d\"\r\n", false),
        ("--format tsv --max-items 1", "id\tmail\n1\ta@b\n", true),
        ("--format table --paginate", "id  mail\n1   a@b\n2\n3   c, d\n", false),
        ("--format csv --select mail", "mail\r\na@b\r\n\r\n", true),
    ])
    func itemsAreRows(options: String, text: String, hasMore: Bool) async throws {
        try await withPages(Self.users) { sandbox, _ in
            let run = try await sandbox.succeed("graph /users \(options)")
            #expect(run.text == text)
            #expect(run.error.isEmpty != hasMore, "\(run)")
        }
    }

    @Test(arguments: ["", "--paginate", "--ndjson"])
    func collectionsWithinItemsThatAreCutAreNamed(options: String) async throws {
        let page = #"{"value":[{"id":"1","replies":[{}],"replies@odata.nextLink":"https://g/x"}]}"#
        try await withPages([page]) { sandbox, _ in
            let run = try await sandbox.succeed("graph /messages \(options)")
            #expect(run.error.contains("Only the first page of replies was fetched."), "\(run)")
        }
    }

    @Test func slurpPrintsAnArrayOfThePages() async throws {
        try await withPages(Self.users) { sandbox, graph in
            let run = try await sandbox.succeed("graph /users --slurp")
            let pages = Self.users.map { $0.replacing("NEXT", with: "\(graph.url)/v1.0/users?page=") }
            #expect(run.text == "[\(pages.joined(separator: ","))]")
            for options in ["--slurp --ndjson", "--slurp --max-items 2", "--format csv --ndjson", "--format xml"] {
                #expect(try await sandbox.acct("graph /users \(options)").status == 64, "\(options)")
            }
        }
    }

    @Test func aFileThatIsStillCurrentStaysAsItIs() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in .response(304, "") }
            try await sandbox.add("a", at: graph)
            let file = try sandbox.workspace.file("me.json", "before")
            let run = try await sandbox.succeed("graph /me -o \(file) -H", ["If-None-Match: \"1\""])
            #expect(run.error.contains("No file was written"), "\(run)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "before")
        }
    }

    /// The first run reads everything, the next what has changed since then.
    @Test func deltaFileHoldsTheLinkToTheChanges() async throws {
        let pages = [
            #"{"value":[{"id":"1"}],"@odata.nextLink":"NEXT1"}"#, #"{"value":[{"id":"2"}],"@odata.deltaLink":"NEXT2"}"#,
            #"{"value":[{"id":"1","@removed":{}}],"@odata.deltaLink":"NEXT3"}"#,
            #"{"value":[],"@odata.deltaLink":"NEXT3"}"#,
        ]
        try await withPages(pages) { sandbox, graph in
            let file = "\(sandbox.workspace.folder)/users.delta"
            let command = "graph /users/delta --ndjson --delta-file \(file)"
            let cut = try await sandbox.succeed(command + " --max-items 1")
            #expect(cut.error.contains("stays as it is") && !FileManager.default.fileExists(atPath: file), "\(cut)")
            #expect(try await sandbox.succeed(command).text == "{\"id\":\"1\"}\n{\"id\":\"2\"}\n")
            #expect(try await sandbox.succeed(command).text == "{\"id\":\"1\",\"@removed\":{}}\n")
            #expect(try await sandbox.succeed(command).text.isEmpty)
            #expect(graph.requests.last?.target == "/v1.0/users?page=3")
            // The changes are the account's, whatever the name of its profile.
            try await sandbox.succeed("rename a renamed")
            #expect(try await sandbox.succeed(command).text.isEmpty)
            let other = try await sandbox.acct("graph /groups/delta --ndjson --delta-file \(file)")
            #expect(other.status == 64 && other.error.contains("/users/delta"), "\(other)")
            try "something".write(toFile: file, atomically: true, encoding: .utf8)
            let foreign = try await sandbox.acct(command)
            #expect(foreign.status == 64 && foreign.error.contains("was not written by --delta-file"), "\(foreign)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "something")
        }
    }

    @Test func aCollectionWithoutADeltaLinkIsNoDeltaFunction() async throws {
        try await withPages([#"{"value":[]}"#]) { sandbox, _ in
            let file = "\(sandbox.workspace.folder)/users.delta"
            let run = try await sandbox.acct("graph /users --delta-file \(file)")
            #expect(run.status == 1 && run.error.contains("is not a delta function"), "\(run)")
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test func aLinkThatExpiredNamesTheFileToRemove() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                let link = "http://\(request.headers["host"] ?? "")/v1.0/users?$deltatoken=1"
                return request.target.contains("deltatoken")
                    ? .response(410, #"{"error":{"code":"syncStateNotFound","message":"gone"}}"#)
                    : .response(200, #"{"value":[],"@odata.deltaLink":"\#(link)"}"#)
            }
            try await sandbox.add("a", at: graph)
            let file = "\(sandbox.workspace.folder)/delta"
            let command = "graph /users/delta --paginate --delta-file \(file) --json"
            _ = try await sandbox.succeed(command)
            let run = try await sandbox.acct(command)
            #expect(run.status == 6 && run.error.contains("rm \(file)"), "\(run)")
        }
    }

    /// Programs learn from the error what happened and where to go on.
    @Test func errorsAsJSONHaveTheFactsOfTheResponse() async throws {
        struct Report: Decodable {
            let error: Fields
            struct Fields: Decodable {
                let kind, message: String
                let status, retryAfter: Int?
                let code, requestId, resumeFrom: String?
            }
        }
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                let next = "http://\(request.headers["host"] ?? "")/v1.0/users?page=1"
                return request.target.contains("page")
                    ? .response(
                        429, #"{"error":{"code":"TooMany","message":"m"}}"#,
                        headers: ["Retry-After: 17", "request-id: r-1"])
                    : .response(200, #"{"value":[{"id":"1"}],"@odata.nextLink":"\#(next)"}"#)
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph /users --ndjson --max-wait 0 --json")
            let last = try #require(run.error.split(separator: "\n").last)
            let error = try JSONDecoder().decode(Report.self, from: Data(last.utf8)).error
            #expect(run.status == 7 && error.kind == "network" && error.status == 429, "\(run)")
            #expect(error.code == "TooMany" && error.requestId == "r-1" && error.retryAfter == 17)
            #expect(error.resumeFrom == "\(graph.url)/v1.0/users?page=1")
        }
    }

    @Test(.needsJQ)
    func aProgramThatFailsNamesTheItemAndThePlace() async throws {
        let pages = [
            #"{"value":[{"n":1},{"n":2}],"@odata.nextLink":"NEXT1"}"#, #"{"value":[{"n":3},{"n":"x"},{"n":5}]}"#,
        ]
        try await withPages(pages) { sandbox, graph in
            let run = try await sandbox.acct("graph /users --ndjson --jq", [".n + 1"])
            #expect(run.status == 1 && run.text == "2\n3\n4\n" && run.error.contains("Item 4: "), "\(run)")
            #expect(
                run.error.contains("--resume-from '\(graph.url)/v1.0/users?page=1#item=1'"), "\(run)")
        }
    }

    @Test func progressIsJSONForPrograms() async throws {
        let pages = [
            #"{"@odata.count":3,"value":[{"id":"1"},{"id":"2"}],"@odata.nextLink":"NEXT1"}"#,
            #"{"value":[{"id":"3"}]}"#,
        ]
        try await withPages(pages) { sandbox, _ in
            let run = try await sandbox.succeed("graph /users --ndjson --progress json")
            #expect(
                run.error.hasPrefix(#"{"progress":{"done":2,"pages":1,"#) && run.error.contains(#""total":3"#), "\(run)"
            )
            let last = try #require(run.error.split(separator: "\n").last)
            #expect(last.hasPrefix(#"{"progress":{"complete":true,"done":3,"pages":2,"#))
            #expect(last.contains(#""total":3"#))
            #expect(try await sandbox.succeed("graph /users --ndjson --progress none").error.isEmpty)
        }
    }

    @Test func messageReplacesTheProgressLine() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            // The page after the next is requested once the first is printed.
            try await sandbox.inject(.init(on: .graph, status: 429, headers: ["Retry-After": "1"], skip: 2))
            let terminal = try PseudoTerminal()
            let child = try sandbox.workspace.start(
                [Products.acct, "graph", "/users?$top=500&$select=id", "--paginate", "-o", "users"],
                input: .terminal(path: terminal.path), environment: ["TERM": "xterm"])
            let code = try await eventually("acct ends") {
                _ = terminal.text
                return child.exitCode
            }
            #expect(code == 0 && terminal.plainText.contains("a second"), "\(terminal.text)")
            #expect(
                terminal.text.contains("\u{1B}[KThe server responded with status 429. Waiting 1 s"), "\(terminal.text)")
        }
    }

    /// stdout is for items alone.
    @Test(arguments: ["--ndjson", "--format csv", "--format tsv --paginate"])
    func errorGoesToStderrWhereStdoutIsForItems(options: String) async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                request.target.contains("empty")
                    ? .response(204, "") : .response(404, #"{"error":{"code":"none","message":"Not here."}}"#)
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph /missing \(options)")
            #expect(run.status == 6 && run.text.isEmpty && run.error.contains(#""code":"none""#), "\(run)")
            #expect(try await sandbox.succeed("graph /empty \(options)").text.isEmpty)
        }
    }

    @Test func documentIsALineOnATerminalToo() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let shown = try await sandbox.shown("graph /me --select id --ndjson")
            #expect(shown.status == 0 && shown.text.hasPrefix("{") && shown.text.last?.isNewline == true, "\(shown)")
            #expect(shown.text.count(where: \.isNewline) == 1, "\(shown)")
        }
    }

    @Test func headAndStatusGoIntoFiles() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                // The connection closes without a response.
                if request.target.contains("lost") { return [] }
                return request.target.contains("missing")
                    ? .response(404, #"{"error":{"code":"none"}}"#) : .response(200, "{}", headers: ["ETag: \"1\""])
            }
            try await sandbox.add("a", at: graph)
            let (head, status) = ("\(sandbox.workspace.folder)/head", "\(sandbox.workspace.folder)/status")
            let run = try await sandbox.succeed("graph /me -D \(head) --write-status \(status)")
            #expect(run.text == "{}")
            let lines = try String(contentsOfFile: head, encoding: .utf8).split(separator: "\n")
            #expect(lines.first == "HTTP 200" && lines.contains("ETag: \"1\""), "\(lines)")
            #expect(try String(contentsOfFile: status, encoding: .utf8) == "200\n")
            #expect(try await sandbox.acct("graph /missing --write-status \(status)").status == 6)
            #expect(try String(contentsOfFile: status, encoding: .utf8) == "404\n")
            #expect(try await sandbox.acct("graph /me -p nobody --write-status \(status)").status == 3)
            #expect(try String(contentsOfFile: status, encoding: .utf8) == "000\n")
            let lost = try await sandbox.acct("graph /lost -D \(head) --write-status \(status) --max-wait 0 --json")
            #expect(try lost.status == 7 && lost.lastErrorLine().profile == "a", "\(lost)")
            #expect(try String(contentsOfFile: status, encoding: .utf8) == "000\n")
            #expect(try String(contentsOfFile: head, encoding: .utf8).isEmpty)
        }
    }

    /// The server names the file; a file of that name stays unless it may be replaced.
    @Test func theServerNamesTheFile() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                let name =
                    request.target.contains("photo")
                    ? [] : ["Content-Disposition: attachment; filename=\"../../report.txt\""]
                return .response(200, "text of \(request.target)", headers: name)
            }
            try await sandbox.add("a", at: graph)
            let folder = try sandbox.workspace.folder("downloads")
            let first = try await sandbox.workspace.acct(in: "downloads", "graph /me/drive/items/1/content -O")
            #expect(first.status == 0 && first.output.isEmpty && first.error.contains("report.txt"), "\(first)")
            #expect(
                try String(contentsOfFile: folder + "/report.txt", encoding: .utf8)
                    == "text of /v1.0/me/drive/items/1/content")
            let second = try await sandbox.workspace.acct(in: "downloads", "graph /me/drive/items/2/content -O")
            #expect(second.status == 1 && second.error.contains("--force"), "\(second)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.txt"])
            #expect(
                try await sandbox.workspace.acct(in: "downloads", "graph /me/drive/items/2/content -O --force").status
                    == 0)
            #expect(try String(contentsOfFile: folder + "/report.txt", encoding: .utf8).hasSuffix("/2/content"))
            let nameless = try await sandbox.workspace.acct(in: "downloads", "graph /me/photo/$value -O")
            #expect(nameless.status == 1 && nameless.error.contains("--output FILE"), "\(nameless)")
        }
    }
}
