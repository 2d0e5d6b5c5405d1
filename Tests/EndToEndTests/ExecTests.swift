import Foundation
import Testing

/// `acct exec`: the program it becomes, with the signals, the exit code and the environment of its own.
@Suite struct ExecTests {
    @Test func programActsAsTheProfileThatTheLadderChooses() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let print = ["--", "/bin/sh", "-c", "echo $ACCT_PROFILE $ACCT_EXEC"]
            #expect(try await sandbox.succeed("exec", print).line == "alice alice")
            #expect(try await sandbox.succeed("exec -p bob", print).line == "bob bob")
            #expect(try await sandbox.succeed("exec", print, environment: ["ACCT_PROFILE": "bob"]).line == "bob bob")
            try sandbox.workspace.folder("project")
            _ = try await sandbox.workspace.acct(in: "project", "bind bob")
            let bound = try await sandbox.workspace.acct(in: "project", "exec /usr/bin/env")
            #expect(bound.text.contains("\nACCT_EXEC=bob\n") || bound.text.hasPrefix("ACCT_EXEC=bob\n"), "\(bound)")
            // acct inside acts as the same profile.
            #expect(try await sandbox.succeed("exec -p bob acct current").line == "bob")
            expect(try await sandbox.acct("exec -p nobody true"), ExpectedError(3, "nobody"))
        }
    }

    @Test func aNameThatAnotherAccountHasTakenIsRefusedInside() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let swap = "acct rename bob robert -q && acct rename alice bob -q"
            for line in ["acct token", "acct graph -X PATCH /me -f jobTitle=x", "acct why"] {
                let run = try await sandbox.acct("exec -p bob -- /bin/sh -c", ["\(swap); \(line)"])
                expect(run, ExpectedError(5, "Profile bob belongs to another account than when acct exec began"))
                try await sandbox.succeed("rename bob alice")
                try await sandbox.succeed("rename robert bob")
            }
        }
    }

    /// az and other programs there act as the profile, whatever acct is told by a script that clears variables.
    @Test(arguments: ["ACCT_PROFILE= acct current", "env -u ACCT_PROFILE acct current", "ACCT_PROFILE= acct prompt"])
    func aClearedVariableLeavesTheProfile(line: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            #expect(try await sandbox.succeed("exec -p bob -- /bin/sh -c", [line]).line.hasPrefix("bob"))
            // The name counts where a batch needs one, too.
            let batch = "ACCT_PROFILE= acct graph '/$batch' -d x"
            let run = try await sandbox.acct("exec -p bob -- /bin/sh -c", [batch])
            #expect(run.status != 64 && !run.error.contains("The body is not a batch"), "\(run)")
        }
    }

    /// A program may write, so the resource of a token alone does not choose its account.
    @Test func anInferredProfileRunsNoProgram() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            try await sandbox.succeed("graph /organization -p carol")
            let host = "https://fabrikam.sharepoint.com"
            let run = try await sandbox.acct("exec --token-env T=\(host) -- echo started")
            expect(run, ExpectedError(5, "No program runs as an inferred profile, and echo was not started"))
            #expect(run.error.contains("add --profile carol.") && run.text.isEmpty, "\(run)")
            #expect(!run.error.contains("Acting as"), "\(run)")
            let named = try await sandbox.acct("exec -p carol --token-env T=\(host) -- echo started")
            #expect(!named.error.contains("inferred profile"), "\(named)")
        }
    }

    @Test func tokenOfAVariableIsOfTheProfileThatItsResourceNeeds() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add https://vault.azure.net bob")
            let acting = ["--", "/bin/sh", "-c", "echo $ACCT_PROFILE"]
            let one = try await sandbox.acct("exec --token-env A=https://vault.azure.net", acting)
            #expect(one.line == "bob" || one.error.contains("acct consent bob"), "\(one)")
            try await sandbox.succeed("rule add https://storage.azure.com alice")
            let two = try await sandbox.acct(
                "exec --token-env A=https://vault.azure.net --token-env B=https://storage.azure.com", acting)
            #expect(two.status == 3 && two.error.contains("different profiles"), "\(two)")
        }
    }

    /// Words after the program's name are the program's.
    @Test(arguments: [
        ("exec -- echo a --nested -p x", "a --nested -p x"), ("exec echo -p -- x", "-p -- x"),
        ("exec -p alice echo x --help", "x --help"), ("exec -- echo", ""),
    ])
    func wordsAreThoseOfTheProgram(line: String, output: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            #expect(try await sandbox.succeed(line).line == output)
        }
    }

    @Test func exitCodeIsThatOfTheProgram() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let workspace = sandbox.workspace
            let text = try workspace.file("text", "no program\n")
            let script = try workspace.file("script", "exit 9\n")
            #expect(chmod(script, 0o755) == 0)
            for (words, code) in [
                (["true"], 0), (["/bin/sh", "-c", "exit 7"], 7), (["/bin/sh", "-c", "kill -TERM $$"], 143),
                (["/bin/sh", "-c", "kill -KILL $$"], 137), ([script], 9),
            ] {
                #expect(try await workspace.acct("exec --", words).status == Int32(code), "\(words)")
            }
            for (word, code, sentence) in [
                ("no-such-program", 127, "no program named no-such-program in PATH"),
                ("/no/such/file", 127, "There is no file /no/such/file"),
                (workspace.folder, 126, "is a directory"), (text, 126, "may not be executed"), ("", 127, "no program"),
            ] {
                expect(try await workspace.acct("exec --", [word]), ExpectedError(Int32(code), sentence))
            }
        }
    }

    @Test func withoutAProgramAShellBegins() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.acct(
                "exec", input: Data("echo shell of $ACCT_EXEC; exit 3\n".utf8), environment: ["SHELL": "/bin/sh"])
            #expect(run.status == 3 && run.line == "shell of alice", "\(run)")
            let terminal = try await sandbox.shown("exec", environment: ["SHELL": "/bin/true"])
            #expect(terminal.text.contains("This shell acts as alice (alice@contoso.example). To leave it: exit"))
        }
    }

    @Test func signalReachesTheProgramAlone() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let program = """
                trap 'echo interrupted' INT
                trap '' TERM
                echo ready
                until [ -e "$0" ]; do sleep 0.05; done
                echo done
                """
            let mark = "\(sandbox.workspace.folder)/mark"
            let child = try sandbox.workspace.start([Products.acct, "exec", "--", "/bin/sh", "-c", program, mark])
            try await eventually("the program is ready") { !child.output.isEmpty }
            #expect(kill(child.id, SIGTERM) == 0 && kill(child.id, SIGINT) == 0)
            try await eventually("the program is interrupted") {
                String(decoding: child.output, as: UTF8.self).contains("interrupted")
            }
            _ = try sandbox.workspace.file("mark", "")
            let run = try await child.run(within: .seconds(50))
            #expect(run.status == 0 && run.text == "ready\ninterrupted\ndone\n", "\(run)")
        }
    }

    /// The line is read before a profile is chosen, of which there may be several.
    @Test func nameOfAProfileInPlaceOfTheProgramIsNamedInTheAdvice() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            try await sandbox.succeed("remove alice")
            let run = try await sandbox.acct("exec bob -- true")
            #expect(run.status == 127 && run.error.contains("acct exec -p bob -- true"), "\(run)")
        }
    }

    @Test func nestedUseIsRefusedUnlessAskedFor() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            expect(
                try await sandbox.acct("exec -p bob acct exec -p alice true"),
                ExpectedError(64, "You are already inside acct exec -p bob. Leave that shell, or add --nested."))
            let run = try await sandbox.succeed(
                "exec -p bob acct exec --nested -p alice --",
                ["/bin/sh", "-c", "echo $ACCT_EXEC; acct current; echo $PATH"])
            let lines = run.text.split(separator: "\n").map(String.init)
            #expect(lines.prefix(2) == ["alice", "alice"])
            #expect(lines.last?.components(separatedBy: "/shims").count == 2, "\(run)")
        }
    }

    @Test(arguments: [
        ("exec --unknown", "Unknown option '--unknown'"), ("exec --token-env", "--token-env"),
        ("exec --token-env 1X true", "1X"), ("exec --token-env PATH true", "cannot set PATH"),
        ("exec --token-env IDENTITY_HEADER true", "cannot set IDENTITY_HEADER"),
    ])
    func wrongOptionIsRefused(line: String, sentence: String) async throws {
        expect(try await Workspace().acct(line), ExpectedError(64, sentence))
    }

    @Test(arguments: ["exec --help", "exec -h", "exec -p work --help", "help exec"])
    func helpIsThatOfTheCommand(line: String) async throws {
        let run = try await Workspace().succeed(line)
        #expect(run.text.contains("Run a program as a profile.") && run.text.contains("--token-env"), "\(run)")
    }

    @Test func inheritedCredentialsAreNotPassedOnAndNamedWithV() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let inherited = ["AZURE_CLIENT_SECRET": "theirs", "ARM_OIDC_TOKEN": "theirs", "ARM_SUBSCRIPTION_ID": "sub"]
            let run = try await sandbox.succeed("exec -v /usr/bin/env", environment: inherited.mapValues { $0 })
            #expect(!run.text.contains("theirs") && run.text.contains("ARM_SUBSCRIPTION_ID=sub"))
            #expect(run.error.contains("Not passed on: ARM_OIDC_TOKEN, AZURE_CLIENT_SECRET."), "\(run)")
            #expect(!run.error.contains("theirs"))
            let quiet = try await sandbox.succeed("exec true", environment: inherited.mapValues { $0 })
            #expect(quiet.error.isEmpty, "\(quiet)")
        }
    }

    /// Variables need not be text.
    @Test func otherVariablesStayAsTheyAre() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let script = #"ODD=$(printf 'a\377b\nc') EMPTY= exec "$0" exec -- /usr/bin/printenv ODD EMPTY"#
            let run = try await sandbox.workspace.run(["/bin/sh", "-c", script, Products.acct])
            #expect(run.status == 0 && run.output == Data("a".utf8) + [0xFF] + Data("b\nc\n\n".utf8), "\(run)")
        }
    }

    @Test func plainVariableHoldsAToken() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let own = try await sandbox.succeed("token -p bob").line
            let print = ["/bin/sh", "-c", "echo $T; echo $U"]
            let run = try await sandbox.succeed(
                "exec -p bob --token-env T --token-env U=https://graph.microsoft.com --", print)
            let tokens = run.text.split(separator: "\n").map(String.init)
            #expect(tokens.first == own && tokens.count == 2 && tokens[1].hasPrefix("ey"), "\(tokens.count)")
            // Where no token can be had, the program is not started.
            try await sandbox.succeed("sign-out bob")
            let refused = try await sandbox.acct("exec -p bob --token-env T -- /bin/echo started")
            expect(refused, ExpectedError(4, "bob", run: "acct sign-in bob"))
            #expect(refused.text.isEmpty)
            // Without a token to hand over it runs, and the person knows why it will get none.
            let signedOut = try await sandbox.succeed("exec -p bob -- /bin/echo started")
            #expect(signedOut.line == "started" && signedOut.error.contains("bob is signed out."), "\(signedOut)")
            #expect(signedOut.error.contains("acct sign-in bob"), "\(signedOut)")
            #expect(try await sandbox.succeed("exec -p bob -q -- /bin/echo started").error.isEmpty)
            #expect(try await sandbox.succeed("exec -p alice -- /bin/echo started").error.isEmpty)
        }
    }

    /// Other programs may keep tokens in their folder.
    @Test func folderOfOtherProgramsGoesWithTheAccount() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let mark = [
                "--", "/bin/sh", "-c", "mkdir -p $AZURE_CONFIG_DIR && echo $ACCT_EXEC >> $AZURE_CONFIG_DIR/mark",
            ]
            func content(_ profile: String) -> String? {
                try? String(
                    contentsOfFile: "\(sandbox.workspace.folder)/acct/tools/\(profile)/azure/mark", encoding: .utf8)
            }
            for profile in ["alice", "bob", "bob"] { try await sandbox.succeed("exec -p \(profile)", mark) }
            #expect(content("alice") == "alice\n" && content("bob") == "bob\nbob\n")
            try await sandbox.succeed("rename bob robert")
            #expect(content("robert") == "bob\nbob\n" && content("bob") == nil)
            try await sandbox.succeed("sign-out robert")
            #expect(content("robert") == nil && content("alice") == "alice\n")
            try await sandbox.succeed("remove alice")
            #expect(content("alice") == nil)
            // A name that another account takes over brings none of the first one's files.
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            try await sandbox.succeed("exec -p carol", mark)
            try await sandbox.workspace.store.sqlite("DELETE FROM profile WHERE name = 'carol'")
            try await sandbox.add("carol", as: "bob@contoso.example")
            try await sandbox.succeed("exec -p carol true")
            #expect(content("carol") == nil)
        }
    }

    /// `az` on PATH answers as the profile, in two terminals as two.
    @Test func stoodInToolsActAsTheProfileAndAsNoOther() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let token = "az account get-access-token --resource https://graph.microsoft.com --query accessToken -o tsv"
            for name in ["alice", "bob"] {
                let run = try await sandbox.succeed("exec -p \(name) -- \(token)")
                #expect(try tokenClaims(of: run.line)["upn"] as? String == "\(name)@contoso.example")
                #expect(run.error.isEmpty, "\(run)")
            }
            // The variable of another profile would split the shell: acct would act as that one, and all others as alice.
            let split = try await sandbox.acct("exec -p alice -- env ACCT_PROFILE=bob \(token)")
            #expect(
                split.status == 1 && split.error.contains("ACCT_PROFILE is bob, but this shell is inside"), "\(split)")
            try await sandbox.succeed("exec -p alice -- env ACCT_PROFILE=ALICE \(token)")
            expect(
                try await sandbox.acct("exec -p alice -- \(Products.acct) use --shell bob"),
                ExpectedError(64, "act as alice because of acct exec", run: "exit"))
            // While a program runs, somebody else takes over the name of its profile, in another case.
            let mark = "\(sandbox.workspace.folder)/mark"
            let child = try sandbox.workspace.start([
                Products.acct, "exec", "-p", "bob", "--", "/bin/sh", "-c",
                "echo ready; until [ -e \(mark) ]; do sleep 0.05; done; \(token)",
            ])
            try await eventually("the program is ready") { !child.output.isEmpty }
            try await sandbox.succeed("remove bob")
            try await sandbox.add("Bob", as: "carol@fabrikam.example")
            _ = try sandbox.workspace.file("mark", "")
            let run = try await child.run(within: .seconds(50))
            #expect(run.status == 1 && run.text == "ready\n" && run.error.contains("another account"), "\(run)")
        }
    }
}
