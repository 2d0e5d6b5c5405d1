import Foundation
import Testing

/// The list of profiles: `acct use` without a name, and ambiguous requests, on a terminal.
@Suite struct PickerTests {
    private static let list = ["Switch to:", "  3/3  Enter chooses, Esc cancels"]

    @Test(.needs(.tmux, .bash)) func typedTextFiltersTheListAndEnterChooses() async throws {
        try await inTmux { tmux, sandbox in
            try await tmux.enter("stty -a > before")
            try await tmux.type("acct use\n")
            let shown = try await tmux.wait("the list") { $0.last == Self.list[1] }
            #expect(shown.suffix(5).first == "Switch to:")
            let beginnings = [">   山田", "    bob", "  * alice", "  3/3  Enter"]
            #expect(zip(shown.suffix(4), beginnings).allSatisfy { $0.hasPrefix($1) }, "\(shown)")
            try await tmux.type("CONTOSO bo")
            try await tmux.wait("bob is left") { $0.last?.hasPrefix("  1/3") == true }
            try await tmux.press("Enter")
            #expect(
                try await tmux.afterPrompt("2 $") == [
                    "Now using bob (bob@contoso.example).", "To skip the list next time: acct use bob",
                ])
            #expect(try await tmux.enter("stty -a | diff before - && acct current") == ["bob"])
        }
    }

    struct End: Sendable {
        let name: String
        let code: Int
        var keys: [String] = []
        var signal: Int32?
        var printed: [String] = []
    }

    @Test(
        .needs(.tmux, .bash),
        arguments: [
            End(name: "Esc", code: 2, keys: ["Escape"], printed: ["acct: Cancelled."]),
            End(name: "Ctrl-D", code: 2, keys: ["BSpace", "BSpace", "C-d"], printed: ["acct: Cancelled."]),
            End(name: "Ctrl-C", code: 130, keys: ["Down", "C-c"]), End(name: "Ctrl-\\", code: 131, keys: ["C-\\"]),
            End(name: "SIGTERM", code: 143, signal: SIGTERM), End(name: "SIGHUP", code: 129, signal: SIGHUP),
            End(name: "SIGINT", code: 130, signal: SIGINT),
        ])
    func terminalModesAreRestoredAfterEveryEnd(_ end: End) async throws {
        try await inTmux { tmux, sandbox in
            // An interactive shell restores the terminal after a program that a signal ended. A script does not.
            let script = try sandbox.workspace.shellCommand(
                "script", "trap : INT QUIT; sh -c 'echo $$ > id; exec acct use'; echo $? > code; stty -a > after")
            try await tmux.enter("stty -a > before; echo 'above'")
            try await tmux.type("\(script)\n")
            try await tmux.wait("the list") { $0.last == Self.list[1] }
            try await tmux.press("b", "o")
            try await tmux.wait("it is filtered") { $0.last?.hasPrefix("  1/3") == true }
            for key in end.keys { try await tmux.press(key) }
            if let signal = end.signal {
                let id = try String(contentsOfFile: "\(sandbox.workspace.folder)/home/id", encoding: .utf8)
                kill(try #require(pid_t(id.trimmingCharacters(in: .newlines))), signal)
            }
            // Messages of the shell about its child are not printed by acct.
            let left = try await tmux.afterPrompt("2 $").filter { !["", "Terminated", "Hangup", "Quit"].contains($0) }
            #expect(left == end.printed, "\(end.name)")
            #expect(try await tmux.enter("diff before after && cat code") == ["\(end.code)"], "\(end.name)")
            #expect(try await tmux.enter("acct current") == ["alice"])
        }
    }

    @Test(.needs(.tmux, .bash)) func controlZRestoresTheTerminalUntilResumed() async throws {
        try await inTmux { tmux, sandbox in
            try await tmux.enter("stty -a > before")
            try await tmux.type("acct use\n")
            try await tmux.wait("the list") { $0.last == Self.list[1] }
            try await tmux.type("bob")
            try await tmux.wait("it is filtered") { $0.last?.hasPrefix("  1/3") == true }
            try await tmux.press("C-z")
            let stopped = try await tmux.afterPrompt("2 $")
            #expect(
                stopped.contains { $0.contains("Stopped") } && !stopped.contains { $0.contains("1/3") }, "\(stopped)")
            #expect(try await tmux.enter("stty -a | diff before - && echo same") == ["same"])
            try await tmux.type("fg\n")
            try await tmux.wait("the list again") {
                $0.contains("Switch to: bob") && $0.last?.hasPrefix("  1/3") == true
            }
            try await tmux.press("Enter")
            let after = try await tmux.afterPrompt("4 $")
            #expect(after.contains("Now using bob (bob@contoso.example)."))
            #expect(try await tmux.enter("stty -a | diff before - && echo same") == ["same"])
        }
    }

    @Test(.needs(.tmux, .bash)) func listFollowsTheSizeOfTheTerminal() async throws {
        try await inTmux { tmux, sandbox in
            try await tmux.type("acct use\n")
            try await tmux.wait("the list") { $0.last == Self.list[1] }
            try await tmux.resize(columns: 30, lines: 10)
            let narrow = try await tmux.wait("it is narrow") { $0.last == "  3/3  Enter chooses, Esc ca…" }
            #expect(
                narrow.suffix(5) == [
                    "Switch to:",
                    ">   山田   carol@fabrikam.ex…",
                    "    bob    bob@contoso.examp…",
                    "  * alice  alice@contoso.exa…", "  3/3  Enter chooses, Esc ca…",
                ])
            try await tmux.resize(columns: 120, lines: 30)
            let wide = try await tmux.wait("it is wide") { $0.last == Self.list[1] }
            #expect(wide.filter { $0.hasPrefix("Switch to:") }.count == 1)
            #expect(wide.last { $0.contains("alice") }?.hasSuffix("work  never used") == true)
        }
    }

    @Test(.needs(.tmux, .bash)) func listIsNotWrittenToStdout() async throws {
        try await inTmux { tmux, sandbox in
            try await tmux.type("out=$(acct use); echo \"[$out]\"\n")
            try await tmux.wait("the list") { $0.last == Self.list[1] }
            try await tmux.press("Down", "Enter")
            #expect(
                try await tmux.afterPrompt("1 $") == [
                    "Now using bob (bob@contoso.example).", "To skip the list next time: acct use bob", "[]",
                ])
        }
    }

    /// The current profile is a personal account, which has no `/me/chats`, and two others fit.
    @Test(.needs(.tmux, .bash)) func ambiguousRequestOpensTheList() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("home", as: "sam@contoso.example:personal")
            for (name, person) in [("work", "alice@contoso.example"), ("fabrikam", "carol@fabrikam.example")] {
                try await sandbox.add(name, as: person, ["--scope", "User.Read"])
            }
            try await Tmux.run(in: sandbox.workspace) { tmux in
                try await tmux.type("acct graph /me/chats --silent; echo $?\n")
                let shown = try await tmux.wait("the list") { $0.last == "  2/2  Enter chooses, Esc cancels" }
                #expect(shown.suffix(5).first == "Send GET /me/chats as:")
                #expect(!shown.contains { $0.contains("home ") })
                try await tmux.type("fabrikam.example")
                try await tmux.wait("one is left") { $0.last?.hasPrefix("  1/2") == true }
                try await tmux.press("Enter")
                let after = try await tmux.afterPrompt("1 $").joined(separator: "\n")
                #expect(after.contains("To skip the list next time: --profile fabrikam"), "\(after)")
                try await tmux.type("acct graph /me/chats\n")
                try await tmux.wait("the list again") { $0.last == "  2/2  Enter chooses, Esc cancels" }
                try await tmux.press("Escape")
                #expect(try await tmux.afterPrompt("2 $").contains("acct: Cancelled."))
            }
        }
    }

    /// A person sees the whole target of a write before choosing, however narrow the terminal is or becomes.
    @Test(.needs(.tmux, .bash)) func wholeTargetOfAWriteIsShown() async throws {
        try await inTmux { tmux, sandbox in
            let path = "/users/carol@fabrikam.example/messages/AAMkAGI2TG93AAA="
            try await sandbox.add("fabrikam", as: "carol@fabrikam.example", ["--scope", "User.Read"])
            try await tmux.type("acct graph -X DELETE \(path)\n")
            let sizes = [(80, 24), (30, 24), (80, 24), (30, 10)]
            for (columns, lines) in sizes {
                try await tmux.resize(columns: columns, lines: lines)
                let end = columns == 80 ? "  2/2  Enter chooses, Esc cancels" : "  2/2  Enter chooses, Esc ca…"
                let shown = try await tmux.wait("the list") { $0.last == end }
                let question = shown.drop { !$0.hasPrefix("Send DELETE") }.prefix { $0 != "Filter:" }
                #expect(question.joined() == "Send DELETE \(path) as:", "\(shown)")
                #expect(shown.contains("Filter:") && shown.filter { $0.hasPrefix("Send") }.count == 1, "\(shown)")
            }
            try await tmux.press("Escape")
            let left = try await tmux.wait("it is cancelled") { $0.contains("acct: Cancelled.") }
            #expect(!left.contains { $0.hasPrefix("Send DELETE") }, "\(left)")
        }
    }

    @Test(.needs(.tmux, .bash), arguments: [("n", "acct: Nothing was sent."), ("y", "acct: DELETE")])
    func inferredWriteIsConfirmed(answer: String, end: String) async throws {
        try await inTmux { tmux, sandbox in
            try await sandbox.clearRequests()
            try await tmux.type("acct graph -X DELETE /users/frank@fabrikam.example\n")
            try await tmux.wait("the question") {
                $0.last == "Send DELETE /users/frank@fabrikam.example as 山田? [y/N]"
            }
            #expect(try await sandbox.requests().isEmpty)
            try await tmux.type("\(answer)\n")
            let after = try await tmux.afterPrompt("1 $")
            #expect(after.contains { $0.hasPrefix(end) }, "\(after)")
            #expect(try await sandbox.requests().isEmpty == (answer == "n"))
        }
    }

    @Test(.needs(.tmux, .bash)) func programOfAnInferredProfileIsConfirmed() async throws {
        try await inTmux { tmux, sandbox in
            try await sandbox.succeed("graph /organization -p 山田")
            try await tmux.type("acct exec --token-env T=https://fabrikam.sharepoint.com -- echo started\n")
            try await tmux.wait("the question") { $0.last == "Run echo as 山田? [y/N]" }
            try await tmux.type("n\n")
            let after = try await tmux.afterPrompt("1 $")
            #expect(after.contains { $0.hasPrefix("acct: echo was not started. To name a profile:") }, "\(after)")
        }
    }

    @Test(.needs(.tmux, .bash, .sqlite3)) func listOfAThousandProfilesIsFiltered() async throws {
        try await inTmux { tmux, sandbox in
            try await sandbox.store.copyProfile("bob", as: "customer-", count: 1000)
            try await tmux.type("acct use\n")
            let first = try await tmux.wait("the list") { $0.last?.hasPrefix("  1003/1003") == true }
            #expect(first.filter { $0.contains("contoso.example") }.count == 11, "\(first)")
            try await tmux.press("End")
            try await tmux.wait("the end") { $0.contains { $0.hasPrefix("> * alice ") } }
            try await tmux.type("cus 0512")
            try await tmux.wait("no profile matches") { $0.last?.hasPrefix("  0/1003") == true }
            try await tmux.press("C-w", "5", "1", "2", "Enter")
            #expect(try await tmux.afterPrompt("1 $").first == "Now using customer-512 (bob@contoso.example).")
        }
    }

    @Test func pastedLineBreakDoesNotChoose() async throws {
        try await onTerminal { terminal, child in
            terminal.type("\u{1B}[200~bo\rb\r\u{1B}[201~")
            try await eventually("the text is shown") {
                terminal.plainText.contains("Switch to: bo b ")
            }
            terminal.type("\r")
            let code = try await child.finish(within: .seconds(50))
            #expect(code == 0)
            #expect(terminal.plainText.contains("Now using bob"))
            #expect(terminal.text.hasSuffix("\u{1B}[?2004l") == false && terminal.text.contains("\u{1B}[?2004l"))
        }
    }

    @Test func chosenLineIsMarkedWithoutColours() async throws {
        try await onTerminal(environment: ["NO_COLOR": "1"]) { terminal, child in
            terminal.type("\u{1B}[Bbob\r")
            let code = try await child.finish(within: .seconds(50))
            #expect(code == 0)
            #expect(terminal.text.contains(">   bob"))
            #expect(terminal.text.firstMatch(of: /\u{1B}\[[0-9;]*m/) == nil)
        }
    }

    @Test func listEndsWhenTheTerminalCloses() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            // SIGHUP and the end of input arrive together, in either order.
            for (signals, codes) in [("", [Int32(129), 2]), ("trap '' HUP; ", [2])] {
                var terminal: PseudoTerminal? = try PseudoTerminal()
                let child = try sandbox.workspace.start(
                    ["/bin/sh", "-c", "\(signals)exec acct use"], input: .terminal(path: terminal?.path ?? ""),
                    environment: ["TERM": "xterm"])
                try await eventually("the list") { terminal?.text.contains("2/2") == true }
                terminal = nil
                let code = try await child.finish(within: .seconds(50))
                #expect(codes.contains(code))
            }
        }
    }

    @Test func dumbTerminalGetsANumberedList() async throws {
        try await onTerminal(environment: ["TERM": "dumb"]) { terminal, child in
            try await eventually("acct prompts") {
                terminal.text.hasSuffix("Number (1-2) or part of a name, Enter to cancel: ")
            }
            terminal.type("3\n1\n")
            let code = try await child.finish(within: .seconds(50))
            #expect(code == 0)
            #expect(terminal.text.contains("1     bob    bob@contoso.example"))
            #expect(terminal.text.contains("\"3\" is not one of the numbers or names.\n"))
            #expect(terminal.text.contains("Now using bob"))
            #expect(!terminal.text.contains("\u{1B}"))
        }
        for (keys, environment) in [("\n", "dumb"), ("x\ny\nz\n", nil)] {
            try await onTerminal(environment: ["TERM": environment]) { terminal, child in
                terminal.type(keys)
                let code = try await child.finish(within: .seconds(50))
                #expect(code == 2)
                #expect(terminal.text.contains("Cancelled."))
            }
        }
    }

    @Test func useWithoutATerminalNamesTheCommand() async throws {
        try await Sandboxed.run { sandbox in
            expect(try await sandbox.acct("use"), ExpectedError(3, "There is no profile yet.", run: "acct add NAME"))
            try await sandbox.addAliceAndBob()
            let expected = ExpectedError(3, "Name one of alice, bob.", run: "acct use NAME")
            expect(try await sandbox.acct("use"), expected)
            let terminal = try PseudoTerminal()
            for (option, variable) in [(["--no-input"], nil), ([], "1")] {
                let child = try sandbox.workspace.start(
                    [Products.acct, "use"] + option, input: .terminal(path: terminal.path),
                    environment: ["ACCT_NO_INPUT": variable, "TERM": "xterm"])
                let code = try await child.finish(within: .seconds(50))
                #expect(code == 3)
            }
            #expect(terminal.text.components(separatedBy: "Run: acct use NAME").count == 3)
        }
    }

    /// Profiles alice, bob and 山田. 山田 was used last, so it comes first; alice is current.
    private func inTmux(_ test: (Tmux, Sandboxed) async throws -> Void) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("山田", as: "carol@fabrikam.example")
            try await sandbox.succeed("token -p 山田")
            // Swift's runtime treats SIGQUIT from Ctrl-\ as a crash and prompts.
            try await Tmux.run(in: sandbox.workspace, environment: ["SWIFT_BACKTRACE": "enable=no"]) {
                try await test($0, sandbox)
            }
        }
    }

    /// Runs `acct use` with alice, the current profile, and bob.
    private func onTerminal(
        environment: [String: String?] = [:], test: (PseudoTerminal, Child) async throws -> Void
    ) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let terminal = try PseudoTerminal()
            let child = try sandbox.workspace.start(
                [Products.acct, "use"], input: .terminal(path: terminal.path),
                environment: ["TERM": "xterm"].merging(environment) { $1 })
            try await eventually("the list") { terminal.text.contains("bob@contoso.example") }
            try await test(terminal, child)
        }
    }
}
