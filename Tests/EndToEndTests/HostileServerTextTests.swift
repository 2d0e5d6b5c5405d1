import Foundation
import Testing

/// A server's text cannot look like a line of `acct`, and its addresses are opened only where they are https.
@Suite struct HostileServerTextTests {
    private static let forged = "acct: Signed in as root."

    /// An issuer whose discovery document and device code are these.
    private func issuer(_ changes: [String: String], code: [String: String]) throws -> ScriptedServer {
        try ScriptedServer { request in
            let url = "http://\(request.headers["host"] ?? "")"
            let members =
                request.target.contains("openid-configuration")
                ? [
                    "issuer": url, "authorization_endpoint": "\(url)/authorize", "token_endpoint": "\(url)/token",
                    "device_authorization_endpoint": "\(url)/device",
                ].merging(changes) { $1 }
                : request.target == "/device" ? code : ["error": "invalid_grant\n\(Self.forged)"]
            return .response(
                members["error"] == nil ? 200 : 400,
                String(decoding: (try? JSONEncoder().encode(members)) ?? Data(), as: UTF8.self))
        }
    }

    @Test(arguments: [
        ("verification_uri", "http://evil.example/"), ("verification_uri", "https://h/\n\(forged)"),
        ("verification_uri", "https://h/\u{1B}[2J"), ("verification_uri", "https://h/'$(id)'"),
        ("user_code", "ABCD\n\(forged)"), ("user_code", "\u{202E}ABCD"),
    ])
    func deviceCodeCannotForgeALine(member: String, value: String) async throws {
        let workspace = try Workspace()
        let code = ["device_code": "d", "user_code": "ABCD", "verification_uri": "https://h/"]
        let server = try issuer([:], code: code.merging([member: value]) { $1 })
        let run = try await workspace.acct("add a --device-code --client-id c --issuer \(server.url)")
        #expect(run.status == 1, "\(run)")
        #expect(!run.error.contains("To sign in, open"), "\(run)")
        #expect(!run.error.components(separatedBy: "\n").contains { $0.hasPrefix(Self.forged) }, "\(run)")
    }

    @Test(arguments: ["http://evil.example/", "https://h/\n\(forged)", "https://h/?'`id`", "https://h/ x"])
    func signInPageIsNotOpened(page: String) async throws {
        let workspace = try Workspace()
        let server = try issuer(["authorization_endpoint": page], code: [:])
        let browser = try workspace.shellCommand("browser", "echo opened > \(workspace.folder)/opened")
        let run = try await workspace.acct(
            "add a --client-id c --timeout 5 --issuer \(server.url)", ["--browser", browser])
        expect(run, ExpectedError(1, "which is not a valid https address"))
        #expect(!run.error.components(separatedBy: "\n").contains { $0.hasPrefix(Self.forged) }, "\(run)")
        #expect(!FileManager.default.fileExists(atPath: "\(workspace.folder)/opened"))
    }

    @Test(
        .needs(.curl),
        arguments: [
            "dora\n\(forged)", "do\tra\u{202E}\u{1B}[2J", String(repeating: "dora", count: 1000), "",
        ])
    func usernameIsOneLineInTextAndWholeInJSON(username: String) async throws {
        let workspace = try Workspace()
        let issuer = try RedirectingIssuer(username: username) { _ in true }
        let run = try await workspace.succeed(
            "add d --timeout 30 --scope openid --client-id c --issuer \(issuer.url)",
            ["--browser", "\(try Tool.curl.require()) -sfgL -o /dev/null"])
        let signedIn = run.error.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("Signed in") }
        #expect(signedIn.count == 1 && signedIn[0].count < 400, "\(run)")
        for command in ["list", "show", "use d", "why"] {
            let run = try await workspace.acct(command)
            let lines = (run.text + run.error).components(separatedBy: .newlines)
            #expect(!lines.contains { $0.hasPrefix(Self.forged) || $0.contains("()") }, "\(run)")
        }
        struct Row: Decodable { let username: String }
        let rows = try await workspace.succeed("list --json").json([Row].self)
        #expect(rows.map(\.username) == [username.isEmpty ? "dora" : username])
    }

    @Test func errorIsOneLine() async throws {
        let workspace = try Workspace()
        let code = ["error": "x\n\(Self.forged)", "error_description": "\u{2028}\(Self.forged)"]
        let server = try issuer([:], code: code)
        let run = try await workspace.acct("add a --device-code --client-id c --issuer \(server.url)")
        #expect(run.status == 1 && run.error.contains(Self.forged), "\(run)")
        #expect(run.error.split(whereSeparator: \.isNewline).count { $0.hasPrefix("acct: ") } == 1, "\(run)")
    }
}
