import Foundation
import Testing

/// Glewlwyd, an OpenID Connect server from outside this project: a fresh one for each suite.
final class Glewlwyd: Sendable {
    /// The server of the running suite.
    @TaskLocal static var running: Glewlwyd?

    let issuer: String
    /// Another issuer of the same users and clients, which demands that authorization requests are pushed.
    let pushedIssuer: String
    let clientID = "acct-cli"
    let base: String
    private let process: Child
    private let workspace: Workspace

    /// - Parameter address: the public URL, if a proxy is in front.
    init(publicURL address: String? = nil, port: UInt16? = nil) async throws {
        let workspace = try Workspace()
        let port = try port ?? ListeningPort.unused()
        base = "http://localhost:\(port)"
        issuer = "\(address ?? base)/api/oidc"
        pushedIssuer = "\(address ?? base)/api/par"
        let folder = workspace.folder
        try FileManager.default.createDirectory(atPath: "\(folder)/web", withIntermediateDirectories: false)
        let database = try await workspace.run(
            ["/bin/sh", "-c", "sqlite3 '\(folder)/db' < /usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"])
        try #require(database.status == 0, "\(database)")
        let settings = try workspace.file(
            "glewlwyd.conf", Self.settings(port: port, folder: folder, address: address ?? base))
        // The shell ends the server when the lifeline closes.
        process = try workspace.start(
            [
                "/bin/sh", "-c", "\"$@\" </dev/null & server=$!; read -r _; kill $server; wait", "sh",
                try Tool.glewlwyd.require(), "--config-file=\(settings)",
            ], input: .lifeline)
        self.workspace = workspace
        let page = "\(base)/config"
        try await eventually("Glewlwyd responds") {
            (try? await LoopbackHTTP().send("GET", page))?.status == 200
        }
        try await populate()
    }

    func stop() async {
        await process.stop()
    }

    /// Registers the redirect URI of a sign-in: Glewlwyd compares the port too.
    func allow(redirectURI: String) async throws {
        let admin = try await Session(base, user: "admin")
        try await admin.send("PUT", "/api/client/\(clientID)", Self.client([redirectURI]))
        try await admin.send(
            "PUT", "/api/client/\(Self.confidentialClientID)", Self.client([redirectURI], isConfidential: true))
    }

    /// Lets the app authenticate with assertions of a key, and with nothing else.
    ///
    /// - Parameter publicKey: in PEM.
    func registerApplication(publicKey: String) async throws {
        try await Session(base, user: "admin").send(
            "PUT", "/api/client/\(Self.applicationID)",
            Self.application(methods: #"["private_key_jwt"]"#, publicKey: publicKey))
    }

    /// Signs a user in and grants the consent that the page would ask for.
    func session(of user: String) async throws -> Session {
        let session = try await Session(base, user: user)
        for client in [clientID, Self.confidentialClientID] {
            try await session.send("PUT", "/api/auth/grant/\(client)/", #"{"scope":"\#(Self.scopes)"}"#)
        }
        return session
    }

    /// The hashes of a user's valid refresh tokens.
    func refreshTokens(of user: String) async throws -> [String] {
        struct Token: Decodable {
            let tokenHash: String
            let enabled: Bool
            private enum CodingKeys: String, CodingKey {
                case enabled
                case tokenHash = "token_hash"
            }
        }
        let reply = try await Session(base, user: user).send("GET", "/api/oidc/token?limit=1000")
        return try JSONDecoder().decode([Token].self, from: reply.body).filter(\.enabled).map(\.tokenHash)
    }

    /// Revokes every refresh token of a user, as the user or an administrator would.
    func revokeRefreshTokens(of user: String) async throws {
        let session = try await Session(base, user: user)
        for hash in try await refreshTokens(of: user) {
            let escaped = hash.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            try await session.send("DELETE", "/api/oidc/token/\(escaped)")
        }
    }

    /// A browser session of a user.
    struct Session {
        private let base: String
        private let cookie: String

        init(_ base: String, user: String) async throws {
            self.base = base
            let reply = try await LoopbackHTTP().send(
                "POST", "\(base)/api/auth/", headers: ["Content-Type": "application/json"],
                body: Data(#"{"username":"\#(user)","password":"password"}"#.utf8))
            try #require(reply.status == 200, "\(reply)")
            let header = try #require(reply.header("Set-Cookie"))
            cookie = String(header.prefix { $0 != ";" })
        }

        @discardableResult
        func send(_ method: String, _ path: String, _ json: String = "") async throws -> LoopbackHTTP.Reply {
            let reply = try await open(path, method, json)
            try #require(reply.status < 400, "\(method) \(path): \(reply.status) \(reply.text)")
            return reply
        }

        func open(_ path: String, _ method: String = "GET", _ json: String = "") async throws -> LoopbackHTTP.Reply {
            try await LoopbackHTTP().send(
                method, path.hasPrefix("/") ? base + path : path,
                headers: ["Content-Type": "application/json", "Cookie": cookie], body: Data(json.utf8))
        }
    }

    static let scopes = "openid profile offline_access"
}

/// Starts the server before the suite and stops it after the last test.
struct WithGlewlwyd: SuiteTrait, TestScoping {
    let isRecursive = false

    func provideScope(
        for test: Test, testCase: Test.Case?, performing suite: @Sendable () async throws -> Void
    ) async throws {
        let server = try await Glewlwyd()
        try await withCleanup(server.stop) {
            try await Glewlwyd.$running.withValue(server, operation: suite)
        }
    }
}

extension Trait where Self == WithGlewlwyd {
    static var glewlwyd: Self { Self() }
}
