import Foundation
import Testing

/// Completion in real shells, without a network.
@Suite struct ShellCompletionTests {
    private static let shells = CompletingShell.Kind.installed

    /// A line before Tab, and its words afterwards.
    private static let lines: [(typed: String, completed: [String])] = [
        ("acct use al", ["acct", "use", "alice", "|"]),
        ("acct switch al", ["acct", "switch", "alice", "|"]), ("acct rm b", ["acct", "rm", "bob", "|"]),
        ("acct graph GET /me/mailb", ["acct", "graph", "GET", "/me/mailboxSettings", "|"]),
        ("acct sign-ou", ["acct", "sign-out", "|"]),
        ("acct token --prof", ["acct", "token", "--profile", "|"]),
        ("acct token -p b", ["acct", "token", "-p", "bob", "|"]),
        ("acct token --profile=b", ["acct", "token", "--profile=bob", "|"]),
        ("acct graph /me --profiles alice,", ["acct", "graph", "/me", "--profiles", "alice,bob", "|"]),
        ("acct graph /me --profiles=alice,", ["acct", "graph", "/me", "--profiles=alice,bob", "|"]),
        (
            "acct token --resource https://v",
            ["acct", "token", "--resource", "https://vault.azure.net", "|"]
        ),
        ("acct add --clou", ["acct", "add", "--cloud", "|"]),
        ("acct add --cloud=us", ["acct", "add", "--cloud=usgov", "|"]),
        ("acct graph -X DEL", ["acct", "graph", "-X", "DELETE", "|"]),
        ("acct graph /me/mailb", ["acct", "graph", "/me/mailboxSettings", "|"]),
        ("acct why /me/sendM", ["acct", "why", "/me/sendMail", "|"]),
        (#"acct graph /me/photo/\$v"#, ["acct", "graph", "/me/photo/$value", "|"]),
        ("acct graph '/me/photo/$v", ["acct", "graph", "/me/photo/$value", "|"]),
        ("acct rule remove GET", ["acct", "rule", "remove", "GET /users/*", "|"]),
        ("acct rule remove 'GET /us", ["acct", "rule", "remove", "GET /users/*", "|"]),
        ("acct graph /me --input bo", ["acct", "graph", "/me", "--input", "body.json", "|"]),
        ("acct graph /me --input=bo", ["acct", "graph", "/me", "--input=body.json", "|"]),
        ("acct graph /me -d @bo", ["acct", "graph", "/me", "-d", "@body.json", "|"]),
        ("acct graph /me -d@bo", ["acct", "graph", "/me", "-d@body.json", "|"]),
        ("acct graph /me --data=@bo", ["acct", "graph", "/me", "--data=@body.json", "|"]),
        ("acct graph /me -F note=@bo", ["acct", "graph", "/me", "-F", "note=@body.json", "|"]),
        ("acct graph /me -d '@bo", ["acct", "graph", "/me", "-d", "@body.json", "|"]),
        ("acct graph /me -d @folder/in", ["acct", "graph", "/me", "-d", "@folder/inner.json", "|"]),
        ("acct graph /me -F note=bo", ["acct", "graph", "/me", "-F", "note=bo|"]),
        ("acct import bo", ["acct", "import", "body.json", "|"]),
        ("acct import prof", ["acct", "import", "profiles|"]), ("acct import ms", ["acct", "import", "msal", "|"]),
        ("acct graph \"/me\"/mailb", ["acct", "graph", "/me/mailboxSettings", "|"]),
        ("acct graph -XDEL", ["acct", "graph", "-XDELETE", "|"]),
        ("acct sign-out alice@", ["acct", "sign-out", "alice@contoso.example", "|"]),
        ("acct exec whoam", ["acct", "exec", "whoami", "|"]),
        ("acct exec -- cat bo", ["acct", "exec", "--", "cat", "body.json", "|"]),
        ("acct export alice al", ["acct", "export", "alice", "al|"]),
        ("acct export alice b", ["acct", "export", "alice", "bob", "|"]),
        ("acct rule add 'GET /me/mailb", ["acct", "rule", "add", "GET /me/mailboxSettings", "|"]),
        ("acct rule add /me/mailb", ["acct", "rule", "add", "/me/mailboxSettings", "|"]),
        ("acct unbind my", ["acct", "unbind", "my dir", "|"]),
        ("acct unbind ./my", ["acct", "unbind", "./my dir", "|"]),
        ("acct help rule rem", ["acct", "help", "rule", "remove", "|"]),
        ("acct list bo", ["acct", "list", "bo|"]), ("acct rule add bo", ["acct", "rule", "add", "bo|"]),
        ("acct add --client-id bo", ["acct", "add", "--client-id", "bo|"]),
        ("acct add --tenant consumers:", ["acct", "add", "--tenant", "consumers:|"]),
        ("\(Products.acct) use al", [Products.acct, "use", "alice", "|"]),
    ]

    @Test(arguments: shells)
    func wordsAreCompleted(in kind: CompletingShell.Kind) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.succeed("rule add", ["GET /users/*", "bob"])
            _ = try sandbox.workspace.file("home/body.json", "{}")
            _ = try sandbox.workspace.file("home/profiles.json", "{}")
            try sandbox.workspace.folder("folder")
            try await sandbox.succeed("bind bob", [sandbox.workspace.folder("my dir")])
            _ = try sandbox.workspace.file("home/folder/inner.json", "{}")
            try await CompletingShell.run(kind, in: sandbox.workspace) { shell in
                for (typed, completed) in Self.lines {
                    let words = try await shell.completing(typed)
                    #expect(words == completed, "\(typed)")
                }
                let folder = try await shell.completing("acct bind alice fol")
                #expect(folder.starts(with: ["acct", "bind", "alice"]) && folder.last?.hasPrefix("folder") == true)
                let partial = try await shell.completing("acct graph /me -d @fol")
                #expect(partial.last == "@folder/|")
            }
        }
    }

    /// A program has its own completion behind `acct exec`; bash without the package bash-completion finds files for it.
    @Test(arguments: shells.filter { $0 != .bash })
    func wordsOfAProgramAreCompleted(in kind: CompletingShell.Kind) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await CompletingShell.run(kind, in: sandbox.workspace) { shell in
                for before in [
                    ["acct", "exec", "--"], ["acct", "exec"], ["acct", "exec", "-p", "alice"],
                    ["acct", "exec", "--token-env", "A=https://x.example", "--"],
                ] {
                    for (typed, last) in [
                        ("use al", ["use", "alice"]), ("token --profile=b", ["token", "--profile=bob"]),
                    ] {
                        let line = before.joined(separator: " ") + " acct " + typed
                        let words = try await shell.completing(line)
                        #expect(words == before + ["acct"] + last + ["|"], "\(line)")
                    }
                }
            }
        }
    }

    @Test(arguments: shells)
    func hostsOfGraphAreCompleted(in kind: CompletingShell.Kind) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let graph = sandbox.server.graph
            let scheme = graph.prefix { $0 != ":" }
            try await CompletingShell.run(kind, in: sandbox.workspace) { shell in
                for (typed, completed) in [
                    ("\(scheme)://", graph), ("\(graph)/v", "\(graph)/v1.0"),
                    ("\(graph)/v1.0/me/mailF", "\(graph)/v1.0/me/mailFolders"),
                ] {
                    let words = try await shell.completing("acct graph \(typed)")
                    #expect(words.last == completed + "|", "\(typed)")
                }
            }
        }
    }

    /// A segment that goes on has no space behind it.
    @Test(arguments: shells)
    func pathsAreContinued(in kind: CompletingShell.Kind) async throws {
        let workspace = try Workspace()
        try await CompletingShell.run(kind, in: workspace) { shell in
            let words = try await shell.completing("acct graph /users/dana/mailF")
            #expect(words.last == "/users/dana/mailFolders|")
        }
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }

    @Test(arguments: shells)
    func aliasIsCompleted(in kind: CompletingShell.Kind) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let isBash = kind.name == "bash"
            let settings = "alias a=acct\n" + (isBash ? "complete -o nosort -F _acct a\n" : "")
            try await CompletingShell.run(kind, in: sandbox.workspace, settings: settings) { shell in
                // bash loads the script with the first completion of acct.
                if isBash { _ = try await shell.completing("acct use al") }
                let words = try await shell.completing("a use al")
                #expect(words.contains("alice"))
            }
        }
    }

    /// Text that a person or a server has chosen is inserted as it is, and nothing of it runs.
    @Test(.needs(.sqlite3), arguments: shells)
    func storedTextIsNotEvaluated(in kind: CompletingShell.Kind) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let hostile = #"d$(touch ~/run)`touch ~/run`;touch ~/run;'q' "x" \ &|<>*?[a]{b,c}!~#:=,é"#
            let folder = try sandbox.workspace.folder(hostile)
            try await sandbox.succeed("bind alice", [folder])
            try await sandbox.succeed("rule add", ["GET /x$(id>~/run)`id>~/run`*", "bob"])
            try await sandbox.store.sqlite(
                "UPDATE profile SET username = 'x$(touch ~/run)`touch ~/run`' || char(27) || '[31m' || char(10) || 'y'")
            try await CompletingShell.run(kind, in: sandbox.workspace) { shell in
                let directory = try await shell.completing("acct unbind /")
                #expect(directory == ["acct", "unbind", folder, "|"])
                let rule = try await shell.completing("acct rule remove G")
                #expect(rule == ["acct", "rule", "remove", "GET /x$(id>~/run)`id>~/run`*", "|"])
                try await shell.list("acct use ", showing: "x$(touch")
                let profile = try await shell.completing("acct use al")
                #expect(profile == ["acct", "use", "alice", "|"])
                #expect(!shell.terminal.text.contains("\u{1B}[31m\n"))
            }
            #expect(!FileManager.default.fileExists(atPath: "\(sandbox.workspace.home)/run"))
        }
    }

    @Test(arguments: shells)
    func completionChangesNothingInTheShell(in kind: CompletingShell.Kind) async throws {
        let workspace = try Workspace()
        let state =
            switch kind {
            case .bash, .bashCompletion: "{ set -o; shopt; trap; declare -F; compgen -v; complete -p; }"
            case .zsh: "{ setopt; trap; print -l ${(ok)functions} ${(ok)parameters} }"
            case .fish: "begin; set --names; functions --names | string match '*acct*'; end"
            }
        try await CompletingShell.run(kind, in: workspace) { shell in
            // The first completion loads the script, and in zsh the completion system.
            for _ in 0..<2 { _ = try await shell.completing("acct use al") }
            let before = try await shell.output(state)
            for line in [
                "acct use al", "acct graph /me/mailb", "acct graph --input x", "acct --ver", "acct graph /me >x",
            ] {
                _ = try await shell.completing(line)
            }
            let after = try await shell.output(state)
            #expect(after == before && before.count > 20)
        }
    }

    /// A program that is gone, and options of the shell that would end it.
    @Test(arguments: shells)
    func missingProgramIsSilent(in kind: CompletingShell.Kind) async throws {
        let workspace = try Workspace()
        let settings =
            switch kind {
            case .bash, .bashCompletion: "PATH=~/bin:/usr/bin:/bin\nset -u\n"
            case .zsh: "PATH=~/bin:/usr/bin:/bin\n"
            case .fish: "set PATH ~/bin /usr/bin /bin\n"
            }
        try await CompletingShell.run(kind, in: workspace, settings: settings) { shell in
            let missing = try await shell.completing("acct use al")
            #expect(missing == ["acct", "use", "al|"])
            let path = try await shell.completing("~/gone/acct use al")
            #expect(path.suffix(2) == ["use", "al|"])
            #expect(!shell.terminal.plainText.contains("not found"))
            #expect(!shell.terminal.plainText.contains("unbound"))
        }
    }
}
