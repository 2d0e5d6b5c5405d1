import Foundation
import Testing

/// `acct git-credential`, run by git and by hand.
@Suite struct GitCredentialTests {
    private static let azureDevOps = "499b84ac-1321-427f-aa17-267ca6975798"

    @Test(.needs(.git, .python3)) func ruleChoosesTheProfileOfEachOrganization() async throws {
        try await Sandboxed.runWithGit { sandbox, git in
            for (organization, name) in [("contoso", "alice"), ("fabrikam", "carol")] {
                try await sandbox.succeed("rule add \(git.url)/\(organization)/* \(name)")
                try await git.succeed("clone -q \(git.url)/\(organization)/app.git \(organization)")
                try await git.succeed("commit -q --allow-empty -m x", in: organization)
                try await git.succeed("push -q origin HEAD:main", in: organization)
                try await git.succeed("clone -q \(git.url)/\(organization)/app.git \(organization)-again")
            }
            #expect(git.admitted == [["alice@contoso.example", "contoso"], ["carol@fabrikam.example", "fabrikam"]])
            #expect(git.questions == "")
        }
    }

    @Test(.needs(.git, .python3)) func directoryChoosesTheProfile() async throws {
        try await Sandboxed.runWithGit { sandbox, git in
            try sandbox.workspace.folder("src/fabrikam")
            try await sandbox.succeed("bind carol src/fabrikam")
            try await git.succeed("clone -q \(git.url)/fabrikam/app.git app", in: "src/fabrikam")
            try await git.succeed("fetch -q", in: "src/fabrikam/app")
            try await git.succeed("clone -q \(git.url)/contoso/app.git contoso", in: "src")
            #expect(git.admitted == [["alice@contoso.example", "contoso"], ["carol@fabrikam.example", "fabrikam"]])
        }
    }

    @Test(.needs(.git, .python3)) func rejectedTokenIsNotGivenAgain() async throws {
        try await Sandboxed.runWithGit { sandbox, git in
            try git.reject(try await sandbox.succeed("token -p alice --resource \(GitServer.resource)").line)
            let refused = try await git.run("ls-remote \(git.url)/contoso/app.git")
            #expect(refused.status != 0 && refused.error.contains("Authentication failed"), "\(refused)")
            try await git.succeed("ls-remote \(git.url)/contoso/app.git")
            #expect(git.questions == "")
        }
    }

