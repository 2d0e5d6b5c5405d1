import Foundation
import Testing

/// A git server whose organizations `contoso` and `fabrikam` take access tokens of their tenants, for Contoso Orders. Each
/// has a repository, `app.git`.
struct GitServer {
    let url: String
    private let root: String
    private let process: Child
    private let workspace: Workspace
    private let git: String
    /// Writes down that git asked for a password.
    private let askpass: String

    static let resource = "api://contoso-orders"
    private static let audience = "5a4db0c5-0a91-4e2b-8c3d-4e5f60718293"
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "git-server.py")

    init(in workspace: Workspace) async throws {
        self.workspace = workspace
        git = try Tool.git.require()
        root = "\(workspace.folder)/git"
        process = try workspace.start(
            [
                try Tool.python3.require(), Self.script.path, root, Self.audience, "contoso=\(World.contoso)",
                "fabrikam=\(World.fabrikam)",
            ], input: .lifeline)
        let process = process
        let port = try await eventually("the git server prints its port") {
            process.output.contains(0x0A)
                ? String(decoding: process.output.prefix { $0 != 0x0A }, as: UTF8.self) : nil
        }
        url = "http://127.0.0.1:\(port)"
        askpass = "\(workspace.folder)/askpass"
        try "#!/bin/sh\necho \"$1\" >> '\(askpass).log'\necho x\n".write(
            toFile: askpass, atomically: true, encoding: .utf8)
        chmod(askpass, 0o755)
        for organization in ["contoso", "fabrikam"] {
            let folder = "\(root)/\(organization)/app.git"
            try await succeed("init -q --bare -b main \(folder)")
            try await succeed("-C \(folder) config http.receivepack true")
        }
    }

    func stop() async { await process.stop() }

    /// Sets the helper up for the server, as its help says.
    func configure(helper: String = "acct git-credential --resource \(GitServer.resource)") async throws {
        try await succeed("config --global user.name Alice")
        try await succeed("config --global user.email alice@contoso.example")
        try await succeed("config --global credential.\(url).useHttpPath true")
        try await succeed("config --global credential.\(url).helper", ["!\(helper)"])
    }

    /// Runs git in a folder below the home.
    func run(_ line: String, _ more: [String] = [], in folder: String = ".") async throws -> Run {
        try await workspace.run(
            ["/bin/sh", "-c", "cd -P \"$0\" && exec \"$@\"", "\(workspace.home)/\(folder)", git]
                + line.split(separator: " ").map(String.init) + more,
            environment: ["GIT_ASKPASS": askpass, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0"])
    }

    func succeed(
        _ line: String, _ more: [String] = [], in folder: String = ".",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await run(line, more, in: folder)
        try #require(run.status == 0, "\(run)", sourceLocation: sourceLocation)
    }

    /// Refuses a token from now on.
    func reject(_ token: String) throws {
        try token.write(toFile: "\(root)/rejected", atomically: true, encoding: .utf8)
    }

    /// The user and the organization of each request that was admitted.
    var admitted: Set<[String]> {
        let lines = String(decoding: process.output, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: " ")
        }
        return Set(
            lines.filter { $0[0] == "200" }.map { [String($0[2]), String($0[3].split(separator: "/")[0])] })
    }

    /// The questions that git asked a person.
    var questions: String { (try? String(contentsOfFile: "\(askpass).log", encoding: .utf8)) ?? "" }
}

extension Sandboxed {
    /// Runs a test with a git server, and with the profiles `alice` of Contoso and `carol` of Fabrikam, which have consented
    /// to its API.
    static func runWithGit(test: (Sandboxed, GitServer) async throws -> Void) async throws {
        try await run { sandbox in
            for (name, person) in [("alice", "alice@contoso.example"), ("carol", "carol@fabrikam.example")] {
                try await sandbox.add(name, as: person)
                try await sandbox.succeed(
                    "consent \(name) --scope \(GitServer.resource)/.default", sandbox.browser(person))
            }
            let server = try await GitServer(in: sandbox.workspace)
            try await withCleanup(server.stop) {
                try await server.configure()
                try await test(sandbox, server)
            }
        }
    }
}
