import Foundation
import Testing

/// `--redirect-uri`, at a server that compares it.
@Suite struct RedirectURITests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
    }

    private func target(_ issuer: RedirectingIssuer) -> [String] {
        ["--issuer", issuer.url, "--client-id", "c", "--scope", "openid"]
    }

    /// A browser that follows the redirects.
    private func browser() throws -> [String] { ["--browser", "\(try Tool.curl.require()) -sfgL -o /dev/null"] }

    @Test(
        .needs(.curl),
        arguments: [
            "http://localhost:PORT", "http://localhost:PORT/", "http://localhost:PORT/callback",
            "http://127.0.0.1:PORT/a/b?x=1",
        ])
    func fixedURIIsSentAndServedAsItIsAndKept(template: String) async throws {
        let uri = template.replacing("PORT", with: "\(try ListeningPort.unused())")
        let issuer = try RedirectingIssuer { $0 == uri }
        try await workspace.succeed("add dora --redirect-uri \(uri) --timeout 30", target(issuer) + browser())
        try await workspace.succeed("sign-out dora")
        try await workspace.succeed("sign-in dora --timeout 30", browser())
        let exported = try await workspace.succeed("export dora").text
        #expect(exported.contains(uri.replacing("/", with: "\\/")) || exported.contains(uri), "\(exported)")
        #expect(try await workspace.succeed("show dora").text.contains(uri))
    }

    @Test(.needs(.curl), arguments: ["http://127.0.0.1/cb", "http://localhost:0/cb"])
    func anyPortIsListenedOnWithThePath(uri: String) async throws {
        let issuer = try RedirectingIssuer { $0.wholeMatch(of: /http:\/\/(127\.0\.0\.1|localhost):\d+\/cb/) != nil }
        try await workspace.succeed("add dora --redirect-uri \(uri) --timeout 30", target(issuer) + browser())
    }

    @Test(
        .needs(.curl),
        arguments: [
            ([], "accept it with any port"),
            (["--redirect-uri", "http://localhost:PORT/cb"], "http://localhost:PORT/cb"),
        ])
    func fruitlessWaitNamesTheURIToRegister(options: [String], words: String) async throws {
        let port = "\(try ListeningPort.unused())"
        let issuer = try RedirectingIssuer { _ in false }
        let browser = ["--browser", "\(try Tool.curl.require()) -sgL -o /dev/null"]
        let run = try await workspace.acct(
            "add dora --timeout 1", options.map { $0.replacing("PORT", with: port) } + target(issuer) + browser)
        expect(run, ExpectedError(7, "The sign-in was not completed within 1 s."))
        #expect(run.error.contains("If the browser showed an error: the server must have registered"), "\(run)")
        #expect(run.error.contains(words.replacing("PORT", with: port)), "\(run)")
    }

    /// A browser's spare connections, a port scanner, half requests, and pages that guess at the sign-in.
    @Test(.needs(.curl)) func otherConnectionsDoNotCostTheRedirect() async throws {
        let port = try ListeningPort.unused()
        let issuer = try RedirectingIssuer { _ in true }
        let browser = try RecordedBrowser(in: workspace)
        let adding = try workspace.start(
            [Products.acct, "add", "dora", "--redirect-uri", "http://localhost:\(port)/cb", "--timeout", "60"]
                + target(issuer) + ["--browser", browser.command])
        let request = try await browser.request(openedBy: adding)
        let parts = ["", "G", "GET /cb?code=c HTTP/1.1\r\n", "GET /cb?code=c&state=s HTTP/1.1\r\nHost: x\r\n\r\n"]
        let connections = try (0..<80).map { number in
            let connection = try LoopbackSocket.connect(to: port)
            _ = parts[number % parts.count].utf8CString.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count - 1, 0)
            }
            return connection
        }
        _ = try await workspace.run([try Tool.curl.require(), "-sfgL", "-o", "/dev/null", request.start])
        #expect(try await adding.run().status == 0, "\(adding.error)")
        for connection in connections { close(connection) }
    }

    @Test func takenPortIsNamed() async throws {
        let taken = try ListeningPort()
        let issuer = try RedirectingIssuer { _ in true }
        let run = try await workspace.acct(
            "add dora --redirect-uri http://127.0.0.1:\(taken.port)/cb", target(issuer) + ["--browser", "true"])
        expect(
            run,
            ExpectedError(
                1, "The browser's redirect cannot be received: port \(taken.port) is in use.",
                run: "acct add dora --issuer \(issuer.url) --client-id c --scope openid "
                    + "--redirect-uri http://127.0.0.1:\(taken.port)/cb --paste"))
        #expect(!run.error.contains("Opening the browser"))
    }

    @Test(arguments: ["http://h.example/cb", "https://h.example/cb", "http://localhost/#x", "cb"])
    func uselessURIIsUsage(uri: String) async throws {
        let run = try await workspace.acct("add dora --client-id c --issuer https://i.example --redirect-uri \(uri)")
        expect(run, ExpectedError(64, uri))
    }

    /// The code has 8 KiB, which a terminal's own line editing would cut.
    @Test(arguments: ["https://login.example/nativeclient", "http://localhost/cb"])
    func longAddressIsPastedOnATerminal(uri: String) async throws {
        let issuer = try RedirectingIssuer(padding: 8192) { $0 == uri }
        let terminal = try PseudoTerminal(columns: 200)
        let adding = try workspace.start(
            [Products.acct, "add", "dora", "--paste", "--redirect-uri", uri] + target(issuer),
            input: .terminal(path: terminal.path), environment: ["TERM": "xterm"])
        try await paste(at: issuer, on: terminal)
        #expect(try await terminal.finish(adding) == 0, "\(terminal.text.suffix(2000))")
        // The next sign-in needs no option where nothing but pasting can succeed.
        guard !uri.hasPrefix("http://") else { return }
        let second = try PseudoTerminal(columns: 200)
        let signingIn = try workspace.start(
            [Products.acct, "sign-in", "dora"], input: .terminal(path: second.path), environment: ["TERM": "xterm"])
        try await paste(at: issuer, on: second)
        #expect(try await second.finish(signingIn) == 0, "\(second.text.suffix(2000))")
    }

    private func paste(at issuer: RedirectingIssuer, on terminal: PseudoTerminal) async throws {
        let page = try await eventually("acct shows the page and waits") {
            terminal.text.contains("Paste the address")
                ? terminal.text.firstMatch(of: /\n(http:\/\/127\S+\/authorize\S+)\n/).map { String($0.1) } : nil
        }
        let curl = try await workspace.run(
            [try Tool.curl.require(), "-sg", "-o", "/dev/null", "-w", "%{redirect_url}", page])
        // In parts that fit the terminal's queue.
        var rest = Array(curl.text.utf8)[...]
        while !rest.isEmpty {
            let part = rest.prefix(1024)
            terminal.type(String(decoding: part, as: UTF8.self))
            rest = rest.dropFirst(1024)
            let end = String(decoding: part.suffix(40), as: UTF8.self)
            try await eventually("acct shows what is pasted") { terminal.text.contains(end) }
        }
        terminal.type("\r")
    }
}
