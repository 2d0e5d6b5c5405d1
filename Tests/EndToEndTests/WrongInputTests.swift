import Foundation
import Testing

/// Mistakes of users and servers: a message, the command that mends it, the exit code, and nothing changed.
@Suite(.needs(.sqlite3)) struct WrongInputTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        let line: String
        let expected: ExpectedError
        var environment: [String: String] = [:]

        var testDescription: String { line }
    }

    @Test(arguments: [
        Mistake(
            line: "add alice --authority http://localhost:1",
            expected: ExpectedError(64, "There is already a profile named alice", run: "acct sign-in alice")),
        Mistake(
            line: "add ALICE",
            expected: ExpectedError(
                64, "ALICE and the existing profile alice differ only in case", run: "acct sign-in alice")),
        Mistake(
            line: "rename alice BOB",
            expected: ExpectedError(64, "BOB and the existing profile bob differ only in case")),
        Mistake(
            line: "rename alice alice", expected: ExpectedError(64, "The profile is named alice already.")),
        Mistake(
            line: "add a/b", expected: ExpectedError(64, "\"a/b\" is not a valid profile name: use 1 to 64 letters")),
        Mistake(
            line: "rename alice bob",
            expected: ExpectedError(64, "There is already a profile named bob. Choose another name.", run: "acct list")),
        Mistake(line: "rename alice .x", expected: ExpectedError(64, "\".x\" is not a valid profile name")),
        Mistake(
            line: "use alise",
            expected: ExpectedError(3, "no profile named \"alise\". Did you mean alice?")),
        Mistake(line: "use zzzzzzzz", expected: ExpectedError(3, "no profile named \"zzzzzzzz\"", run: "acct list")),
        Mistake(line: "use -", expected: ExpectedError(3, "no previous profile", run: "acct list")),
        Mistake(
            line: "token -p alice -p bob",
            expected: ExpectedError(64, "-p is given twice: \"alice\" and \"bob\".", run: "acct token --help")),
        Mistake(
            line: "graph DELETE /me/messages/1 -X GET",
            expected: ExpectedError(64, "The method is given twice: \"DELETE\" and \"GET\".", run: "acct graph --help")),
        Mistake(line: "token -p bub", expected: ExpectedError(3, "Did you mean bob?")),
        Mistake(
            line: "graph /me", expected: ExpectedError(3, "\"bub\" (from ACCT_PROFILE). Did you mean bob?"),
            environment: ["ACCT_PROFILE": "bub"]),
        Mistake(line: "remove nobody", expected: ExpectedError(3, "no profile named \"nobody\"", run: "acct list")),
        Mistake(line: "sign-in nobody", expected: ExpectedError(3, "no profile named \"nobody\"", run: "acct list")),
        Mistake(line: "sign-out nobody", expected: ExpectedError(3, "no profile named \"nobody\"", run: "acct list")),
        Mistake(line: "sign-out alice --all", expected: ExpectedError(64, "either --all or a name")),
        Mistake(line: "token --scope a --resource b", expected: ExpectedError(64, "either --scope or --resource")),
        Mistake(line: "token --scope=,", expected: ExpectedError(64, "--scope is empty")),
        Mistake(
            line: "graph https://evil.example/v1.0/me",
            expected: ExpectedError(5, "evil.example is not the Graph host of any profile", run: "acct list")),
        Mistake(line: "graph /me --paginate -X POST", expected: ExpectedError(64, "--paginate needs GET")),
        Mistake(line: "graph /me -H nonsense", expected: ExpectedError(64, "\"nonsense\" is not a header")),
        Mistake(line: "graph /me --input /nowhere/at.all", expected: ExpectedError(64, "Cannot read /nowhere/at.all")),
        Mistake(line: "graph", expected: ExpectedError(64, "Missing expected argument")),
        Mistake(line: "nonsense", expected: ExpectedError(64, "\"nonsense\" is not a command", run: "acct --help")),
        Mistake(line: "tokn", expected: ExpectedError(64, "Did you mean token?", run: "acct token")),
        Mistake(line: "help tokn", expected: ExpectedError(64, "Did you mean token?", run: "acct help token")),
        Mistake(
            line: "rule ad /a alice", expected: ExpectedError(64, "Did you mean add?", run: "acct rule add /a alice")),
        Mistake(line: "token alice", expected: ExpectedError(64, "Unexpected argument", run: "acct token -p alice")),
        Mistake(line: "token alise", expected: ExpectedError(64, "Unexpected argument", run: "acct token --help")),
        Mistake(line: "-p bob token", expected: ExpectedError(64, "Unknown option", run: "acct token -p bob")),
        Mistake(
            line: "import azure-cli /nowhere/at.all",
            expected: ExpectedError(64, "Cannot read /nowhere/at.all: No such file or directory.")),
        Mistake(
            line: "use \(String(repeating: "x", count: 5000))",
            expected: ExpectedError(3, "named \"\(String(repeating: "x", count: 100))…\".", run: "acct list")),
        Mistake(
            line: "add x --timeout 0",
            expected: ExpectedError(64, "'--timeout <time>': give a time from 1s to 1d.")),
        Mistake(line: "add x --redirect-port 70000", expected: ExpectedError(64, "give a port, from 0 to 65535.")),
        Mistake(
            line: "graph /users --resume-from https://graph.microsoft.com/v1.0/groups?$skiptoken=a",
            expected: ExpectedError(64, "The link of --resume-from is one of /groups, and the path is /users.")),
        Mistake(
            line: "graph /users/delta --delta-file -", expected: ExpectedError(64, "--delta-file takes a file, which")),
        Mistake(line: "graph /me --resume-from foo", expected: ExpectedError(64, "takes the whole link")),
        Mistake(line: "token --min-validity x", expected: ExpectedError(64, "give a time such as 90s")),
        Mistake(
            line: "add x --managed-identity --identity y", expected: ExpectedError(64, "give a client id, \"object:\"")),
        Mistake(line: "edit alice --client-secret-expires y", expected: ExpectedError(64, "give a day such as")),
        Mistake(line: "store unlock --for y", expected: ExpectedError(64, "give a time such as 90s")),
        Mistake(
            line: "edit alice --read-only --read-write",
            expected: ExpectedError(64, "Give only one of --read-only and --read-write.")),
        Mistake(
            line: "edit alice --tls-certificate /nowhere/at.all",
            expected: ExpectedError(64, "Cannot read /nowhere/at.all: No such file or directory.")),
        Mistake(
            line: "add x --client-id 00000000-0000-0000-0000-000000000000 --tls-certificate /nowhere/at.all",
            expected: ExpectedError(64, "Cannot read /nowhere/at.all: No such file or directory.")),
        Mistake(
            line: "edit alice --tls-certificate /etc/hostname",
            expected: ExpectedError(64, "The TLS certificate /etc/hostname cannot be used: it holds no certificate.")),
        Mistake(
            line: "add x --client-id 00000000-0000-0000-0000-000000000000 --tls-certificate /etc/hostname",
            expected: ExpectedError(64, "The TLS certificate /etc/hostname cannot be used: it holds no certificate.")),
        Mistake(line: "graph -Method GET /me", expected: ExpectedError(64, "Unknown option '-Method'")),
        Mistake(line: "graph /users?=id", expected: ExpectedError(64, "a value without a name")),
        Mistake(line: "why /users?=id", expected: ExpectedError(64, "a value without a name")),
        Mistake(
            line: "token --scope User.Read Mail.Read",
            expected: ExpectedError(64, "Unexpected", run: "acct token --scope User.Read --scope Mail.Read")),
        Mistake(
            line: "exec bob -- true",
            expected: ExpectedError(127, "There is no program named bob", run: "acct exec -p bob -- true")),
        Mistake(line: "rule remove x", expected: ExpectedError(1, "There is no rule for \"x\"", run: "acct rule list")),
        Mistake(line: "graph /me --top x", expected: ExpectedError(64, "give a number, from 1.")),
        Mistake(line: "graph /me --cache x", expected: ExpectedError(64, "give a time such as 90s")),
        Mistake(line: "exec --token-env X= true", expected: ExpectedError(64, "give the name of a variable")),
        Mistake(line: "token -p ali", expected: ExpectedError(3, "Did you mean alice?")),
        Mistake(
            line: "token --scope https://vault.azure.net/.default --scope User.Read",
            expected: ExpectedError(
                64, "The scopes are for https://vault.azure.net and Microsoft Graph",
                run:
                    "acct token -p alice --scope https://vault.azure.net/.default && acct token -p alice --scope User.Read"
            )),
    ])
    func mistypedCommandChangesNothing(mistake: Mistake) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let before = try await sandbox.store.dump()
            let run = try await sandbox.acct(mistake.line, environment: mistake.environment.mapValues { $0 })
            expect(run, mistake.expected)
            #expect(try await sandbox.store.dump() == before)
        }
    }

    /// As an unset variable in quotes gives them.
    @Test func emptyArgumentStandsForNothingElse() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let empty: [(words: [String], error: ExpectedError)] = [
                (["token", "--scope", ""], ExpectedError(64, "--scope is empty", run: "acct token --help")),
                (["token", "--resource", ""], ExpectedError(64, "--resource is empty", run: "acct token --help")),
                (["why", "--resource="], ExpectedError(64, "--resource is empty", run: "acct why --help")),
                (["add", "x", "--username", ""], ExpectedError(64, "--username is empty", run: "acct add --help")),
                (["add", "--tenant="], ExpectedError(64, "--tenant is empty", run: "acct add --help")),
                (["graph", "/me", "-o", ""], ExpectedError(64, "-o is empty", run: "acct graph --help")),
                (["import", ""], ExpectedError(64, "The name of the file is empty", run: "acct import --help")),
                (["allow", ""], ExpectedError(64, "The name of the file is empty", run: "acct allow --help")),
                (["token", "--profile="], ExpectedError(64, "Missing value for '--profile")),
                (["token", "-p", ""], ExpectedError(3, "There is no profile named \"\"")),
                (["use", "--shell", ""], ExpectedError(3, "There is no profile named \"\"")),
                (["graph", ""], ExpectedError(64, "The path is empty", run: "acct graph /me")),
                (["why", ""], ExpectedError(64, "The path is empty")),
            ]
            for (words, error) in empty { expect(try await sandbox.acct("", words), error) }
        }
    }

    @Test(arguments: [
        (["list", "--nonsense", "--json"], "nonsense"), (["token", "--json", "--min-validity", "x"], "min-validity"),
    ])
    func usageErrorIsPrintedAsJSON(arguments: [String], words: String) async throws {
        let workspace = try Workspace()
        let run = try await workspace.acct("", arguments)
        #expect(run.status == 64, "\(run)")
        let error = try run.lastErrorLine()
        #expect(error.kind == "usage" && error.message.contains(words))
    }

    @Test(arguments: ["current", "token", "graph /me", "sign-out", "use x", "token -p x", "rename x y"])
    func missingProfileNamesTheAddCommand(line: String) async throws {
        let workspace = try Workspace()
        expect(try await workspace.acct(line), ExpectedError(3, "There is no profile yet.", run: "acct add NAME"))
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }

    @Test(arguments: ["current", "list", "graph /me"])
    func exhaustedFileDescriptorsAreReported(line: String) async throws {
        let workspace = try Workspace()
        // The limit of 4 is used up by the standard streams and the dynamic linker.
        let run = try await workspace.run(["/bin/sh", "-c", "ulimit -n 4; exec \(Products.acct) \(line)"])
        expect(run, ExpectedError(1, "not allowed to open files", run: "ulimit -n 256"))
    }

    @Test func emptyListIsPrintedAsAnEmptyArray() async throws {
        let workspace = try Workspace()
        #expect(try await workspace.succeed("list --json").text == "[]\n")
        #expect(try await workspace.succeed("list").output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }

    @Test(arguments: [
        (
            "--authority http://login.example.com/common --client-id 00000000-0000-0000-0000-000000000000",
            ExpectedError(64, "not a valid authority")
        ),
        (
            "--authority nonsense --client-id 00000000-0000-0000-0000-000000000000",
            ExpectedError(64, "not a valid authority")
        ),
        (
            "--authority https://localhost:1/a/b --client-id 00000000-0000-0000-0000-000000000000",
            ExpectedError(64, "not a valid authority")
        ),
        ("--authority https://localhost/common --cloud usgov", ExpectedError(64, "only one of --cloud")),
        ("--authority http://localhost:1/common", ExpectedError(64, "No client id is known", run: nil)),
        (
            "--authority http://localhost:1/common --client-id 00000000-0000-0000-0000-000000000000",
            ExpectedError(7, "Cannot connect to localhost")
        ),
        (
            "--authority https://localhost:1/common --client-id 00000000-0000-0000-0000-000000000000",
            ExpectedError(7, "Cannot connect to localhost")
        ),
        (
            "--issuer http://localhost:1 --client-id 00000000-0000-0000-0000-000000000000",
            ExpectedError(7, "Cannot connect to localhost")
        ),
        (
            "--no-input --authority http://localhost:1/common --client-id 00000000-0000-0000-0000-000000000000 --graph http://localhost:1",
            ExpectedError(4, "--no-input")
        ),
        (
            "--authority http://localhost:1/common --client-id 00000000-0000-0000-0000-000000000000 --graph http://example.com",
            ExpectedError(64, "is not a Graph endpoint")
        ),
    ])
    func unusableAuthorityStoresNothing(options: String, expected: ExpectedError) async throws {
        let workspace = try Workspace()
        expect(try await workspace.acct("add new \(options)"), expected)
        #expect(try await workspace.store.dump() == "")
    }

    struct MalformedResponse: Sendable, CustomTestStringConvertible {
        let fault: Sandboxed.Fault
        let expected: ExpectedError
        let testDescription: String
    }

    @Test(arguments: [
        MalformedResponse(
            fault: .init(
                on: .discovery, status: 200, body: "<html>Welcome to the hotel</html>", contentType: "text/html"),
            expected: ExpectedError(1, "no discovery document. Check the authority's URL."),
            testDescription: "discovery returns a web page"),
        MalformedResponse(
            fault: .init(on: .discovery, status: 200, body: "{}"),
            expected: ExpectedError(1, "The discovery document at"),
            testDescription: "discovery document is empty"),
        MalformedResponse(
            fault: .init(
                on: .discovery, status: 200,
                body: """
                    {"issuer":"http://login.example.com/v2.0","authorization_endpoint":"http://login.example.com/authorize",
                    "token_endpoint":"http://login.example.com/token"}
                    """),
            expected: ExpectedError(1, "The discovery document at"), testDescription: "discovery names http endpoints"),
        MalformedResponse(
            fault: .init(on: .token, status: 200, body: "<html>Log in to the network</html>", contentType: "text/html"),
            expected: ExpectedError(7, "responded with a web page"), testDescription: "the token response is a web page"
        ),
        MalformedResponse(
            fault: .init(on: .token, status: 200, body: #"{"token_type":"Bearer"}"#),
            expected: ExpectedError(1, "not with a token response"), testDescription: "the token is missing"),
        MalformedResponse(
            fault: .init(on: .token, status: 502, body: "Bad gateway", contentType: "text/plain"),
            expected: ExpectedError(7, "is unavailable (status 502)"), testDescription: "the server is unavailable"),
        MalformedResponse(
            fault: .init(
                on: .token, status: 400, body: #"{"error":"invalid_client","error_description":"AADSTS7000218: no"}"#),
            expected: ExpectedError(1, "The server refused"), testDescription: "the client is refused"),
    ])
    func malformedServerResponseStoresNothing(response: MalformedResponse) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let before = try await sandbox.store.dump()
            try await sandbox.inject(response.fault)
            expect(try await sandbox.acct("add bob", sandbox.signIn(as: "bob@contoso.example")), response.expected)
            #expect(try await sandbox.store.dump() == before)
        }
    }

    /// The failed command, which the message repeats, without the way to sign in.
    private func again(_ sandbox: Sandboxed) -> String {
        "acct add alice --authority \(sandbox.server.authority) --client-id \(sandbox.server.clientId)"
    }

    @Test(arguments: [("--cancel", "The sign-in was cancelled"), ("--decline", "The sign-in was cancelled")])
    func cancelledSignInStoresNothing(browsing: String, words: String) async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct(
                "add alice", sandbox.signIn(as: "alice@contoso.example", browsing: browsing))
            let way = sandbox.browserWords("alice@contoso.example", browsing)
            expect(run, ExpectedError(2, words, run: "\(again(sandbox)) \(way)"))
            #expect(try await sandbox.store.dump() == "")
        }
    }

    @Test func declinedDeviceCodeIsACancelledSignIn() async throws {
        try await Sandboxed.run { sandbox in
            let waiting = try sandbox.startDeviceCode("add alice")
            try await sandbox.decline(try await sandbox.userCode(shownBy: waiting))
            let run = try await waiting.run()
            #expect(run.status == 2 && run.error.contains("The sign-in was cancelled"), "\(run)")
            #expect(try await sandbox.store.dump() == "")
        }
    }

    @Test func unusedDeviceCodeExpires() async throws {
        try await Sandboxed.run("--device-lifetime", "2") { sandbox in
            let run = try await sandbox.startDeviceCode("add alice").run()
            #expect(run.status == 7, "\(run)")
            #expect(run.error.contains("The code was not used in time."), "\(run)")
            #expect(run.error.contains("Run: \(again(sandbox)) --device-code"), "\(run)")
            #expect(try await sandbox.store.dump() == "")
        }
    }

    @Test(arguments: [
        ("?code=stolen&state=wrong", 1, "its state does not match"), ("?code=stolen", 1, "its state does not match"),
        ("favicon.ico", 7, "The sign-in was not completed within 5 s"),
    ])
    func redirectThatDoesNotMatchTheSignInIsRefused(target: String, code: Int32, words: String) async throws {
        try await Sandboxed.run { sandbox in
            let browser = try RecordedBrowser(in: sandbox.workspace)
            let waiting = try sandbox.workspace.start(
                [
                    Products.acct, "add", "alice", "--authority", sandbox.server.authority, "--client-id",
                    sandbox.server.clientId, "--browser", browser.command, "--timeout", "5",
                ])
            let redirect = try await browser.request(openedBy: waiting).redirectURI
            let reply = try await LoopbackHTTP().send("GET", "\(redirect)/\(target)")
            #expect(reply.status == (target.hasPrefix("?") ? 400 : 404))
            let run = try await waiting.run()
            expect(
                run, ExpectedError(code, words, run: "\(again(sandbox)) --browser '\(browser.command)' --timeout 5"))
            #expect(try await sandbox.store.dump() == "")
        }
    }

    /// Options that people know from other tools, where they do something else.
    @Test func misunderstoodOptionsAreExplained() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let written = try await sandbox.succeed("graph /me -o json")
            #expect(written.error.contains("-o names a file: the response goes into ./json."), "\(written)")
            let header = try await sandbox.succeed("graph /me", ["-H", "Authorization: Bearer x"])
            #expect(header.error.contains("The header Authorization is left out"), "\(header)")
            expect(
                try await sandbox.acct("token --min-validity 25h"),
                ExpectedError(1, "less than the 90000 s of --min-validity"))
        }
    }

    @Test func wordsOfOtherToolsRunOurCommands() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let listed = try await sandbox.succeed("list").text
            #expect(try await sandbox.succeed("ls").text == listed)
            try await sandbox.succeed("switch bob")
            #expect(try await sandbox.succeed("current").line == "bob")
            let me = try await sandbox.succeed("graph /me").text
            #expect(try await sandbox.succeed("graph GET /me").text == me)
            #expect(try await sandbox.succeed("why DELETE /me/events/1 --json").text.contains(#""method":"DELETE""#))
            try await sandbox.succeed("logout")
            try await sandbox.succeed("rm alice")
            #expect(try await sandbox.states() == ["bob": "signedOut"])
        }
    }

    @Test func anArgumentThatIsNotUTF8IsRefused() async throws {
        let workspace = try Workspace()
        let script = "exec \(Products.acct) use $(printf '\\377')"
        let run = try await workspace.run(["/bin/sh", "-c", script])
        expect(run, ExpectedError(64, "An argument is not valid UTF-8", run: "acct --help"))
    }

    @Test(arguments: [
        ("exit-codes", "sign-in is required"), ("environment", "ACCT_PROFILE"), ("selection", "bound"),
        ("scripting", "cron"), ("pages", "portal"), ("keys", "passphrase"),
        ("acct-keys", "passphrase"), ("acct-exec", "kubectl"),
    ])
    func aTopicIsShownWithoutAManual(topic: String, words: String) async throws {
        let run = try await Workspace().succeed("help \(topic)")
        #expect(run.text.hasPrefix("NAME\n") && run.text.lowercased().contains(words.lowercased()), "\(run)")
        #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 80 || !$0.contains(" ") }, "\(run)")
    }
}