    @Test(.needs(.git, .python3, .sqlite3)) func requiredSignInEndsGitWithoutAQuestion() async throws {
        try await Sandboxed.runWithGit { sandbox, git in
            try await sandbox.revoke("alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            let run = try await git.run("ls-remote \(git.url)/contoso/app.git")
            #expect(run.status == 128 && run.error.contains("  Run: acct sign-in alice\n"), "\(run)")
            #expect(git.questions == "")
        }
    }

    @Test(.needs(.git, .python3)) func otherServerIsLeftToGit() async throws {
        try await Sandboxed.runWithGit { _, git in
            try await git.configure(helper: "acct git-credential")
            let run = try await git.run("ls-remote \(git.url)/contoso/app.git")
            #expect(run.status == 128 && !run.error.contains("acct:"), "\(run)")
            #expect(git.questions.contains("Username for"))
        }
    }

    @Test func missingConsentNamesTheCommand() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.credential("get", "protocol=https\nhost=dev.azure.com\n")
            let consent = "acct consent alice --scope \(Self.azureDevOps)/.default"
            #expect(run.status == 4 && run.text == "quit=1\n" && run.error.hasSuffix("  Run: \(consent)\n"), "\(run)")
            try await sandbox.succeed(
                "consent alice --scope \(Self.azureDevOps)/.default", sandbox.browser("alice@contoso.example"))
            let given = try await sandbox.credential("get", "protocol=https\nhost=dev.azure.com\n")
            #expect(
                given.status == 0 && given.text.hasPrefix("username=alice@contoso.example\npassword=ey"), "\(given)")
        }
    }

    @Test func newerGitGetsABearerToken() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            let token = try await sandbox.succeed("token -p alice --resource \(Self.azureDevOps)").line
            let input =
                "capability[]=authtype\ncapability[]=state\nprotocol=https\nhost=dev.azure.com\npath=contoso/a\n"
            let lines = try await sandbox.credential("get", input).text.split(separator: "\n")
            #expect(
                lines.dropLast() == [
                    "capability[]=authtype", "authtype=Bearer", "credential=\(token)", "ephemeral=1",
                ])
            let expiry = try #require(lines.last?.split(separator: "=").last.flatMap { Double($0) })
            #expect(abs(expiry - Date().timeIntervalSince1970 - 3600) < 120)
            _ = try await sandbox.credential("erase", input + "authtype=Bearer\ncredential=\(token)\n")
            #expect(try await !sandbox.credential("get", input).text.contains(token))
        }
    }

    @Test func organizationOfEitherAddressIsThatOfTheRule() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            try await sandbox.succeed("rule add https://dev.azure.com/fabrikam/* carol")
            for (remote, name) in [
                ("host=dev.azure.com\npath=fabrikam/a/_git/b", "carol"),
                ("host=dev.azure.com\nusername=fabrikam", "carol"),
                ("host=fabrikam.visualstudio.com\npath=a/_git/b", "carol"), ("host=contoso.visualstudio.com", "alice"),
                ("host=dev.azure.com\npath=contoso/a/_git/b", "alice"),
            ] {
                let run = try await sandbox.credential("get", "protocol=https\n\(remote)\ncapability[]=authtype\n")
                let token = try await sandbox.succeed("token -p \(name) --resource \(Self.azureDevOps)").line
                #expect(run.text.contains("\ncredential=\(token)\n"), "\(remote): \(run)")
                #expect(run.error == "", "\(run)")
            }
            let named = try await sandbox.credential(
                "get -p carol", "protocol=https\nhost=dev.azure.com\npath=contoso/a\n")
            #expect(named.text.hasPrefix("username=carol@fabrikam.example\n"))
        }
    }

    @Test func whyExplainsTheProfileOfARemote() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            try await sandbox.succeed("rule add https://dev.azure.com/fabrikam/* carol")
            try await sandbox.succeed("rule add https://tailspin.visualstudio.com/app/* carol")
            for (remote, profile, step) in [
                ("https://fabrikam@dev.azure.com/fabrikam/a/_git/b", "carol", "rule"),
                ("https://fabrikam.visualstudio.com/a/_git/b", "carol", "rule"),
                ("https://tailspin.visualstudio.com/app/_git/b", "carol", "rule"),
                ("https://dev.azure.com/contoso/a/_git/b", "alice", "current"),
                ("contoso.azurecr.io", "alice", "current"),
            ] {
                struct Answer: Decodable { let profile, step: String }
                let answer = try await sandbox.succeed("why --json --remote \(remote)").json(Answer.self)
                #expect(answer.profile == profile && answer.step == step, "\(remote): \(answer)")
            }
            let text = try await sandbox.succeed("why --remote https://dev.azure.com/contoso/a/_git/b").text
            #expect(text.hasPrefix("Git at https://dev.azure.com/contoso/a/_git/b: alice ("))
            expect(
                try await sandbox.acct("why /me --remote contoso.azurecr.io"), ExpectedError(64, "Give one of PATH"))
        }
    }

    @Test func readOnlyProfileGetsNoTokenThatCanWrite() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            try await sandbox.add("audit", as: "bob@contoso.example", ["--read-only"])
            let run = try await sandbox.credential("get -p audit", "protocol=https\nhost=dev.azure.com\n")
            #expect(run.status == 5 && run.text == "quit=1\n" && run.error.contains("audit is read-only"), "\(run)")
        }
    }

    @Test func usernameOfTheAddressNamesTheAccount() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            let remote = "protocol=https\nhost=dev.azure.com\npath=contoso/a/_git/b\n"
            let carol = try await sandbox.credential("get", "\(remote)username=CAROL@fabrikam.example\n")
            let token = try await sandbox.succeed("token -p carol --resource \(Self.azureDevOps)").line
            #expect(carol.text.contains("password=\(token)\n"), "\(carol)")
            let unknown = try await sandbox.credential("get", "\(remote)username=nobody@fabrikam.example\n")
            #expect(unknown.status == 3 && unknown.text == "quit=1\n", "\(unknown)")
            #expect(unknown.error.contains("No profile has the account nobody@fabrikam.example"), "\(unknown)")
            let why = try await sandbox.succeed("why --remote https://carol%40fabrikam.example@dev.azure.com/contoso/a")
            #expect(why.text.contains("/contoso/a: carol (carol@fabrikam.example)"), "\(why)")
        }
    }

    @Test func tenantOfTheOrganizationIsAHint() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            let challenge = "Bearer authorization_uri=https://login.microsoftonline.com/\(World.fabrikam)"
            let remote = "protocol=https\nhost=dev.azure.com\npath=x/a/_git/b\n"
            let run = try await sandbox.credential("get", "\(remote)wwwauth[]=\(challenge)\nwwwauth[]=Basic realm=x\n")
            #expect(run.text.hasPrefix("username=carol@fabrikam.example\n"), "\(run)")
            let other = try await sandbox.credential("get", "\(remote)wwwauth[]=Basic realm=x\n")
            #expect(other.text.hasPrefix("username=alice@contoso.example\n"), "\(other)")
        }
    }

    @Test(arguments: [
        ("username=zed@contoso.example", World.fabrikam, "No profile has the account zed@contoso.example"),
        (
            "username=alice@contoso.example", World.fabrikam,
            "alice@contoso.example and the organization belong to different accounts"
        ),
        (
            "path=x/a", "aaaaaaaa-0000-4000-8000-000000000001",
            "the organization belongs to the tenant aaaaaaaa-0000-4000-8000-000000000001, and no profile is in it"
        ),
    ])
    func accountOrTenantWithoutAProfileGetsNoToken(attribute: String, tenant: String, reason: String) async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            let challenge = "wwwauth[]=Bearer authorization_uri=https://login.microsoftonline.com/\(tenant)"
            let run = try await sandbox.credential(
                "get", "protocol=https\nhost=dev.azure.com\n\(attribute)\n\(challenge)\n")
            #expect(run.status == 3 && run.text == "quit=1\n" && run.error.contains(reason), "\(run)")
        }
    }

    @Test func organizationOfPersonalAccountsIsInNoTenant() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            let page = "https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000"
            let run = try await sandbox.credential(
                "get", "protocol=https\nhost=dev.azure.com\nwwwauth[]=Bearer authorization_uri=\(page)\n")
            #expect(run.text.hasPrefix("username=alice@contoso.example\n"), "\(run)")
        }
    }

    /// The token of the account that a server chose would go to that server.
    @Test(arguments: [
        ("git.example", "https://login.microsoftonline.com/"), ("dev.azure.com", "https://evil.example/"),
        ("dev.azure.com", "https://login.microsoftonline.com.evil.example/"), ("dev.azure.com", ""),
    ])
    func noOtherServerChoosesTheAccount(host: String, page: String) async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            let challenge = "wwwauth[]=Bearer authorization_uri=\(page)\(World.fabrikam)\n"
            let resource = "499b84ac-1321-427f-aa17-267ca6975798"
            let run = try await sandbox.credential(
                "get --resource \(resource)", "protocol=https\nhost=\(host)\n\(challenge)")
            #expect(run.text.hasPrefix("username=alice@contoso.example\n"), "\(run)")
        }
    }

    @Test func aHostAloneIsNotEnoughWhereRulesNameRepositories() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            let host = "protocol=https\nhost=dev.azure.com\n"
            #expect(try await sandbox.credential("get", host).status == 0)
            try await sandbox.succeed("rule add https://dev.azure.com/fabrikam/* carol")
            let run = try await sandbox.credential("get", host)
            #expect(run.status == 3 && run.text == "quit=1\n", "\(run)")
            #expect(
                run.error.hasSuffix("  Run: git config --global credential.https://dev.azure.com.useHttpPath true\n"),
                "\(run)")
            expect(
                try await sandbox.acct("why --remote https://dev.azure.com"),
                ExpectedError(3, "Git named only the host"))
            #expect(try await sandbox.credential("get -p alice", host).status == 0)
            let organization = try await sandbox.succeed("why --remote https://dev.azure.com/fabrikam")
            #expect(organization.text.contains(": carol ("), "\(organization)")
        }
    }

    @Test func severalProfilesAreAQuestionForARule() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            try await sandbox.succeed("remove alice")
            try await sandbox.add("bob", as: "bob@contoso.example")
            let run = try await sandbox.credential("get", "protocol=https\nhost=dev.azure.com\npath=contoso/a\n")
            #expect(run.status == 3 && run.text == "quit=1\n", "\(run)")
            #expect(run.error.hasSuffix("  Run: acct rule add 'https://dev.azure.com/contoso/*' NAME\n"), "\(run)")
        }
    }

    @Test func nothingIsPrintedForOtherRequests() async throws {
        try await Sandboxed.runWithAzureDevOps { sandbox in
            let devOps = "protocol=https\nhost=dev.azure.com\n"
            for (operation, input) in [
                ("get", ""), ("get", "protocol=https\nhost=dev.azure.com.evil.example\n"), ("store", devOps),
                ("get", "protocol=http\nhost=dev.azure.com\n"), ("erase", devOps), ("capability", devOps),
                ("erase", devOps + "password=other\n"), ("get --resource api://x", "protocol=http\nhost=git.example\n"),
                ("get", "protocol=https\nhost=git.example\npath=\(String(repeating: "x", count: 1 << 20))\n"),
            ] {
                let run = try await sandbox.credential(operation, input)
                #expect(run.status == 0 && run.text == "" && run.error == "", "\(operation): \(run)")
            }
            for input in ["\(devOps)nonsense\n", "\(devOps)path=a\u{0}b\n", "\u{0}"] {
                let run = try await sandbox.credential("get", input)
                expect(
                    run, ExpectedError(64, "not a description of a credential", run: "acct git-credential --help"))
            }
        }
    }
}

extension Sandboxed {
    /// Runs a test with the profiles `alice` of Contoso and `carol` of Fabrikam, which have consented to Azure DevOps.
    fileprivate static func runWithAzureDevOps(test: (Sandboxed) async throws -> Void) async throws {
        try await run { sandbox in
            for (name, person) in [("alice", "alice@contoso.example"), ("carol", "carol@fabrikam.example")] {
                let scope = "499b84ac-1321-427f-aa17-267ca6975798/.default"
                try await sandbox.add(name, as: person)
                try await sandbox.succeed("consent \(name) --scope \(scope)", sandbox.browser(person))
            }
            try await test(sandbox)
        }
    }

    fileprivate func credential(_ line: String, _ input: String) async throws -> Run {
        try await acct("git-credential \(line)", input: Data(input.utf8))
    }
}
