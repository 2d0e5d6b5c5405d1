import Foundation
import Testing

/// The profiles of directories: bindings and allowed `.acct` files.
@Suite struct DirectoryTests {
    private struct Entry: Decodable, Equatable { let directory, profile: String, exists: Bool }

    @Test func nearestBoundDirectoryDecides() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("src/contoso/deep")
            let bound = try await workspace.acct(in: ".", "bind bob src")
            #expect(bound.error == "Commands in \(workspace.home)/src and below now use bob.\n")
            _ = try await workspace.acct(in: "src/contoso", "bind alice")
            for (folder, profile) in [
                (".", "alice"), ("src", "bob"), ("src/contoso", "alice"), ("src/contoso/deep", "alice"),
            ] {
                #expect(try await workspace.acct(in: folder, "current").line == profile, "in \(folder)")
            }
            #expect(try await workspace.acct(in: "src", "current -p alice").line == "alice")
            #expect(
                try await workspace.acct(in: "src", "current", environment: ["ACCT_PROFILE": "alice"]).line == "alice")
            struct Choice: Decodable { let step, reason: String }
            let choice = try await workspace.acct(in: "src", "current --json").json(Choice.self)
            #expect(choice.step == "binding" && choice.reason == "it is bound to \(workspace.home)/src")
        }
    }

    @Test func bindingsAreListedReplacedAndRemoved() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let home = sandbox.workspace.home
            for name in ["a", "b"] { try sandbox.workspace.folder(name) }
            #expect(try await sandbox.succeed("bind").error.contains("No directory is bound"))
            #expect(try await sandbox.succeed("bind --json").line == "[]")
            try await sandbox.succeed("bind bob a")
            try await sandbox.succeed("bind bob b")
            #expect(try await sandbox.succeed("bind alice b").error.contains("It was bound to bob."))
            try FileManager.default.removeItem(atPath: "\(home)/a")
            #expect(try await sandbox.succeed("bind").text == "\(home)/a\tbob\tgone\n\(home)/b\talice\t\n")
            #expect(
                try await sandbox.succeed("bind --json").json([Entry].self) == [
                    Entry(directory: "\(home)/a", profile: "bob", exists: false),
                    Entry(directory: "\(home)/b", profile: "alice", exists: true),
                ])
            try await sandbox.succeed("unbind a")
            try await sandbox.succeed("unbind b")
            #expect(try await sandbox.succeed("bind --json").line == "[]")
        }
    }

    @Test func bindingFollowsRenameAndRemovalOfItsProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try sandbox.workspace.folder("a")
            try await sandbox.succeed("bind bob a")
            try await sandbox.succeed("rename bob robert")
            #expect(try await sandbox.workspace.acct(in: "a", "current").line == "robert")
            try await sandbox.succeed("remove robert")
            #expect(try await sandbox.workspace.acct(in: "a", "current").line == "alice")
            #expect(try await sandbox.succeed("bind --json").line == "[]")
        }
    }

    @Test func invalidBindIsRefusedAndChangesNothing() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let home = sandbox.workspace.home
            try sandbox.workspace.folder("a/b")
            _ = try sandbox.workspace.file("home/f", "")
            try await sandbox.succeed("bind alice a")
            for (line, expected) in [
                ("bind alise a", ExpectedError(3, "Did you mean alice?")),
                ("bind alice nowhere", ExpectedError(64, "\"nowhere\" cannot be used: No such file")),
                ("bind alice f", ExpectedError(64, "\(home)/f is not a directory")),
                ("unbind a/b", ExpectedError(1, "bound directory above is \(home)/a", run: "acct unbind \(home)/a")),
                ("unbind .", ExpectedError(1, "nor a directory above it", run: "acct bind")),
            ] {
                expect(try await sandbox.acct(line), expected)
            }
            #expect(try await sandbox.succeed("bind").text == "\(home)/a\talice\t\n")
        }
    }

    @Test func bindThroughASymbolicLinkBindsItsTarget() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            let real = try workspace.folder("real/deep")
            try FileManager.default.createSymbolicLink(atPath: "\(workspace.home)/link", withDestinationPath: "real")
            try await sandbox.succeed("bind bob link")
            #expect(try await sandbox.succeed("bind").line.hasPrefix("\(workspace.home)/real\t"))
            // A PWD that is another directory does not count.
            let wrongPWD = ["PWD": "\(workspace.home)/link/deep"]
            #expect(try await workspace.acct(in: "link/deep", "current").line == "bob")
            #expect(try await workspace.acct(in: "real/deep", "current", environment: wrongPWD).line == "bob")
            #expect(try await workspace.acct(in: ".", "current", environment: ["PWD": real]).line == "alice")
        }
    }

    @Test(.needs(.git)) func worktreeInheritsTheBindingOfItsRepository() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            let git = [
                "init -q src/repo", "-C src/repo -c user.name=x -c user.email=x@y.example commit -q --allow-empty -m x",
                "-C src/repo worktree add -q ../../trees/feature", "init -q --bare src/bare.git",
            ]
            for line in git {
                let run = try await workspace.run(
                    [try Tool.git.require()] + line.split(separator: " ").map(String.init))
                try #require(run.status == 0, "\(run)")
            }
            try workspace.folder("trees/feature/deep")
            #expect(try await workspace.acct(in: "trees/feature/deep", "current").line == "alice")
            try await sandbox.succeed("bind bob src/repo")
            #expect(try await workspace.acct(in: "trees/feature/deep", "current").line == "bob")
            #expect(try await workspace.acct(in: "trees", "current").line == "alice")
            try await sandbox.succeed("bind alice trees/feature")
            #expect(try await workspace.acct(in: "trees/feature/deep", "current").line == "alice")
        }
    }

    /// A directory is reached by two paths: the shell shows the one that was typed.
    @Test func bindingAboveTheTypedPathCountsThroughASymbolicLink() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let home = sandbox.workspace.home
            for folder in ["work", "data/real/deep"] { try sandbox.workspace.folder(folder) }
            try FileManager.default.createSymbolicLink(
                atPath: "\(home)/work/link", withDestinationPath: "\(home)/data/real")
            try await sandbox.succeed("bind bob work")
            func current(in folder: String) async throws -> String {
                let script = "cd \(folder) && exec \(Products.acct) current"
                return try await sandbox.workspace.run(["/bin/sh", "-c", script]).line
            }
            #expect(try await current(in: "work/link/deep") == "bob")
            #expect(try await current(in: "data/real/deep") == "alice")
            // The nearest directory decides, of whichever path.
            try await sandbox.succeed("bind alice data")
            #expect(try await current(in: "work/link") == "alice")
            #expect(try await current(in: "work/link/deep") == "alice")
        }
    }

    @Test func bindingOutlivesTheDirectoryBelowIt() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try sandbox.workspace.folder("work/gone")
            try await sandbox.succeed("bind bob work")
            let script = "cd work/gone && rmdir ../gone && exec \(Products.acct) current"
            #expect(try await sandbox.workspace.run(["/bin/sh", "-c", script]).line == "bob")
        }
    }

    @Test func bindingCountsBelowADirectoryWhoseNameIsNotUTF8() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try sandbox.workspace.folder("work")
            try await sandbox.succeed("bind bob work")
            func run(_ line: String) async throws -> Run {
                let script = #"d=work/$(printf 'M\374ller')/sub && mkdir -p "$d" && cd "$d" && exec "$0" "# + line
                return try await sandbox.workspace.run(["/bin/sh", "-c", script, Products.acct])
            }
            #expect(try await run("current").line == "bob")
            #expect(try await run("exec printenv ACCT_PROFILE").line == "bob")
            expect(try await run("bind alice"), ExpectedError(64, "\".\" cannot be used"))
        }
    }

    /// A folder that was bound is moved to a larger disk, and a link is left in its place.
    @Test func directoryThatHasBecomeALinkStaysBound() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            for folder in ["work/bound/src", "work/allowed", "data"] { try workspace.folder(folder) }
            let file = try workspace.file("home/work/allowed/.acct", "bob")
            try await sandbox.succeed("bind bob \(workspace.home)/work/bound")
            try await sandbox.succeed("allow \(file)")
            let move =
                "cd \(workspace.home)/work && for f in bound allowed; do mv $f ../data/ && ln -s ../data/$f $f; done"
            #expect(try await workspace.run(["/bin/sh", "-c", move]).status == 0)
            for folder in ["bound/src", "allowed"] {
                let typed = ["PWD": "\(workspace.home)/work/\(folder)"]
                #expect(try await workspace.acct(in: "data/\(folder)", "current", environment: typed).line == "bob")
            }
            try await sandbox.succeed("unbind \(workspace.home)/work/bound")
            let typed = ["PWD": "\(workspace.home)/work/bound"]
            #expect(try await workspace.acct(in: "data/bound", "current", environment: typed).line == "alice")
        }
    }

    /// Without `PWD` nothing tells where a directory was that has been removed.
    @Test func unknownDirectoryStopsWritesAndTokensWhereAnyIsBound() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try sandbox.workspace.folder("work")
            func run(_ line: String) async throws -> Run {
                let script = #"mkdir -p gone && cd -P gone && rmdir ../gone && exec env -u PWD "$0" "# + line
                return try await sandbox.workspace.run(["/bin/sh", "-c", script, Products.acct])
            }
            #expect(try await run("token").status == 0)
            try await sandbox.succeed("bind bob work")
            expect(try await run("token"), ExpectedError(5, "The current directory was removed"))
            #expect(try await run("token -p bob").status == 0)
            #expect(try await run("current").line == "alice")
        }
    }

    @Test func bindInADeletedDirectoryIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let script = "mkdir gone && cd gone && rmdir ../gone && acct current && acct bind alice"
            let run = try await sandbox.workspace.run(["/bin/sh", "-c", script])
            #expect(run.status == 64 && run.line == "alice")
            #expect(run.error.contains("The current directory no longer exists."))
        }
    }

    @Test func readingCommandsDoNotCreateTheStore() async throws {
        let workspace = try Workspace()
        for line in ["bind", "bind --json", "rule", "current", "unbind", "allow --revoke"] {
            _ = try await workspace.acct(line)
        }
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }
}
