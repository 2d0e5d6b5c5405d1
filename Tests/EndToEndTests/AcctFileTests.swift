import Foundation
import Testing

/// An `.acct` file counts once its exact content was allowed. An ignored file is mentioned.
@Suite struct AcctFileTests {
    private static func ignoring(_ path: String, _ reason: String, _ purpose: String = "To use it") -> String {
        "Ignoring \(path), which \(reason). \(purpose), run: acct allow \(path)\n"
    }

    @Test func allowedFileCountsUntilItChanges() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("src/deep")
            let path = try workspace.file("home/src/.acct", "# ours\nbob\n")
            func current(_ options: String = "") async throws -> Run {
                try await workspace.acct(in: "src/deep", "current \(options)")
            }

            let ignored = try await current()
            #expect(ignored.line == "alice" && ignored.error == Self.ignoring(path, "has not been allowed"))
            let allowed = try await workspace.acct(in: "src/deep", "allow")
            #expect(allowed.status == 0 && allowed.error.contains("\(path):\n  # ours\n  bob\nAllowed."))
            let chosen = try await current()
            #expect(chosen.line == "bob" && chosen.error == "")

            _ = try workspace.file("home/src/.acct", "# ours\nbob \n")
            let edited = try await current()
            #expect(edited.line == "alice" && edited.error == Self.ignoring(path, "has changed since it was allowed"))
            _ = try workspace.file("home/src/.acct", "# ours\nbob\n")
            #expect(try await current().line == "bob")
            try await sandbox.succeed("allow --revoke \(path)")
            #expect(try await current().error == Self.ignoring(path, "has not been allowed"))
        }
    }

    @Test func fileThatHasChangedStopsWritesAndTokens() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("src")
            let path = try workspace.file("home/src/.acct", "bob")
            let write = "graph -X PATCH /me -f jobTitle=x"
            /// The account of the write at the server; nil if none was sent.
            func writer(_ line: String) async throws -> String? {
                try await sandbox.clearRequests()
                _ = try await workspace.acct(in: "src", line)
                return try await sandbox.requests().first { $0.method == "PATCH" }?.username
            }
            // A file that was never allowed does not block writes.
            #expect(try await writer(write) == "alice@contoso.example")
            try await sandbox.succeed("allow \(path)")
            _ = try workspace.file("home/src/.acct", "bob # ours")
            let refusal = ExpectedError(5, "\(path), which was allowed, has changed since", run: "acct allow \(path)")
            for line in [write, "token", "token --resource https://vault.azure.net", "exec true"] {
                expect(try await workspace.acct(in: "src", line), refusal)
            }
            #expect(try await workspace.acct(in: "src", "graph /me").status == 0)
            #expect(try await writer("\(write) -p bob") == "bob@contoso.example")
            // A binding of the same directory decides before the file.
            try await sandbox.succeed("bind alice src")
            #expect(try await writer(write) == "alice@contoso.example")
        }
    }

    /// Another branch of a repository may lack the file.
    @Test(arguments: ["rm .acct", "rm .acct; mkdir .acct", "rm .acct; ln -s nowhere .acct"])
    func allowedFileThatIsGoneStopsWritesAndTokens(change: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("src/deep")
            let path = try workspace.file("home/src/.acct", "bob")
            try await sandbox.succeed("allow \(path)")
            _ = try await workspace.run(["/bin/sh", "-c", "cd \(workspace.folder)/home/src && \(change)"])
            let refusal = ExpectedError(5, "\(path), which was allowed, is gone", run: "acct allow --revoke \(path)")
            for line in ["token", "graph -X PATCH /me -f jobTitle=x", "exec true"] {
                expect(try await workspace.acct(in: "src/deep", line), refusal)
            }
            for line in ["sign-out --revoke --yes", "sign-in", "consent --scope Mail.Read"] {
                expect(try await workspace.acct(in: "src/deep", line), refusal)
            }
            for line in ["graph /me", "current", "why"] {
                let read = try await workspace.acct(in: "src/deep", line)
                #expect(read.status == 0 && read.error.contains("\(path), which was allowed and is gone"), "\(read)")
            }
            let finding = try await workspace.acct(in: "src/deep", "doctor --json")
            #expect(finding.status == 1 && finding.text.contains("\(path), which was allowed, is gone."), "\(finding)")
            // The directory is enough, although there is no file in it.
            #expect(try await workspace.acct(in: "src/deep", "allow --revoke").status == 0)
            #expect(try await workspace.acct(in: "src/deep", "token").status == 0)
        }
    }

    /// An allowance given before the name had an account does not extend to an account added later.
    @Test func allowanceIsForTheProfileThatTheNameStoodFor() async throws {
        try await Sandboxed.run { sandbox in
            let workspace = sandbox.workspace
            try workspace.folder("src")
            let path = try workspace.file("home/src/.acct", "work")
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("allow \(path)")
            try await sandbox.add("work", as: "bob@contoso.example")
            let refusal = ExpectedError(5, "names work, which has another account than when", run: "acct allow \(path)")
            expect(try await workspace.acct(in: "src", "token"), refusal)
            try await sandbox.succeed("allow \(path)")
            #expect(try await workspace.acct(in: "src", "token").status == 0)
        }
    }

    @Test func firstSignInToTheProfileKeepsTheAllowance() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("work", as: "bob@contoso.example")
            let file = try sandbox.workspace.file("profiles.json", try await sandbox.succeed("export").text)
            try await sandbox.succeed("remove work --yes")
            try await sandbox.succeed("import \(file) --trust \(sandbox.server.graph)")
            let workspace = sandbox.workspace
            try workspace.folder("src")
            let path = try workspace.file("home/src/.acct", "work")
            try await sandbox.succeed("allow \(path)")
            try await sandbox.succeed("sign-in work", sandbox.browser("bob@contoso.example"))
            #expect(try await workspace.acct(in: "src", "token").status == 0)
            try await sandbox.succeed("rename work old")
            try await sandbox.add("work", as: "carol@fabrikam.example")
            let refusal = ExpectedError(5, "names work, which has another account than when", run: "acct allow \(path)")
            expect(try await workspace.acct(in: "src", "token"), refusal)
        }
    }

    @Test func allowanceIsForTheAccountThatTheNameHadThen() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("src")
            let path = try workspace.file("home/src/.acct", "bob")
            try await sandbox.succeed("allow \(path)")
            try await sandbox.succeed("rename bob robert")
            try await sandbox.succeed("rename alice bob")
            let token = try await workspace.acct(in: "src", "token")
            expect(token, ExpectedError(5, "names bob, which has another account than when", run: "acct allow \(path)"))
            let read = try await workspace.acct(in: "src", "current")
            #expect(read.error.contains("names bob, which has another account than when the file was allowed"))
            try await sandbox.succeed("allow \(path)")
            #expect(try await workspace.acct(in: "src", "token").status == 0)
        }
    }

    @Test func ignoredFileIsNotMentionedWhereItWouldNotDecide() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("src")
            _ = try workspace.file("home/src/.acct", "bob")
            for line in [
                "current -q", "current -p bob", "list", "bind", "rule", "use alice -q", "use alice", "bind alice",
                "unbind",
            ] {
                #expect(try await !workspace.acct(in: "src", line).error.contains("Ignoring"), "\(line)")
            }
            #expect(
                try await workspace.acct(in: "src", "current", environment: ["ACCT_PROFILE": "bob"]).error == "")
            // A binding of the same directory decides without reading the file.
            try await sandbox.succeed("bind bob src")
            let run = try await workspace.acct(in: "src", "current")
            #expect(run.line == "bob" && run.error == "")
            // A file farther up than the deciding one is not mentioned.
            try workspace.folder("src/deep")
            let inner = try workspace.file("home/src/deep/.acct", "alice")
            try await sandbox.succeed("allow \(inner)")
            try await sandbox.succeed("unbind src")
            let deep = try await workspace.acct(in: "src/deep", "current")
            #expect(deep.line == "alice" && deep.error == "")
        }
    }

    @Test func deeperOfFileAndBindingDecides() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("a/b")
            try await sandbox.succeed("bind alice a/b")
            try await sandbox.succeed("allow \(try workspace.file("home/a/.acct", "tenant=\(World.contoso)"))")
            try await sandbox.succeed("allow \(try workspace.file("home/a/b/.acct", "bob"))")
            #expect(try await workspace.acct(in: "a/b", "current").line == "alice")
            try await sandbox.succeed("unbind a/b")
            #expect(try await workspace.acct(in: "a/b", "current").line == "bob")
            #expect(
                try await workspace.acct(in: "a", "current --json").line.contains("is in the tenant \(World.contoso)"))
        }
    }

    @Test func fileThatOthersCanWriteIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("a")
            let path = try workspace.file("home/a/.acct", "bob")
            try await sandbox.succeed("allow \(path)")
            try #require(chmod(path, 0o666) == 0)
            expect(
                try await sandbox.acct("allow \(path)"),
                ExpectedError(5, "Every user may write to", run: "chmod o-w \(path)")
            )
            let run = try await workspace.acct(in: "a", "current")
            #expect(
                run.line == "alice" && run.error == Self.ignoring(path, "is writable by other users", "For details"))
            expect(
                try await workspace.acct(in: "a", "token"),
                ExpectedError(5, "\(path), which was allowed, is writable by other users", run: "acct allow \(path)"))
            try FileManager.default.removeItem(atPath: path)
            try #require(mkfifo(path, 0o600) == 0)
            expect(try await sandbox.acct("allow \(path)"), ExpectedError(5, "\(path) is not a regular file"))
            #expect(
                try await workspace.acct(in: "a", "current").error
                    == Self.ignoring(path, "is not a regular file", "For details"))
            #expect(try await workspace.acct(in: "a", "token").status == 5)
        }
    }

    @Test(.needsRoot) func fileOfAnotherUserIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try sandbox.workspace.folder("a")
            let path = try sandbox.workspace.file("home/a/.acct", "bob")
            try #require(chown(path, 12345, 12345) == 0)
            expect(
                try await sandbox.acct("allow \(path)"), ExpectedError(5, "\(path) belongs to another user (id 12345)"))
            #expect(
                try await sandbox.workspace.acct(in: "a", "current").error
                    == Self.ignoring(path, "belongs to another user", "For details"))
        }
    }

    @Test func allowRefusesInvalidFilesWithTheReason() async throws {
        let workspace = try Workspace()
        try workspace.folder("a")
        _ = try workspace.file("home/other", "bob")
        for (content, words) in [
            ("a\nb\n", ", line 2: more than one statement."), ("", " names no profile."),
            ("\u{1B}[31mx", ", line 1: \"\u{FFFD}[31mx\" is not a valid profile name."),
            ("tenant=x", ", line 1: \"x\" is not a GUID or a domain."),
        ] {
            let path = try workspace.file("home/a/.acct", content)
            expect(try await workspace.acct("allow a"), ExpectedError(64, path + words))
        }
        expect(try await workspace.acct("allow other"), ExpectedError(64, "\"other\" is not named .acct"))
        expect(try await workspace.acct("allow b/.acct"), ExpectedError(64, "There is no \(workspace.home)/b/.acct"))
        expect(
            try await workspace.acct("allow"),
            ExpectedError(64, "no .acct file here or above", run: "echo NAME > .acct"))
        expect(try await workspace.acct("allow --revoke a"), ExpectedError(1, "is not allowed, so there is nothing"))
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }
}
