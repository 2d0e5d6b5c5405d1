import Foundation
import Testing

/// Output to a pipe, to a terminal and to a reader that stops.
@Suite struct OutputTests {
    @Test func closedPipeIsNotAnError() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            let run = try await sandbox.workspace.run(
                ["/bin/sh", "-c", "acct graph '/users?$top=999' --paginate | head -c 10"])
            #expect(run.status == 0 && run.output.count == 10 && run.error.isEmpty, "\(run)")
        }
    }

    @Test func failedWriteToStdoutIsAnError() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.workspace.run(["/bin/sh", "-c", "acct token > /dev/full"])
            #expect(run.status == 1 && run.error.contains("Cannot write the output"), "\(run)")
            let json = try await sandbox.workspace.run(["/bin/sh", "-c", "acct list --json > /dev/full"])
            #expect(try json.status == 1 && json.lastErrorLine().kind == "failed", "\(json)")
        }
    }

    @Test(.needs(.tmux, .bash)) func longLinesEndBetweenWordsOnANarrowTerminal() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await Tmux.run(in: sandbox.workspace, columns: 40, lines: 120) { tmux in
                let status = try await tmux.enter("acct store status")
                #expect(status.contains("backups of your home folder"), "\(status)")
                let topic = try await tmux.enter("acct help exit-codes")
                #expect(topic.contains("             holds the command to run."), "\(topic)")
            }
        }
    }

    /// The variable is about colours. The lines that programs read stay as they are.
    @Test func forcedColoursAreWithoutATerminalToo() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let forced = ["CLICOLOR_FORCE": "1"]
            for line in ["show", "graph /me"] {
                let run = try await sandbox.succeed(line, environment: forced)
                #expect(run.text.contains("\u{1B}["), "\(run)")
                let off = try await sandbox.succeed(line, environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"])
                #expect(!off.text.contains("\u{1B}"), "\(off)")
            }
            let list = try await sandbox.succeed("list", environment: forced)
            #expect(list.text.hasPrefix("*\talice\t") && !list.text.contains("\u{1B}"), "\(list)")
        }
    }

    @Test func terminalShowsATableAndColouredErrors() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let list = try await sandbox.shown("list")
            let lines = list.text.components(separatedBy: "\n")
            #expect(lines.first?.contains("NAME") == true && lines.first?.contains("STATE") == true, "\(list)")
            #expect(lines.dropFirst().first?.hasPrefix("\u{1B}[1;36m*\u{1B}[m  alice") == true, "\(list)")
            let coloured = try await sandbox.shown("use nobody")
            #expect(coloured.status == 3 && coloured.text.contains("\u{1B}[31macct:\u{1B}[m"), "\(coloured)")
            for plain in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
                let run = try await sandbox.shown("use nobody", environment: plain)
                #expect(!run.text.contains("\u{1B}"), "\(run)")
            }
            #expect(try await !sandbox.acct("use nobody").error.contains("\u{1B}"))
        }
    }

    /// What needs attention stands out, on a terminal with colours only.
    @Test func statesHaveColours() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--read-only"])
            try await sandbox.succeed("sign-out alice")
            try await sandbox.succeed("bind alice", [try sandbox.workspace.folder("gone")])
            try FileManager.default.removeItem(atPath: "\(sandbox.workspace.home)/gone")
            let shown = [
                ("show", "\u{1B}[31msigned out, run: acct sign-in alice\u{1B}[m"),
                ("show", "\u{1B}[36mread-only\u{1B}[m"),
                ("doctor", "\u{1B}[31mwrong\u{1B}[m"), ("list", "\u{1B}[36msigned out, read-only\u{1B}[m"),
            ]
            for (line, words) in shown {
                let run = try await sandbox.shown(line)
                #expect(run.text.contains(words), "\(run)")
                let plain = try await sandbox.shown(line, environment: ["NO_COLOR": "1"])
                #expect(!plain.text.contains("\u{1B}["), "\(plain)")
                #expect(try await !sandbox.acct(line).text.contains("\u{1B}"))
            }
        }
    }

    /// A body is printed as it was served, without a line end. Behind it a message begins on its own line in one log.
    @Test(arguments: [("2>&1", "}\nacct: "), ("2>&1 | cat", "}\nacct: "), ("2>/dev/null", nil)] as [(String, String?)])
    func messageBehindABodyBeginsALine(redirection: String, words: String?) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let body = #"{"error":{"code":"Teapot"}}"#
            try await sandbox.inject(.init(on: .graph, status: 418, body: body))
            let run = try await sandbox.workspace.run(
                ["/bin/sh", "-c", "\(Products.acct) graph /me \(redirection)"])
            #expect(run.text.hasPrefix(body) && words.map(run.text.contains) ?? (run.text == body), "\(run)")
        }
    }

    @Test func interruptedSignInStoresNothing() async throws {
        try await Sandboxed.run { sandbox in
            let terminal = try PseudoTerminal()
            let waiting = try sandbox.workspace.start(
                [
                    Products.acct, "add", "alice", "--authority", sandbox.server.authority, "--client-id",
                    sandbox.server.clientId,
                ], input: .terminal(path: terminal.path), environment: ["BROWSER": "/bin/true"])
            try await eventually("acct waits for the browser") {
                terminal.text.contains("If no page opens")
            }
            terminal.type("\u{3}")
            #expect(try await waiting.finish(within: .seconds(50)) == 130)
            #expect(try await sandbox.states().isEmpty)
        }
    }

    @Test func quietSuppressesNotes() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.succeed("add alice -q", sandbox.signIn(as: "alice@contoso.example"))
            #expect(run.error.isEmpty && run.output.isEmpty, "\(run)")
            #expect(try await sandbox.succeed("use alice -q").error.isEmpty)
        }
    }
}
