import Foundation
import Testing

/// The output of a response: through jq, to a file, on a terminal.
@Suite struct GraphOutputTests {
    /// A write is carried out once: what a file cannot take goes to stdout, and no status is made up.
    @Test(arguments: ["--output /dev/full", "--dump-header /dev/full", "--write-status /dev/full"])
    func responseOfAWriteSurvivesAFullDisk(option: String) async throws {
        try await Sandboxed.run { sandbox in
            let scopes = ["--scope", "User.Read", "--scope", "Mail.ReadWrite"]
            try await sandbox.add("alice", as: "alice@contoso.example", scopes)
            let status = "\(sandbox.workspace.folder)/status"
            let others = option.hasPrefix("--write-status") ? "" : " --write-status \(status)"
            let run = try await sandbox.acct("graph /me/messages -f subject=once \(option)\(others)")
            #expect(run.status == 1 && run.text.contains("\"subject\":\"once\""), "\(run)")
            #expect(run.error.contains("Cannot write /dev/full: No space left on device."), "\(run)")
            #expect(run.error.contains("answered POST /me/messages with status 201"), "\(run)")
            if !others.isEmpty { #expect(try String(contentsOfFile: status, encoding: .utf8) == "201\n") }
            let read = try await sandbox.acct("graph /me \(option)\(others)")
            #expect(read.status == 1 && read.output.isEmpty, "\(read)")
        }
    }

    @Test(
        .needsJQ,
        arguments: [
            (".displayName", "Alice Ångström\n"), (".id|length", "36\n"), ("[.nothing,1]", "[null,1]\n"), ("empty", ""),
        ])
    func jqPrintsItsValues(program: String, printed: String) async throws {
        try await withAlice { sandbox in
            let run = try await sandbox.succeed("graph /me --jq", [program])
            #expect(run.text == printed)
        }
    }

    @Test(.needsJQ)
    func jqRunsOnJoinedPagesAndIdentityKeepsTheBytes() async throws {
        try await withAlice { sandbox in
            let run = try await sandbox.succeed("graph /users?$top=500 --paginate -q", [".value|length"])
            #expect((Int(run.line) ?? 0) >= 3000, "\(run)")
            let body = #"{"n":9007199254740993,"r":1.10}"#
            try await sandbox.inject(.init(on: .graph, status: 200, body: body))
            #expect(try await sandbox.succeed("graph /me -q .").text == body + "\n")
        }
    }

    @Test(.needsJQ)
    func invalidJQProgramIsRefusedBeforeAnythingIsSent() async throws {
        try await withAlice { sandbox in
            try await sandbox.clearRequests()
            let run = try await sandbox.acct("graph /me --json --jq", [".["])
            #expect(run.status == 64 && run.output.isEmpty && run.error.contains("syntax error"), "\(run)")
            #expect(try run.lastErrorLine().kind == "usage")
            #expect(try await sandbox.requests().isEmpty)
            let failed = try await sandbox.acct("graph /me --jq", [".id, .id.x"])
            #expect(failed.status == 1 && failed.text.count == 37 && failed.error.contains("Cannot index"), "\(failed)")
        }
    }

    @Test(.needsJQ)
    func errorBodyGoesToStderrWithJQ() async throws {
        try await withAlice { sandbox in
            let run = try await sandbox.acct("graph /me/nonsense --jq .id")
            #expect(run.status == 6 && run.output.isEmpty, "\(run)")
            #expect(run.error.contains("{\"error\"") && run.error.contains("request-id"), "\(run)")
            try await sandbox.inject(.init(on: .graph, status: 200, body: "<html>", contentType: "text/html"))
            let html = try await sandbox.acct("graph /me --jq .id")
            #expect(html.status == 7 && html.output.isEmpty && html.error.contains("got a web page"), "\(html)")
            try await sandbox.inject(.init(on: .graph, status: 200, body: "no", contentType: "text/plain"))
            let text = try await sandbox.acct("graph /me --jq .id")
            #expect(text.status == 1 && text.output.isEmpty && text.error.contains("not JSON"), "\(text)")
        }
    }

    @Test(.needsJQ)
    func endlessJQProgramStopsWhenItsReaderDoes() async throws {
        try await withAlice { sandbox in
            let run = try await sandbox.workspace.run(
                ["/bin/sh", "-c", "acct graph /me --jq 'range(infinite)' | head -3"])
            #expect(run.status == 0 && run.text == "0\n1\n2\n" && run.error.isEmpty, "\(run)")
        }
    }

    @Test func outputFileHoldsTheBytesAndIsUnchangedOnAnError() async throws {
        try await withAlice { sandbox in
            let file = try sandbox.workspace.file("me.json", "before")
            let refused = try await sandbox.acct("graph /me/nonsense -o \(file)")
            #expect(refused.status == 6 && refused.text.contains("\"error\""), "\(refused)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "before")
            let run = try await sandbox.succeed("graph /me --output \(file)")
            #expect(run.output.isEmpty)
            let direct = try await sandbox.succeed("graph /me -o -").output
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == direct)
        }
    }

