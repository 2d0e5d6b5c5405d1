import ArgumentParser
import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct RequestOptionsTests {
    private func request(_ arguments: [String], _ path: String = "/users") throws -> GraphRequest {
        try RequestOptions.parse(arguments).request(for: path)
    }

    @Test(arguments: [
        ([], "GET", "/users", nil as String?), (["-f", "a=1"], "POST", "/users", #"{"a":"1"}"#),
        (["-f", "a=1", "-X", "patch"], "PATCH", "/users", #"{"a":"1"}"#),
        (["-f", "a=1 2", "-X", "GET"], "GET", "/users?a=1%202", nil),
        (["-F", "a=1.10", "-X", "HEAD"], "HEAD", "/users?a=1.10", nil),
        (["-f", "$filter=a eq 'b&c'", "-X", "get"], "GET", "/users?$filter=a%20eq%20'b%26c'", nil),
        (["-F", "a:=[1, 2]", "-X", "GET"], "GET", "/users?a=%5B1,%202%5D", nil),
        (["-f", "a=b=c+d", "-X", "GET"], "GET", "/users?a=b=c%2Bd", nil),
        (["-f", "a=1", "-X", "DELETE"], "DELETE", "/users", #"{"a":"1"}"#),
        (["--top", "5", "-f", "a=1"], "POST", "/users?$top=5", #"{"a":"1"}"#),
    ])
    func methodDecidesBetweenBodyAndQuery(arguments: [String], method: String, path: String, body: String?) throws {
        let request = try request(arguments)
        #expect(request.method == method)
        #expect(request.path == path)
        #expect(request.body == body.map { .bytes(Data($0.utf8)) })
        #expect(request.headers["Content-Type"] == (body == nil ? nil : "application/json"))
    }

    @Test(arguments: [
        (" /me ", "/me"), ("\"/me\"", "/me"), ("'/users'", "/users"), ("“/me/messages”", "/me/messages"),
        ("/users('a')", "/users('a')"), ("/me/drive/root:/a b'", "/me/drive/root:/a b'"),
    ])
    func quotesAndSpacesAroundAPastedPathAreRemoved(typed: String, path: String) throws {
        #expect(try request([], typed).path == path)
    }

    @Test(arguments: [
        ("GET", "acct graph -X GET /me"), ("get /users", "acct graph -X GET /users"),
        ("\"DELETE /groups/1\"", "acct graph -X DELETE /groups/1"),
    ])
    func methodInThePathIsAnErrorWithTheRightLine(typed: String, command: String) {
        let failure = #expect(throws: Failure.self) { try request([], typed) }
        #expect(failure?.kind == .usage && failure?.command?.text == command)
    }

    @Test func fieldsBesideABodyGoIntoTheQuery() throws {
        let request = try request(["--input", "/dev/null", "-f", "a=b c"])
        #expect(request.method == "POST")
        #expect(request.path == "/users?a=b%20c")
        #expect(request.body == .bytes(Data()))
    }

    @Test(arguments: [
        (["--select", "id,mail", "--select", "x"], "?$select=id,mail,x", false), (["--top", "5"], "?$top=5", false),
        (["--filter", "startsWith(displayName,'a b')"], "?$filter=startsWith(displayName,'a%20b')", false),
        (["--filter", "mail eq 'a+b@c.example'"], "?$filter=mail%20eq%20'a%2Bb@c.example'", false),
        (["--filter", "x eq 'R&D #1 100% ü=?'"], "?$filter=x%20eq%20'R%26D%20%231%20100%25%20%C3%BC=%3F'", false),
        (
            ["--orderby", "displayName desc", "--expand", "manager($select=id)"],
            "?$orderby=displayName%20desc&$expand=manager($select=id)", false
        ),
        (["--count"], "?$count=true", true), (["--search", "displayName:al"], "?$search=%22displayName:al%22", true),
        (["--search", #""a:b" OR "c:d""#], "?$search=%22a:b%22%20OR%20%22c:d%22", true),
        (["--search", #"("a:b" AND "c")"#], "?$search=(%22a:b%22%20AND%20%22c%22)", true),
        (["--search", #"say "hi""#], "?$search=%22say%20%5C%22hi%5C%22%22", true),
    ])
    func optionsNeedNoDollar(arguments: [String], query: String, isEventual: Bool) throws {
        let request = try request(arguments)
        #expect(request.path == "/users" + query)
        #expect(request.headers["ConsistencyLevel"] == (isEventual ? "eventual" : nil))
    }

    @Test(arguments: [
        ("/users?$select=id", "/users?$select=id&$top=5"), ("/users?", "/users?$top=5"),
        ("/users?a=b&", "/users?a=b&$top=5"),
        ("https://g.example/v1.0/users?a=b", "https://g.example/v1.0/users?a=b&$top=5"), ("users", "users?$top=5"),
    ])
    func optionsJoinTheQueryOfThePath(path: String, expected: String) throws {
        #expect(try request(["--top", "5"], path).path == expected)
    }

    @Test(arguments: [
        ("/users?$top=3", ["--top", "5"]), ("/users?top=3", ["--top", "5"]), ("/users?a&%24Top=3", ["--top", "5"]),
        ("/users?$count=false", ["--count"]), ("/users?$filter=x", ["--filter", "y"]),
        ("/users?a=1", ["-X", "GET", "-f", "a=2"]),
        ("/users", ["-X", "GET", "--top", "5", "-f", "$top=2"]), ("/users", ["-X", "GET", "-f", "a=1", "-f", "A=2"]),
    ])
    func repeatedParameterIsUsage(path: String, arguments: [String]) {
        #expect {
            _ = try request(arguments, path)
        } throws: { Failure($0).kind == .usage && Failure($0).message.contains("already") }
    }

    @Test func typedHeaderIsNotReplaced() throws {
        #expect(
            try request(["--count", "-H", "consistencylevel: session"]).headers.values("ConsistencyLevel") == [
                "session"
            ])
    }

    @Test(arguments: [
        ("/me", "/beta/me"), ("me", "/beta/me"), ("/beta/me", "/beta/me"), ("beta/me?a=b", "beta/me?a=b"),
        ("https://g.example/beta/me", "https://g.example/beta/me"), ("/betas", "/beta/betas"),
    ])
    func betaVersionIsAFlag(path: String, expected: String) throws {
        #expect(try request(["--beta"], path).path == expected)
    }

    @Test(arguments: ["/v1.0/me", "v1.0/me", "https://g.example/v1.0/me", "https://g.example/me"])
    func twoVersionsAreUsage(path: String) {
        #expect {
            _ = try request(["--beta"], path)
        } throws: { Failure($0).kind == .usage && Failure($0).message.contains("--beta") }
    }

    @Test(arguments: [["-f", "a[b]=1"], ["-f", "a[]=1"], ["-f", "a[]"]])
    func queryHasNoObjects(fields: [String]) {
        #expect(throws: Failure.nestedFieldInQuery(fields[1].split(separator: "=").first.map(String.init) ?? "")) {
            try request(fields + ["-X", "GET"])
        }
    }

    @Test(arguments: [
        ["--input", "-", "-F", "a=@-"], ["-F", "a=@-", "-F", "b=@-"], ["--input", "/dev/stdin", "-F", "a=@/dev/fd/0"],
    ])
    func stdinIsReadOnce(arguments: [String]) {
        #expect(throws: Failure.stdinReadTwice) { try request(arguments) }
    }

    @Test(arguments: [
        (["-d", #"{"a":1}"#], #"{"a":1}"#), (["-d", ""], ""), (["--data=-x"], "-x"), (["-d", "-x"], "-x"),
        ([#"-d{"a":1}"#], #"{"a":1}"#), (["-d", "a=b"], "a=b"),
        (["-d", "a\n b\n"], "a\n b\n"),
    ])
    func dataIsTheBody(arguments: [String], body: String) throws {
        let request = try request(arguments)
        #expect(request.method == "POST" && request.body == .bytes(Data(body.utf8)))
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(try self.request(arguments + ["-X", "patch"]).method == "PATCH")
        #expect(
            try self.request(arguments + ["-H", "Content-Type: text/plain"]).headers["Content-Type"] == "text/plain")
    }

    @Test func dataMayNameAFile() throws {
        let tree = try TemporaryTree()
        let path = try tree.file("body", "a\r\nb\n")
        #expect(try request(["-d", "@\(path)"]).body == .file(path: path))
        #expect(try request(["-d@/dev/null"]).body == .bytes(Data()))
        #expect(throws: Failure.self) { try request(["-d", "@/nonexistent"]) }
    }

    @Test(arguments: [["-d", "a", "--input", "b"], ["-d", "a", "-f", "b=c"], ["-d", "a", "-F", "b=c", "-X", "GET"]])
    func bodyIsGivenOnce(arguments: [String]) {
        #expect(throws: (any Error).self) { try RequestOptions.parse(arguments) }
    }

    @Test func shortOptionsMayBeJoinedWithTheirValues() throws {
        let line = TypedLine(["graph", "/users", "-XPATCH", "-fa=b", "-Fc=1", "-HPrefer:x=y", "-H", "If-Match: *"])
        let joined = try request(line.words.filter { $0 != "graph" && $0 != "/users" })
        #expect(joined.method == "PATCH" && joined.body == .bytes(Data(#"{"a":"b","c":1}"#.utf8)))
        #expect(joined.headers["Prefer"] == "x=y" && joined.headers["If-Match"] == "*")
    }

    /// A pipe can be opened once and has no size.
    @Test func bodiesAndFieldsComeFromNamedPipes() throws {
        let tree = try TemporaryTree()
        for (arguments, body) in [
            (["--input", "PIPE"], "line\n"), (["-d", "@PIPE"], "line\n"), (["-F", "a=@PIPE"], #"{"a":"line\n"}"#),
        ] {
            let pipe = "\(tree.path)/\(UUID().uuidString)"
            #expect(mkfifo(pipe, 0o600) == 0)
            let thread = Thread {
                guard let file = fopen(pipe, "w") else { return }
                fputs("line\n", file)
                fclose(file)
            }
            thread.start()
            let request = try request(arguments.map { $0.replacingOccurrences(of: "PIPE", with: pipe) })
            #expect(request.body == .bytes(Data(body.utf8)))
        }
    }

    /// The request line decides between body and query, a header whether it is a write.
    @Test(arguments: [
        (["-X", "GET", "-f", "a=1", "-H", "X-HTTP-Method: DELETE"], "/users?a=1", "DELETE"),
        (["-f", "a=1", "-H", "x-http-method-override: patch"], "/users", "PATCH"),
        (["-f", "a=1", "-H", "X-HTTP-Method: GET"], "/users", "POST"),
    ])
    func headerMayNameAnotherMethod(arguments: [String], path: String, effective: String) throws {
        let request = try request(arguments)
        #expect(request.path == path && request.effectiveMethod == effective && request.isWrite)
        #expect(try RequestOptions.parse(arguments).effectiveMethod == effective)
    }

    @Test(arguments: ["--paginate", "--ndjson", "--cache=1d"])
    func readThatAHeaderTurnsIntoAWriteHasNoPagesAndIsNotStored(option: String) {
        #expect(throws: (any Error).self) { try Graph.parse(["/users", option, "-H", "X-HTTP-Method: DELETE"]) }
        #expect(throws: Never.self) { try Graph.parse(["/users", option, "-H", "Prefer: DELETE"]) }
    }
}
