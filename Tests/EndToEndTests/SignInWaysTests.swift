import Foundation
import Testing

/// What happens when a way to sign in fails at first.
@Suite struct SignInWaysTests {
    private func add(_ sandbox: Sandboxed, on terminal: PseudoTerminal, _ options: [String]) throws -> Child {
        try sandbox.workspace.start(
            [
                Products.acct, "add", "bob", "--authority", sandbox.server.authority, "--client-id",
                sandbox.server.clientId,
            ]
                + options, input: .terminal(path: terminal.path), environment: ["TERM": "xterm"])
    }

    @Test(arguments: [[], ["--browser", "false"], ["--browser", "no-such-browser"]] as [[String]])
    func browserThatFailsLeavesTheAddressAndTheWaitGoesOn(options: [String]) async throws {
        try await Sandboxed.run { sandbox in
            let terminal = try PseudoTerminal(columns: 200)
            let adding = try add(sandbox, on: terminal, options)
            let address = try await eventually("acct shows the address") {
                terminal.text.firstMatch(of: /this machine:\n(http:\/\/localhost\S+)\n/).map { String($0.1) }
            }
            #expect(try await sandbox.browse("--as bob@contoso.example", address).status == 0)
            #expect(try await terminal.finish(adding) == 0, "\(terminal.text)")
        }
    }

    /// Over SSH without a display `xdg-open` fails at once.
    @Test func addressIsShownOnceWhereTheBrowserFails() async throws {
        try await Sandboxed.run { sandbox in
            let terminal = try PseudoTerminal(columns: 200)
            let adding = try add(sandbox, on: terminal, ["--timeout", "2"])
            #expect(try await adding.finish(within: .seconds(60)) == 7)
            let text = terminal.text
            #expect(
                text.components(separatedBy: "http://localhost:").count(where: { $0.contains("/start/") }) == 1,
                "\(text)")
            #expect(text.contains("Open this address in a browser on this machine:\nhttp://localhost"), "\(text)")
            #expect(text.contains(/press Ctrl-C and run:\sacct add bob [^\n]* --device-code\n/), "\(text)")
        }
    }

    @Test(arguments: [
        "--issuer http://127.0.0.1:1 --client-id c", "--authority http://127.0.0.1:1/common",
        "--issuer http://127.0.0.1:1 --client-id c --paste", "--tenant contoso", "--client-id x",
    ])
    func browserOpensOnlyOnceTheServerHasResponded(options: String) async throws {
        let workspace = try Workspace()
        let run = try await workspace.acct(
            "add bob --browser true --timeout 1 \(options)",
            environment: ["ACCT_CLIENT_ID": "00000000-0000-4000-8000-000000000001"])
        #expect(run.status == (options.contains(":1") ? 7 : 64), "\(run)")
        #expect(!run.error.contains("Opening the browser") && !run.error.contains("Open this address"), "\(run)")
    }

    /// The policy may be one against device codes alone.
    @Test func commandAfterAPolicyBlocksADeviceCodeUsesAnotherWay() async throws {
        try await Sandboxed.run { sandbox in
            let body = #"{"error":"invalid_grant","error_description":"AADSTS53003: Blocked.","error_codes":[53003]}"#
            try await sandbox.inject(.init(on: .token, status: 400, body: body))
            let run = try await sandbox.acct(
                "add alice --client-id \(sandbox.server.clientId) --authority \(sandbox.server.authority) --device-code"
            )
            let error = run.error
            #expect(run.status == 1 && error.contains("a policy of the organization blocks this sign-in"), "\(run)")
            #expect(error.contains("sign in with the browser, or add --paste"), "\(run)")
            #expect(
                !error.contains("--device-code"), "\(run)")
        }
    }

    @Test(
        .needs(.curl),
        arguments: [
            (
                "--device-code --redirect-uri http://localhost:8400/cb --timeout 9", 1,
                "--redirect-uri http://localhost:8400/cb --timeout 9"
            ),
            ("--device-code --redirect-uri https://h.example/cb", 1, "--paste --redirect-uri https://h.example/cb"),
            (
                "--browser no-such-browser --timeout 9 --redirect-uri http://localhost/cb", 1,
                "--redirect-uri http://localhost/cb --timeout 9 --device-code"
            ),
            ("--browser no-such-browser --prompt login", 1, "--device-code"),
            ("--paste --redirect-port 8400 --timeout 9", 2, "--paste --redirect-port 8400 --timeout 9"),
            ("--browser true --timeout 1", 7, "--browser true --timeout 1"),
        ])
    func suggestedCommandSucceedsWhereTheTypedWayCannot(options: String, status: Int32, words: String) async throws {
        let workspace = try Workspace()
        let issuer = try RedirectingIssuer { _ in true }
        let line = "add bob --issuer \(issuer.url) --client-id c --read-only"
        let run = try await workspace.acct("\(line) \(options)")
        #expect(run.status == status, "\(run)")
        #expect(run.error.contains("Run: acct \(line) \(words)\n"), "\(run)")
    }

    @Test func wrongPasteIsAskedForAgain() async throws {
        try await Sandboxed.run { sandbox in
            let terminal = try PseudoTerminal(columns: 200)
            // A server of the test stands for the page that a browser elsewhere cannot load.
            let elsewhere = try ScriptedServer { _ in [.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")] }
            let adding = try add(sandbox, on: terminal, ["--paste", "--redirect-port", "\(elsewhere.port)"])
            let page = try await eventually("acct shows the page") {
                terminal.text.firstMatch(of: /\n(http:\/\/localhost\S+authorize\S+)\n/).map { String($0.1) }
            }
            terminal.type("nonsense\n")
            try await eventually("acct asks again") {
                terminal.text.contains("This is not the address at which the sign-in ended.")
            }
            terminal.type("http://localhost/?code=1&state=other\n")
            try await eventually("acct asks again") {
                terminal.text.contains("This address belongs to another sign-in.")
            }
            _ = try await sandbox.browse("--as bob@contoso.example", page)
            let end = try #require(elsewhere.requests.first?.target)
            terminal.type("\(elsewhere.url)\(end)\n")
            #expect(try await terminal.finish(adding) == 0, "\(terminal.text)")
        }
    }

    @Test func pastingIsGivenUpAfterThreeWrongAddresses() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct(
                "add bob --paste --authority \(sandbox.server.authority) --client-id \(sandbox.server.clientId)",
                input: Data("a\nb\nc\nd\n".utf8))
            expect(
                run,
                ExpectedError(
                    1, "The address has no authorization code in it",
                    run: "acct add bob --authority \(sandbox.server.authority) "
                        + "--client-id \(sandbox.server.clientId) --paste"))
            #expect(run.error.components(separatedBy: "This is not the address").count == 3, "\(run)")
        }
    }

    @Test func tenantThatDoesNotExistIsReportedBeforeTheBrowserOpens() async throws {
        try await Sandboxed.run { sandbox in
            let authority = sandbox.server.authority.replacing("/common", with: "/nowhere.example")
            let browser = try RecordedBrowser(in: sandbox.workspace)
            let run = try await sandbox.acct(
                "add bob --authority \(authority) --client-id \(sandbox.server.clientId)",
                ["--browser", browser.command])
            expect(run, ExpectedError(1, "the tenant does not exist"))
            #expect(!run.error.contains("Opening the browser"))
        }
    }
}
