import Foundation
import HTTPTransport
import SandboxServer
import Testing

@testable import AuthCore

@Suite struct InstanceDiscoveryTests {
    private static let refusal = #"{"error":"invalid_instance","error_description":"AADSTS50049: Unknown authority."}"#

    private func problem(_ url: String, _ http: ScriptedHTTP) async throws -> DiscoveryProblem? {
        do {
            try await InstanceDiscovery(http: http, clock: TestClock().wallClock, authorityCache: nil).validate(
                try Authority(url: url))
            return nil
        } catch AuthError.discovery(_, let problem) {
            return problem
        }
    }

    @Test func rejectsHostsThatThePlatformDoesNotList() async throws {
        let http = ScriptedHTTP([.json(Self.refusal, status: 400)])
        guard case .refused(let error) = try await problem("https://login.evil.example/contoso.com", http) else {
            throw Unexpected("accepted")
        }
        #expect(error.codes == [50049])
        #expect(
            http.requests.map(\.url) == [
                "https://login.microsoftonline.com/common/discovery/instance?api-version=1.1&authorization_endpoint="
                    + "https%3A%2F%2Flogin.evil.example%2Fcontoso.com%2Foauth2%2Fv2.0%2Fauthorize"
            ])
    }

    @Test(arguments: [
        "https://login.microsoftonline.com/common", "https://login.windows.net/common",
        "https://login.microsoftonline.us/contoso.us", "http://localhost:8080/common", "https://fs.example.com/adfs",
        "https://contoso.b2clogin.com/contoso/B2C_1", "https://contoso.ciamlogin.com",
    ])
    func sendsNothingForKnownHosts(url: String) async throws {
        let http = ScriptedHTTP()
        #expect(try await problem(url, http) == nil)
        #expect(http.requests.isEmpty)
    }

    /// The host's own document is checked all the same.
    @Test(arguments: [
        ScriptedHTTP.Reply.offline, .json("<html>", status: 400), .json("", status: 503),
        .json(#"{"tenant_discovery_endpoint":"https://x"}"#), .json(#"{"error":"invalid_request"}"#, status: 400),
    ])
    func otherFailuresAreIgnored(reply: ScriptedHTTP.Reply) async throws {
        #expect(try await problem("https://login.sovereign.example/common", ScriptedHTTP([reply])) == nil)
    }

    @Test func signInValidatesFirst() async throws {
        let http = ScriptedHTTP([.json(Self.refusal, status: 400)])
        let application = PublicClientApplication(
            clientID: "c", authority: try Authority(url: "https://login.evil.example/common"),
            cache: InMemoryTokenCache(), http: http, validatesAuthority: true, clock: TestClock.still)
        let error = await failure { () async throws(AuthError) in
            try await application.signIn(SignInRequest(scopes: [])) { _ in Issue.record("a page was opened") }
        }
        guard case .discovery(_, .refused) = error else { throw Unexpected(error) }
    }
}

/// Validation of login hosts against a platform's instance discovery.
@Suite(.timeLimit(.minutes(1))) struct InstanceDiscoveryOverHTTPTests {
    private let authorityCache = InMemoryAuthorityCache()
    private let clock = TestClock(Date().timeIntervalSince1970)

    private func application(_ host: String, _ http: SandboxedHTTP) throws -> PublicClientApplication {
        PublicClientApplication(
            clientID: http.sandbox.description.clientId, authority: try Authority(url: "https://\(host)/common"),
            cache: InMemoryTokenCache(), http: http, authorityCache: authorityCache, validatesAuthority: true,
            clock: clock.wallClock)
    }

    @Test func acceptsAndCachesAHostThatThePlatformLists() async throws {
        try await SandboxedHTTP.run { http in
            let application = try application("login.sovcloud-identity.fr", http)
            for (later, asked) in [(0.0, 1), (80_000, 1), (7_000, 2)] {
                clock.advance(by: later)
                try await application.validateAuthority(over: application.http)
                #expect(try await http.instanceDiscoveries() == asked)
            }
            #expect(authorityCache.expiries.keys.contains { $0.contains("/discovery/instance") })
            #expect(try await application.openIDConfiguration().graphHost == "graph.svc.sovcloud.fr")
        }
    }

    @Test func rejectsAnUnlistedHostBeforeContactingIt() async throws {
        try await SandboxedHTTP.run { http in
            let application = try application("login.sovcloud-identity.fr.evil.example", http)
            for _ in 0..<2 {
                let error = await failure { () async throws(AuthError) in
                    try await application.signIn(SignInRequest(scopes: [])) { _ in Issue.record("a page was opened") }
                }
                guard case .discovery(_, .refused(let refusal)) = error else { throw Unexpected(error) }
                #expect(refusal.code == "invalid_instance" && refusal.codes == [50049])
            }
            #expect(authorityCache.expiries.isEmpty, "a refusal may be mended; it is not kept")
        }
    }

    /// A cached document is checked like a response: it must list the host.
    @Test(arguments: ["<html>", #"{"metadata":[]}"#, #"{"metadata":[{"aliases":["login.other.example"]}]}"#])
    func cachedDocumentMustListTheHost(document: String) async throws {
        try await SandboxedHTTP.run { http in
            let application = try application("login.evil.example", http)
            let url =
                "https://login.microsoftonline.com/common/discovery/instance?api-version=1.1&authorization_endpoint="
                + "https%3A%2F%2Flogin.evil.example%2Fcommon%2Foauth2%2Fv2.0%2Fauthorize"
            authorityCache.save(Data(document.utf8), of: url, until: .distantFuture)
            let error = await failure { () async throws(AuthError) in
                try await application.validateAuthority(over: application.http)
            }
            guard case .discovery = error else { throw Unexpected(error) }
        }
    }
}
