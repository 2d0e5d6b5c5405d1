import Foundation
import Testing

/// `acct graph` on a terminal with a pager.
@Suite struct PagerTests {
    /// A pager that saves its input to a file.
    private static let saving = "cat > seen; echo the pager ends"
    private static let lines = "/users --top 50 --select id --ndjson --quiet"

    @Test func pagerGetsColouredOutputAndNotesFollowIt() async throws {
        try await withPager("echo \"$LESS $LV\" > options; \(Self.saving)") { session in
            let (code, shown) = try await session.run("/users --top 5 --select id")
            #expect(code == 0)
            let seen = try session.read("seen")
            #expect(seen.contains("\u{1B}[1;34m\"value\"\u{1B}[m: [\n") && seen.hasSuffix("}\n"), "\(seen)")
            #expect(shown.hasPrefix("the pager ends\nThere are more pages"), "\(shown)")
            #expect(try session.read("options") == "FRX -c\n")
        }
    }

    @Test(arguments: ["--paginate", "--ndjson", "--all-profiles"])
    func everyOutputFormIsPaged(option: String) async throws {
        try await withPager(Self.saving) { session in
            let request = "/users?$top=999&$select=id \(option)"
            let (code, shown) = try await session.run(request)
            #expect(code == 0)
            #expect(shown.contains("the pager ends\n") && !shown.contains("\"id\""), "\(shown)")
            // A page that is not the last one is told of.
            #expect(shown.hasSuffix("the pager ends\n") == (option != "--all-profiles"), "\(shown)")
            let piped = try await session.sandbox.succeed("graph \(request)").text.filter { !$0.isWhitespace }
            #expect(try session.plain("seen").filter { !$0.isWhitespace } == piped)
        }
    }

    @Test(.needsJQ)
    func jqOutputIsPagedAndAnErrorBodyFollows() async throws {
        try await withPager(Self.saving) { session in
            let filtered = try await session.run("\(Self.lines) --max-items 2 --jq .id|length")
            #expect(filtered.code == 0)
            #expect(try session.plain("seen") == "36\n36\n")
            try await session.sandbox.inject(
                .init(on: .graph, status: 500, body: #"{"error":{"code":"Stop"}}"#, skip: 1))
            let failed = try await session.run("\(Self.lines) --jq .id|length")
            #expect(failed.code == 6)
            // On a terminal the body is indented, and in colour.
            #expect(failed.shown.hasPrefix("the pager ends\n{\n"), "\(failed.shown)")
            #expect(failed.shown.contains("\"error\""), "\(failed.shown)")
            #expect(failed.shown.contains("--resume-from"), "\(failed.shown)")
        }
    }

    @Test func quittingThePagerEndsTheCommandWithZero() async throws {
        try await withPager("head -n 1") { session in
            try await session.sandbox.clearRequests()
            let (code, shown) = try await session.run("/users --top 10 --ndjson --quiet")
            #expect(code == 0)
            #expect(shown.split(separator: "\n").count == 1 && shown.hasSuffix("}\n"), "\(shown)")
            #expect(try await session.sandbox.requests().count < 200)
        }
    }

    @Test func quittingThePagerEndsTheWaitForAPage() async throws {
        try await withPager("head -n 1") { session in
            try await session.sandbox.inject(.init(on: .graph, skip: 1, hold: true))
            let (code, shown) = try await session.run(Self.lines)
            #expect(code == 0)
            #expect(shown.split(separator: "\n").count == 1, "\(shown)")
        }
    }

    /// Output that fits into a pipe, and output that does not.
    @Test(arguments: ["/me", "/users --top 999"]) func pagerThatCannotBeRunIsSkippedWithANote(request: String)
        async throws
    {
        try await withPager("exit 0", command: "no-such-pager -R") { session in
            let (code, shown) = try await session.run(request)
            #expect(code == 0)
            #expect(shown.components(separatedBy: "Set ACCT_PAGER").count == 2, "\(shown.prefix(500))")
            let body = shown.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "{" }
                .prefix { !$0.hasPrefix("There are") }.joined(separator: "\n")
            #expect(
                body.withoutColours.filter { !$0.isWhitespace }
                    == (try await session.sandbox.succeed("graph \(request)").text.filter { !$0.isWhitespace }))
        }
    }

    @Test(arguments: ["/me", "/users --top 999"]) func pagerThatReadsNothingIsWaitedFor(request: String) async throws {
        try await withPager("read key < /dev/tty; echo \"[$key]\"") { session in
            let child = try session.start(request)
            session.terminal.type("done\n")
            let (code, shown) = try await session.end(of: child)
            #expect(code == 0)
            #expect(shown.contains("[done]") && !shown.contains("\"id\""), "\(shown)")
        }
    }

