import Foundation
import Testing

/// Commands that change the current profile or a directory say who acts here afterwards.
@Suite struct ActingReportTests {
    @Test func useInABoundDirectoryNamesTheProfileThatActs() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("src")
            try await sandbox.succeed("bind alice src")
            let run = try await workspace.acct(in: "src", "use bob")
            #expect(
                run.error == "bob (bob@contoso.example) is the current profile now.\n"
                    + "Commands in this directory act as alice (alice@contoso.example): "
                    + "it is bound to \(workspace.home)/src.\n")
            #expect(try await sandbox.succeed("use bob").error == "Now using bob (bob@contoso.example).\n")
            let same = try await workspace.acct(in: "src", "use alice")
            #expect(same.error == "Now using alice (alice@contoso.example).\n")
        }
    }

    @Test func useWithAVariableNamesTheProfileThatActs() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let run = try await sandbox.succeed("use bob", environment: ["ACCT_PROFILE": "alice"])
            #expect(
                run.error == "bob (bob@contoso.example) is the current profile now.\n"
                    + "ACCT_PROFILE is set, so commands in this shell still use alice.\n")
            let same = try await sandbox.succeed("use bob", environment: ["ACCT_PROFILE": "bob"])
            #expect(same.error == "Now using bob (bob@contoso.example).\n")
            let unknown = try await sandbox.succeed("use alice", environment: ["ACCT_PROFILE": "gone"])
            #expect(
                unknown.error.contains(
                    "No profile acts in this directory. There is no profile named \"gone\" (from ACCT_PROFILE)."))
        }
    }

    @Test func theShellThatGivesUpItsProfileIsToldWhoActs() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try sandbox.workspace.folder("src")
            try await sandbox.succeed("bind bob src")
            let variables: [String: String?] = ["ACCT_PROFILE": "alice", "ACCT_SHELL": "bash"]
            let bound = try await sandbox.workspace.acct(in: "src", "use --shell -", environment: variables)
            #expect(bound.error.contains("Commands in this directory act as bob (bob@contoso.example)"), "\(bound)")
            let free = try await sandbox.succeed("use --shell -", environment: variables)
            #expect(free.error == "This shell uses the current profile again (alice).\n")
        }
    }

    @Test func bindReportsTheProfileThatActs() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("src/deep")
            try await sandbox.succeed("bind alice src/deep")
            let nearer = try await workspace.acct(in: "src/deep", "bind bob ..")
            #expect(
                nearer.error == "\(workspace.home)/src is bound to bob now. "
                    + "Commands in this directory act as alice (alice@contoso.example): "
                    + "it is bound to \(workspace.home)/src/deep.\n")
            let variable = try await workspace.acct(
                in: "src", "bind bob", environment: ["ACCT_PROFILE": "alice"])
            #expect(
                variable.error == "\(workspace.home)/src is already bound to bob. "
                    + "ACCT_PROFILE is set, so commands in this shell still use alice.\n")
            let elsewhere = try await workspace.acct(in: "src/deep", "bind bob ../..")
            #expect(elsewhere.error.contains("\(workspace.home) is bound to bob now."), "\(elsewhere)")
            let unbound = try await workspace.acct(in: "src/deep", "unbind")
            #expect(
                unbound.error == "\(workspace.home)/src/deep is no longer bound to alice. "
                    + "Commands in this directory act as bob (bob@contoso.example): "
                    + "it is bound to \(workspace.home)/src.\n")
        }
    }

    @Test func aFileThatNamesAnUnknownProfileIsNotABinding() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let workspace = sandbox.workspace
            try workspace.folder("a")
            let path = try workspace.file("home/a/.acct", "bobb")
            let allowed = try await sandbox.succeed("allow \(path)")
            #expect(allowed.error.contains("No profile is named bobb yet. To add it, run: acct add bobb"), "\(allowed)")
            #expect(allowed.error.contains("Did you mean bob?"), "\(allowed)")
            #expect(!allowed.error.contains("use the profile bobb"), "\(allowed)")
            let run = try await workspace.acct(in: "a", "graph /me --json")
            #expect(run.status == 3)
            #expect(
                run.error.contains("\(path) names the profile \"bobb\", which does not exist. Did you mean bob?"),
                "\(run)")
            #expect(!run.error.contains("bound"), "\(run)")
            #expect(try run.lastErrorLine().kind == "no_profile")
            let used = try await workspace.acct(in: "a", "use alice")
            #expect(used.error.contains("No profile acts in this directory. \(path) names the profile"), "\(used)")
            try await sandbox.succeed("allow \(try workspace.file("home/a/.acct", "nora"))")
            expect(try await workspace.acct(in: "a", "current"), ExpectedError(3, "\"nora\"", run: "acct list"))
        }
    }

    @Test func allowOfATenantSaysHowManyProfilesAreInIt() async throws {
        try await Sandboxed.run { sandbox in
            let workspace = sandbox.workspace
            try workspace.folder("a")
            let path = try workspace.file("home/a/.acct", "tenant=\(World.contoso)")
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            let none = try await sandbox.succeed("allow \(path)")
            #expect(none.error.contains("No profile is in the tenant \(World.contoso) yet"), "\(none)")
            #expect(none.error.contains("run: acct add --tenant \(World.contoso)"), "\(none)")

            try await sandbox.add("alice", as: "alice@contoso.example")
            let one = try await sandbox.succeed("allow \(path)")
            #expect(one.error.contains("use alice, the only profile in the tenant \(World.contoso)."), "\(one)")

            try await sandbox.add("bob", as: "bob@contoso.example")
            let several = try await sandbox.succeed("allow \(path)")
            #expect(several.error.contains("has 2 profiles (alice, bob), and none of them is current"), "\(several)")
            #expect(several.error.contains("scripts need --profile NAME."), "\(several)")
            #expect(try await workspace.acct(in: "a", "current").status == 3)

            try await sandbox.succeed("use bob")
            let current = try await sandbox.succeed("allow \(path)")
            #expect(
                current.error.contains(
                    "use the current profile, bob, while it is one of the 2 profiles (alice, bob) in the tenant"),
                "\(current)")
            #expect(try await workspace.acct(in: "a", "current").line == "bob")
            let variable = try await workspace.acct(in: "a", "allow", environment: ["ACCT_PROFILE": "carol"])
            #expect(variable.error.contains("commands in this shell still use carol."), "\(variable)")
        }
    }
}
