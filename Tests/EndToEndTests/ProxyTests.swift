import Foundation
import Testing

/// Proxies: with authentication, refusing, or unreachable.
@Suite(.needs(.openssl, .socat, .sqlite3)) struct ProxyTests {
    private static let password = "sesame-7f3a"

    @Test func proxyCredentialsAreSentToTheProxyOnly() async throws {
        try await PublicHosts.run(credentials: "user:\(Self.password)") { hosts in
            let proxy = ["HTTPS_PROXY": "http://user:\(Self.password)@127.0.0.1:\(hosts.proxy.port)"]
            let runs = [
                try await hosts.succeed(
                    "add work -v", hosts.signIn(as: "alice@contoso.example"), environment: proxy),
                try await hosts.succeed("graph /me -v", environment: proxy),
                try await hosts.succeed("token --force-refresh -v --json", environment: proxy),
            ]
            let sent = Data("user:\(Self.password)".utf8).base64EncodedString()
            for run in runs {
                #expect(run.error.contains("https://login.microsoftonline.com/") || run.error.contains("graph."))
                for secret in [Self.password, sent] {
                    #expect(!run.error.contains(secret) && !run.text.contains(secret), "\(run)")
                }
            }
            let isSeen = try await hosts.sandbox.requests().contains { $0.path.contains(Self.password) }
            #expect(!isSeen)
            #expect(try hosts.sandbox.store.bytes().range(of: Data(Self.password.utf8)) == nil)
        }
    }

    @Test func proxyThatRequiresAuthenticationIsNamed() async throws {
        try await PublicHosts.run(credentials: "user:\(Self.password)") { hosts in
            for wrong in ["", "user:wrong-\(Self.password)@"] {
                let address = "127.0.0.1:\(hosts.proxy.port)"
                let run = try await hosts.acct(
                    "add work -v", hosts.signIn(as: "alice@contoso.example"),
                    environment: ["HTTPS_PROXY": "http://\(wrong)\(address)"])
                expect(run, ExpectedError(7, "The proxy \(address) requires a user name and a password"))
                #expect(!run.error.contains(Self.password), "\(run)")
            }
        }
    }

    @Test func proxyThatRefusesIsNamedAndNothingIsLost() async throws {
        try await PublicHosts.run { hosts in
            try await hosts.succeed("add work", hosts.signIn(as: "alice@contoso.example"))
            let token = try await hosts.succeed("token").line
            let closed = try ConnectProxy(routes: [:])
            let refusing = ["HTTPS_PROXY": closed.url]
            #expect(try await hosts.succeed("token", environment: refusing).line == token)
            let rows = try await hosts.sandbox.store.rows(of: World.alice)
            expect(
                try await hosts.acct("token --force-refresh", environment: refusing),
                ExpectedError(7, "The proxy 127.0.0.1:\(closed.port) refused to connect to login.microsoftonline.com"))
            let error = try await hosts.acct("graph /me --json", environment: refusing)
            #expect(error.status == 7 && error.error.contains("127.0.0.1:\(closed.port)"), "\(error)")
            #expect(try await hosts.sandbox.store.rows(of: World.alice) == rows)
            try await hosts.succeed("token --force-refresh")
        }
    }

    @Test func unreachableProxyIsNamed() async throws {
        try await PublicHosts.run { hosts in
            let port = try ListeningPort.unused()
            let run = try await hosts.acct(
                "add work", hosts.signIn(as: "alice@contoso.example"),
                environment: ["HTTPS_PROXY": "http://127.0.0.1:\(port)"])
            #expect(run.status == 7 && run.error.contains("\(port)"), "\(run)")
        }
    }

    /// Linux connects 0.0.0.0 to this machine, and unlike 127.0.0.1 it has a proxy.
    @Test func noProxyHostIsReachedDirectly() async throws {
        try await PublicHosts.run { hosts in
            let port = try ListeningPort.unused()
            let add = ["--client-id", hosts.sandbox.server.clientId, "--authority", "https://0.0.0.0:\(port)"]
            expect(
                try await hosts.acct("add work", add, environment: ["NO_PROXY": "other.example,0.0.0.0"]),
                ExpectedError(7, "Cannot connect to 0.0.0.0"))
            #expect(hosts.proxy.requests.isEmpty)
            expect(try await hosts.acct("add work", add), ExpectedError(7, "refused to connect to 0.0.0.0"))
            #expect(hosts.proxy.targets == ["0.0.0.0:\(port)"])
        }
    }

    @Test func certificateAuthorityIsTrustedOnlyWhenNamed() async throws {
        try await PublicHosts.run { hosts in
            let run = try await hosts.acct(
                "add work", hosts.signIn(as: "alice@contoso.example"), environment: ["CURL_CA_BUNDLE": String?.none])
            expect(run, ExpectedError(7, "login.microsoftonline.com cannot be trusted"))
        }
    }
}
