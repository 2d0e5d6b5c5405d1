import ArgumentParser
import Testing

@testable import AcctCommands

@Suite struct ParsingTests {
    @Test(arguments: [
        (["add"], "Add"), (["add", "work", "--device-code"], "Add"), (["sign-in", "work"], "SignIn"),
        (["sign-out"], "SignOut"), (["sign-out", "--all"], "SignOut"), (["use", "-"], "Use"), (["use"], "Use"),
        (["sign-out", "work", "--revoke", "--browser"], "SignOut"), (["list", "--json"], "List"),
        (["consent", "work", "--scope", "A", "--device-code"], "Consent"),
        (["consent", "work", "--admin", "--print"], "Consent"),
        (["current", "-p", "work"], "Current"), (["rename", "a", "b"], "Rename"), (["remove", "a"], "Remove"),
        (["token", "--format", "json", "--json"], "Token"), (["token", "--format", "exec-credential"], "Token"),
        (["token", "--scope", "A", "--scope", "B"], "Token"), (["token", "--resource", "https://x"], "Token"),
        (["graph", "/me", "-X", "PATCH", "--input", "-"], "Graph"), (["graph", "/users", "--paginate"], "Graph"),
        (["graph", "/users", "--ndjson", "--max-items", "5", "--resume-from", "https://x"], "Graph"),
        (["graph", "/users", "--paginate", "-X", "get", "-f", "a=b"], "Graph"),
        (["scopes", "-X", "POST", "/me/events", "--json"], "ScopesCommand"),
        (["scopes", "--import", "-"], "ScopesCommand"),
        (["import", "f"], "Profiles"), (["import", "msal", "f"], "MSAL"), (["import", "azure-cli"], "AzureCLI"),
        (["export", "a", "b"], "Export"),
        (["export", "--format", "msal", "a", "--output", "-", "--yes"], "Export"),
        (["bind"], "Bind"), (["bind", "work", "d"], "Bind"), (["unbind"], "Unbind"), (["allow", "--revoke"], "Allow"),
        (["rule"], "List"), (["rule", "--json"], "List"), (["rule", "add", "/a", "work"], "Add"),
        (["rule", "remove", "3"], "Remove"),
        (["completion", "zsh"], "Completion"), (["token", "--no-input", "-v", "-q", "--profile", "w"], "Token"),
    ])
    func everyCommandIsParsed(arguments: [String], command: String) throws {
        #expect("\(type(of: try AcctCommand.parseAsRoot(arguments)))" == command)
    }

    @Test(arguments: [
        ["nonsense"], ["add", "a", "b"], ["add", "--tenant"], ["add", "--cloud", "mars"],
        ["add", "--redirect-port", "70000"], ["add", "--redirect-uri", "http://h/cb"], ["add", "--redirect-uri", "cb"],
        ["add", "--redirect-uri", "https://h/cb"], ["sign-in", "a", "--redirect-uri", "http://localhost#f", "--paste"],
        ["add", "--redirect-uri", "http://localhost", "--redirect-port", "1"],
        ["add", "--cloud", "dod", "--issuer", "https://x"], ["add", "--timeout", "-1"], ["use", "a", "b"],
        ["sign-out", "work", "--all"], ["token", "--scope", "A", "--resource", "R"], ["token", "--min-validity", "-1"],
        ["token", "--min-validity", "x"], ["token", "--format", "yaml"], ["token", "--format", "az", "--json"],
        ["graph"], ["graph", "/me", "--paginate", "-X", "POST"],
        ["graph", "/me", "--paginate", "--input", "f"],
        ["graph", "/me", "--ndjson", "-f", "a=b"], ["graph", "/me", "--max-items", "0"],
        ["graph", "/me", "--top", "0"],
        ["graph", "/me", "--top", "x"], ["graph", "/me", "--paginate", "-i"],
        ["graph", "/me", "--max-items", "5", "-X", "HEAD"], ["rename", "a"], ["remove"],
        ["completion", "tcsh"],
        ["import"], ["import", "msal"], ["import", "a", "b"],
        ["import", "msal", "f", "--authority", "https://a", "--issuer", "https://b"], ["export", "--format", "xml"],
        ["export", "--format", "msal", "a"], ["export", "--format", "msal", "--output", "f"],
        ["export", "--format", "msal", "a", "b", "--output", "f"], ["export", "--yes"], ["export", "--output", "f"],
        ["consent", "work"], ["consent", "work", "--scope", "A", "--print"],
        ["consent", "work", "--admin", "--device-code"], ["consent", "work", "--admin", "--paste"],
        ["consent", "work", "--admin", "--broker"],
        ["list", "--unknown"], ["list", "extra"], ["bind", "a", "b", "c"], ["unbind", "a", "b"], ["rule", "add", "/a"],
        ["rule", "other"], ["rule", "remove"], ["allow", "a", "b"],
    ])
    func invalidArgumentsAreUsage(arguments: [String]) {
        #expect {
            try AcctCommand.parseAsRoot(arguments)
        } throws: { AcctCommand.exitCode(for: $0).rawValue == 64 }
    }

    @Test(arguments: [["--help"], ["-h"], ["add", "--help"], ["help", "graph"], ["--version"]])
    func helpIsNotAnError(arguments: [String]) {
        do {
            var command = try AcctCommand.parseAsRoot(arguments)
            try command.run()
        } catch {
            #expect(AcctCommand.exitCode(for: error) == .success)
            return
        }
        Issue.record("help was not shown")
    }

    @Test func addParsesTheOptionsOfItsHelp() throws {
        let add = try Add.parse([
            "work", "--tenant", "contoso.com", "--client-id", "c", "--username", "a@b", "--scope", "A.Read",
            "--scope", "B.Read C.Read",
            "--read-only", "--use", "--device-code", "--browser", "firefox %s", "--redirect-port", "8400", "--timeout",
            "9",
            "--json", "--no-input",
        ])
        #expect(add.name == "work")
        #expect(add.target.tenant == "contoso.com")
        #expect(add.clientID == "c")
        #expect(add.username == "a@b")
        #expect(add.scope == ["A.Read", "B.Read C.Read"])
        #expect(add.readOnly)
        #expect(add.use)
        #expect(add.signIn.deviceCode)
        #expect(add.signIn.browser == "firefox %s")
        #expect(add.signIn.redirectPort == 8400)
        #expect(add.signIn.timeout == TimeSpan("9"))
        #expect(add.asJSON)
        #expect(add.common.behavior.noInput)
    }

    @Test func optionsHaveDefaults() throws {
        let add = try Add.parse([])
        #expect(add.name == nil)
        #expect(add.signIn.redirectPort == nil)
        #expect(add.signIn.timeout == nil)
        #expect(!add.asJSON)
        #expect(try Token.parse([]).minValidity == nil)
        #expect(try Graph.parse(["/me"]).requestOptions.method == nil)
    }
}