    /// The pager handles the signal and continues. acct stops the requests, waits for the pager and prints the link to resume
    /// from.
    @Test func controlCStopsTheRequestsAndNotThePager() async throws {
        try await withPager("trap 'echo heard' INT; cat > seen; until read key < /dev/tty; do :; done") { session in
            try await session.sandbox.inject(.init(on: .graph, skip: 2, hold: true))
            let child = try session.start(Self.lines)
            try await eventually("two pages have arrived") {
                (try? session.read("seen"))?.split(separator: "\n").count == 100
            }
            session.terminal.type("\u{3}")
            try await eventually("the pager got the signal") {
                session.terminal.text.contains("heard")
            }
            session.terminal.type("\u{3}")
            try await eventually("the pager got the second signal") {
                session.terminal.text.components(separatedBy: "heard").count == 3
            }
            #expect(child.exitCode == nil)
            session.terminal.type("\n")
            let (code, shown) = try await session.end(of: child)
            #expect(code == 130)
            #expect(shown.contains("Cancelled.") && shown.contains("--resume-from"), "\(shown)")
        }
    }

    @Test func terminationWaitsForThePager() async throws {
        try await withPager("cat > seen; read id < /dev/tty; read _ _ state _ < /proc/$id/stat; echo \"[$state]\"") {
            session in
            let child = try session.start("/me")
            try await eventually("the pager has all of the output") {
                (try? session.read("seen"))?.hasSuffix("}\n") == true
            }
            child.signal(SIGTERM)
            session.terminal.type("\(child.id)\n")
            let (code, shown) = try await session.end(of: child)
            // R, S or D in proc(5): the process still runs.
            #expect(code == 143 && shown.contains(/\[[RSD]\]/), "\(code): \(shown)")
        }
    }

    @Test(
        arguments: [
            (["graph", "/me", "--silent"], [:]), (["graph", "/me", "--output", "file"], [:]),
            (["graph", "/me", "--no-input"], [:]), (["graph", "/me"], ["ACCT_NO_INPUT": "1"]),
            (["graph", "/me", "--verbose"], [:]), (["graph", "/me"], ["ACCT_PAGER": "cat"]),
            (["graph", "/me"], ["ACCT_PAGER": ""]), (["list"], [:]), (["scopes", "/me"], [:]), (["why"], [:]),
        ] as [([String], [String: String])])
    func otherCommandsAndOptionsStartNoPager(arguments: [String], environment: [String: String]) async throws {
        try await withPager("echo started") { session in
            let (code, shown) = try await session.end(of: session.start(arguments, environment: environment))
            #expect(code == 0)
            #expect(!shown.contains("started"), "\(shown)")
        }
    }

    @Test func emptyBodyStartsNoPager() async throws {
        try await withPager("echo started") { session in
            try await session.sandbox.inject(.init(on: .graph, status: 403, body: ""))
            let (code, shown) = try await session.run("/me")
            #expect(code == 6 && !shown.contains("started"), "\(shown)")
        }
    }
}

/// A terminal in the home folder of a workspace.
private struct PagedSession {
    let sandbox: Sandboxed
    let terminal: PseudoTerminal
    let pager: String

    func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Child {
        let own: [String: String?] = ["TERM": "xterm", "PAGER": pager]
        return try sandbox.workspace.start(
            [Products.acct] + arguments, input: .terminal(path: terminal.path),
            environment: own.merging(environment.mapValues(Optional.some)) { $1 })
    }

    func start(_ request: String) throws -> Child {
        try start(["graph"] + request.split(separator: " ").map(String.init))
    }

    func run(_ request: String) async throws -> (code: Int32, shown: String) {
        let before = terminal.text.count
        let (code, shown) = try await end(of: start(request))
        return (code, String(shown.dropFirst(before)))
    }

    func end(of child: Child) async throws -> (code: Int32, shown: String) {
        (try await terminal.finish(child), terminal.text)
    }

    func plain(_ name: String) throws -> String { try read(name).withoutColours }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(sandbox.workspace.folder)/home/\(name)", encoding: .utf8)
    }
}

extension String {
    fileprivate var withoutColours: String { replacing(/\u{1B}\[[0-9;]*m/, with: "") }
}

/// - Parameter script: the pager, as a shell script.
private func withPager(_ script: String, command: String? = nil, _ test: (PagedSession) async throws -> Void)
    async throws
{
    try await Sandboxed.run { sandbox in
        try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
        let pager = try command ?? sandbox.workspace.shellCommand("pager", script)
        try await test(PagedSession(sandbox: sandbox, terminal: PseudoTerminal(), pager: pager))
    }
}
