import Foundation
import Testing

/// Questions before something is removed, and what else only a person at a terminal gets.
@Suite(.needs(.tmux, .bash)) struct ConfirmationTests {
    @Test func removingAsksWhereRulesOrBindingsAreLostToo() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add /groups/* bob")
            try await Tmux.run(in: sandbox.workspace) { tmux in
                try await tmux.type("acct remove bob\n")
                let asked = try await tmux.wait("the question") { $0.last == "Remove bob? [y/N]" }
                #expect(asked.suffix(3).first == "This also removes:" && asked.contains("  the rule \"/groups/*\""))
                try await tmux.type("n\n")
                let kept = try await tmux.afterPrompt("1 $")
                #expect(kept.last == "acct: Nothing was removed.")
                let removed = try await tmux.enter("acct remove bob --yes")
                #expect(removed.first?.hasPrefix("Removed profile bob") == true)
                #expect(removed.suffix(2) == ["Also removed:", "  the rule \"/groups/*\""])
                // Nothing else is lost with alice.
                let last = try await tmux.enter("acct rm alice")
                #expect(last.first?.hasPrefix("Removed profile alice") == true)
            }
            #expect(try await sandbox.states().isEmpty)
        }
    }

    @Test func signingOutOfAllAccountsAsksAndNamesThem() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await Tmux.run(in: sandbox.workspace) { tmux in
                try await tmux.type("acct sign-out --all\n")
                let asked = try await tmux.wait("the question") { $0.last == "Sign out of all 2 accounts? [y/N]" }
                #expect(asked.contains("  alice@contoso.example (alice)"), "\(asked)")
                try await tmux.type("\n")
                _ = try await tmux.afterPrompt("1 $")
                #expect(try await sandbox.states() == ["alice": "signedIn", "bob": "signedIn"])
                try await tmux.type("acct sign-out --all\n")
                _ = try await tmux.wait("the question") { $0.last == "Sign out of all 2 accounts? [y/N]" }
                try await tmux.type("y\n")
                _ = try await tmux.afterPrompt("2 $")
            }
            #expect(try await sandbox.states() == ["alice": "signedOut", "bob": "signedOut"])
        }
    }

    /// The profiles of an app share its secret, and nobody can read it out of the store.
    @Test func theSecretOfAnAppIsNotRemovedWithoutAQuestion() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            try await sandbox.addApplication("nightly")
            try await Tmux.run(in: sandbox.workspace) { tmux in
                try await tmux.type("acct sign-out report\n")
                let asked = try await tmux.wait("the question") { $0.last == "Sign out? [y/N]" }
                #expect(asked.contains("  the secret of nightly, report, which acct cannot show again"), "\(asked)")
                try await tmux.type("n\n")
                _ = try await tmux.afterPrompt("1 $")
                // The other profile still has it.
                let removed = try await tmux.enter("acct remove nightly")
                #expect(removed.first?.hasPrefix("Removed profile nightly") == true, "\(removed)")
                try await tmux.type("acct remove report\n")
                let last = try await tmux.wait("the question") { $0.last == "Remove report? [y/N]" }
                #expect(last.contains("  the secret of the app, which acct cannot show again"), "\(last)")
                try await tmux.type("\n")
                _ = try await tmux.afterPrompt("3 $")
            }
            #expect(try await sandbox.states() == ["report": "signedIn"])
        }
    }

    /// Each line of the table is one line of the screen.
    @Test(arguments: [110, 80, 50]) func theListFitsTheTerminal(columns: Int) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("a-rather-long-name-of-a-profile", as: "carol@fabrikam.example", ["--read-only"])
            try await sandbox.succeed("sign-out bob")
            try sandbox.workspace.folder("src")
            try await sandbox.succeed("bind bob src")
            try await Tmux.run(in: sandbox.workspace, columns: columns) { tmux in
                let lines = try await tmux.enter("acct list")
                #expect(lines.count == 4, "\(lines)")
                #expect(lines.last?.contains("signed out") == true, "\(lines)")
                #expect(lines[1].contains("signed in, read-only"), "\(lines)")
                try await tmux.enter("cd src")
                let here = try await tmux.enter("acct list")
                #expect(here.contains { $0.hasPrefix(">") && $0.contains("bob") }, "\(here)")
                #expect(here.contains { $0.hasPrefix("Commands in this directory act as bob") }, "\(here)")
            }
        }
    }

    @Test func theBeginningOfANameIsEnoughForAPerson() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await Tmux.run(in: sandbox.workspace) { tmux in
                let used = try await tmux.enter("acct use b")
                #expect(used.first == "b stands for bob.")
                let current = try await tmux.enter("acct current -p al")
                #expect(current.first == "al stands for alice.")
                let added = try await tmux.enter("acct add more --account al --tenant contoso.example")
                #expect(added.first == "al stands for alice.", "\(added)")
            }
            expect(try await sandbox.acct("use b"), ExpectedError(3, "no profile named \"b\""))
        }
    }

    /// What changes something, or gives a token, goes to nobody whose name was not typed.
    @Test func theBeginningOfANameIsNotEnoughForAWrite() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await Tmux.run(in: sandbox.workspace) { tmux in
                for line in ["graph -X PATCH /me -p bo -d {}", "token -p bo", "remove bo", "sign-out bo"] {
                    let shown = try await tmux.enter("acct \(line)")
                    #expect(shown.joined().contains("Did you mean bob?"), "\(line): \(shown)")
                }
            }
            #expect(try await sandbox.states().count == 2)
        }
    }

    @Test func inputBeforeThePromptIsDiscarded() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add /groups bob")
            try await Tmux.run(in: sandbox.workspace) { tmux in
                // The answer is in the terminal before acct reads it.
                try await tmux.type("sleep 1; acct remove bob\ny\n")
                try await tmux.wait("the question is there") { $0.contains { $0.hasPrefix("Remove bob?") } }
                try await tmux.type("n\n")
                try await tmux.wait("nothing is removed") { $0.contains { $0.hasSuffix("Nothing was removed.") } }
            }
            #expect(try await sandbox.states().count == 2)
        }
    }
}
