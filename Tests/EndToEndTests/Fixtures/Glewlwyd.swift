import Foundation
import Testing

/// Glewlwyd, an OpenID Connect server that nobody here wrote: one for the suite, from scratch.
final class Glewlwyd: Sendable {
    /// The server of the suite that runs.
    @TaskLocal static var running: Glewlwyd?

    let issuer: String
    let clientID = "acct-cli"
    private let base: String
    private let process: Child
    private let workspace: Workspace

    init() async throws {
        let workspace = try Workspace()
        let port = try ListeningPort.unused()
        base = "http://localhost:\(port)"
        issuer = "\(base)/api/oidc"
        let folder = workspace.folder
        try FileManager.default.createDirectory(atPath: "\(folder)/web", withIntermediateDirectories: false)
        let database = try await workspace.run(
            ["/bin/sh", "-c", "sqlite3 '\(folder)/db' < /usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"])
        try #require(database.status == 0, "\(database)")
        let settings = try workspace.file("glewlwyd.conf", Self.settings(port: port, folder: folder))
        // The shell ends the server when this process lets go of it, in whichever way.
        process = try workspace.start(
            [
                "/bin/sh", "-c", "\"$@\" </dev/null & server=$!; read -r _; kill $server; wait", "sh",
                try Tool.glewlwyd.require(), "--config-file=\(settings)",
            ], input: .lifeline)
        self.workspace = workspace
        let address = "\(base)/config"
        _ = try await eventually("Glewlwyd answers") {
            (try? await LoopbackHTTP().send("GET", address))?.status == 200 ? true : nil
        }
        try await populate()
    }

    func stop() async {
        await process.stop()
    }

    /// Lets the browser of a sign-in come back to that address: Glewlwyd compares the port too.
    func allow(redirectURI: String) async throws {
        try await Session(base, user: "admin").send("PUT", "/api/client/\(clientID)", Self.client([redirectURI]))
    }

    /// Signs a person in, with the consent that the page would ask for.
    func session(of user: String) async throws -> Session {
        let session = try await Session(base, user: user)
        try await session.send("PUT", "/api/auth/grant/\(clientID)/", #"{"scope":"\#(Self.scopes)"}"#)
        return session
    }

    /// Ends every refresh token of a person, as an administrator or the person would.
    func revokeRefreshTokens(of user: String) async throws {
        struct Token: Decodable {
            let tokenHash: String
            let enabled: Bool
            private enum CodingKeys: String, CodingKey {
                case enabled
                case tokenHash = "token_hash"
            }
        }
        let session = try await Session(base, user: user)
        let reply = try await session.send("GET", "/api/oidc/token")
        for token in try JSONDecoder().decode([Token].self, from: reply.body) where token.enabled {
            let hash = token.tokenHash.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            try await session.send("DELETE", "/api/oidc/token/\(hash)")
        }
    }

    /// A browser in which somebody is signed in.
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

extension Glewlwyd {
    /// Scopes, the OpenID Connect plugin, two people and the client.
    private func populate() async throws {
        let admin = try await Session(base, user: "admin")
        for scope in ["profile", "offline_access"] {
            try await admin.send(
                "POST", "/api/scope/",
                #"{"name":"\#(scope)","display_name":"\#(scope)","password_required":true,"scheme":{}}"#)
        }
        try await admin.send("POST", "/api/mod/plugin/", Self.plugin(issuer: issuer))
        for name in ["alice", "bob"] {
            try await admin.send(
                "POST", "/api/user/",
                """
                {"username":"\(name)","name":"\(name) of Glewlwyd","email":"\(name)@glewlwyd.example",
                "password":"password","enabled":true,"scope":["g_profile","openid","profile","offline_access"]}
                """)
        }
        try await admin.send("POST", "/api/client/", Self.client([]))
    }

    /// Public, with PKCE.
    private static func client(_ redirectURIs: [String]) -> String {
        let list = redirectURIs.map { "\"\($0)\"" }.joined(separator: ",")
        return """
            {"client_id":"acct-cli","name":"acct","confidential":false,"enabled":true,"redirect_uri":[\(list)],
            "authorization_type":["code","refresh_token","device_authorization"],
            "token_endpoint_auth_method":["none"]}
            """
    }

    /// Refresh tokens work once, and the return of a used one ends the chain.
    private static func plugin(issuer: String) -> String {
        """
        {"module":"oidc","name":"oidc","display_name":"OpenID Connect","enabled":true,"parameters":{
        "iss":"\(issuer)","jwt-type":"sha","jwt-key-size":"256","key":"for-these-tests-alone-and-nothing-else",
        "code-duration":600,"access-token-duration":3600,"refresh-token-duration":86400,
        "refresh-token-rolling":true,"refresh-token-one-use":"always",
        "allow-non-oidc":true,"auth-type-code-enabled":true,"auth-type-token-enabled":false,
        "auth-type-implicit-enabled":false,"auth-type-password-enabled":false,"auth-type-client-enabled":false,
        "auth-type-device-enabled":true,"auth-type-refresh-enabled":true,"auth-type-code-revoke-replayed":true,
        "device-authorization-expiration":600,"device-authorization-interval":1,
        "pkce-allowed":true,"pkce-required":true,"pkce-required-public-client":true,"pkce-method-plain-allowed":false,
        "subject-type":"public","allowed-scope":["openid","profile","offline_access"],
        "name-claim":"on-demand","name-claim-scope":["profile"],
        "claims":[{"name":"preferred_username","user-property":"email","type":"string","mandatory":true,
        "on-demand":false,"scope":["profile"]}]}}
        """
    }

    private static func settings(port: UInt16, folder: String) -> String {
        """
        port=\(port)
        bind_address="127.0.0.1"
        external_url="http://localhost:\(port)"
        login_url="login.html"
        api_prefix="api"
        static_files_path="\(folder)/web/"
        log_mode="file"
        log_level="INFO"
        log_file="\(folder)/glewlwyd.log"
        cookie_domain="localhost"
        cookie_secure=0
        session_key="GLEWLWYD2_SESSION_ID"
        admin_scope="g_admin"
        profile_scope="g_profile"
        hash_algorithm="SHA512"
        user_module_path="/usr/lib/glewlwyd/user"
        user_middleware_module_path="/usr/lib/glewlwyd/user_middleware"
        client_module_path="/usr/lib/glewlwyd/client"
        user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
        plugin_module_path="/usr/lib/glewlwyd/plugin"
        database = { type = "sqlite3"; path = "\(folder)/db"; };
        """
    }
}

/// Starts the server when the suite begins and ends it after the last of its tests.
struct WithGlewlwyd: SuiteTrait, TestScoping {
    let isRecursive = false

    func provideScope(
        for test: Test, testCase: Test.Case?, performing suite: @Sendable () async throws -> Void
    ) async throws {
        let server = try await Glewlwyd()
        do {
            try await Glewlwyd.$running.withValue(server, operation: suite)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}

extension Trait where Self == WithGlewlwyd {
    static var glewlwyd: Self { Self() }
}