    /// `"/groups/1/members/2/$ref"` in double quotes would delete the user.
    @Test(arguments: ["/groups/1/members/2/", "/groups//members/2/x", "https://graph.example/v1.0/users/1/"])
    func aWriteToAPathWithAnEmptyPartIsRefused(path: String) async throws {
        let workspace = try Workspace()
        for options in [["-X", "DELETE"], ["-d", "{}"]] {
            expect(
                try await workspace.acct("graph", [path, "--dry-run"] + options),
                ExpectedError(64, "A part of \"\(path)\" is empty"))
        }
        for path in ["/me/drive/root:/a//b:/content", "/users/1"] {
            #expect(try await workspace.acct("graph", [path, "-X", "DELETE"]).status == 3)
        }
        #expect(try await workspace.acct("graph", ["/groups/"]).status == 3)
    }

    @Test func emptyQueryOptionsAreRefused() async throws {
        let workspace = try Workspace()
        for option in ["--filter", "--search", "--select", "--orderby", "--expand"] {
            expect(try await workspace.acct("graph /users", [option, ""]), ExpectedError(64, "\(option) is empty."))
        }
    }

    @Test func unwritableOutputFileIsRefusedBeforeAnythingIsSent() async throws {
        try await withAlice { sandbox in
            try await sandbox.clearRequests()
            for path in ["/", "/nowhere/file"] {
                expect(try await sandbox.acct("graph /me --output \(path)"), ExpectedError(64, "Nothing was sent"))
            }
            #expect(try await sandbox.requests().isEmpty)
            expect(try await sandbox.acct("graph /me --output /dev/full"), ExpectedError(1, "No space left"))
        }
    }

    @Test func terminalOutputIsColouredAndEscaped() async throws {
        try await withAlice { sandbox in
            let body = #"{"n":9007199254740993,"t":"a\#u{9B}31mb","v":1.10}"#
            try await sandbox.inject(.init(on: .graph, status: 200, body: body, times: 2))
            let shown = try await sandbox.shown("graph /me")
            let key = "\u{1B}[1;34m"
            #expect(shown.text.contains("  \(key)\"n\"\u{1B}[m: \u{1B}[36m9007199254740993\u{1B}[m,\n"), "\(shown)")
            #expect(shown.text.contains("a\u{FFFD}31mb") && shown.text.contains("1.10") && shown.status == 0)
            let plain = try await sandbox.shown("graph /me", environment: ["NO_COLOR": "1"])
            #expect(
                plain.text.contains("{\n  \"n\": 9007199254740993,\n") && !plain.text.contains("\u{1B}"), "\(plain)")
        }
    }

    @Test func binaryBodyIsNotPrintedOnATerminal() async throws {
        try await withAlice { sandbox in
            try await sandbox.inject(
                .init(on: .graph, status: 200, body: "\u{0}PNG", contentType: "image/png", times: 2))
            let shown = try await sandbox.shown("graph /me/photo/$value -i")
            #expect(shown.status == 1 && shown.text.contains("--output FILE"), "\(shown)")
            #expect(!shown.text.contains("PNG") && !shown.text.contains("HTTP 200"), "\(shown)")
            #expect(try await sandbox.succeed("graph /me/photo/$value").text == "\u{0}PNG")
        }
    }
}

private func withAlice(_ test: (Sandboxed) async throws -> Void) async throws {
    try await Sandboxed.run { sandbox in
        try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
        try await test(sandbox)
    }
}
