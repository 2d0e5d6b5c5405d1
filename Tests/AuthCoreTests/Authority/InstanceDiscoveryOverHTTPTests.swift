import Foundation
import HTTPTransport
import SandboxServer
import Testing

@testable import AuthCore

/// Whether the platform says of a login host that it is its own, asked of a platform.
@Suite(.timeLimit(.minutes(1))) struct InstanceDiscoveryOverHTTPTests {
    private let kept = KeptDocuments()
    private let clock = TestClock(Date().timeIntervalSince1970)

    private func application(_ host: String, _ http: LedHTTP) throws -> PublicClientApplication {
        PublicClientApplication(
            clientID: http.sandbox.description.clientId, authority: try Authority(url: "https://\(host)/common"),
            cache: InMemoryTokenCache(), http: http, authorityCache: kept, validatesAuthority: true,
            clock: clock.wallClock)
    }

    @Test func aHostOfACloudThatIsNotInTheTableIsTakenAndKeptAsLongAsTheAnswerLives() async throws {
        try await LedHTTP.run { http in
            let application = try application("login.sovcloud-identity.fr", http)
            for (later, asked) in [(0.0, 1), (80_000, 1), (7_000, 2)] {
                clock.advance(by: later)
                try await application.validateAuthority()
                #expect(try await http.instanceDiscoveries() == asked)
            }
            #expect(kept.ends.keys.contains { $0.contains("/discovery/instance") })
            #expect(try await application.openIDConfiguration().graphHost == "graph.svc.sovcloud.fr")
        }
    }

    @Test func aStrangersHostIsRefusedBeforeAnythingIsAskedOfIt() async throws {
        try await LedHTTP.run { http in
            let application = try application("login.sovcloud-identity.fr.evil.example", http)
            for _ in 0..<2 {
                let error = await failure { () async throws(AuthError) in
                    try await application.signIn(SignInRequest(scopes: [])) { _ in Issue.record("a page was opened") }
                }
                guard case .discovery(_, .refused(let refusal)) = error else { throw Unexpected(error) }
                #expect(refusal.code == "invalid_instance" && refusal.codes == [50049])
            }
            #expect(kept.ends.isEmpty, "a refusal may be mended; it is not kept")
        }
    }

    /// What is kept speaks for the hosts that it names, and is checked like an answer.
    @Test(arguments: ["<html>", #"{"metadata":[]}"#, #"{"metadata":[{"aliases":["login.other.example"]}]}"#])
    func whatIsKeptOfOthersCountsForNothing(document: String) async throws {
        try await LedHTTP.run { http in
            let application = try application("login.evil.example", http)
            let url =
                "https://login.microsoftonline.com/common/discovery/instance?api-version=1.1&authorization_endpoint="
                + "https%3A%2F%2Flogin.evil.example%2Fcommon%2Foauth2%2Fv2.0%2Fauthorize"
            kept.save(Data(document.utf8), of: url, until: .distantFuture)
            let error = await failure { () async throws(AuthError) in try await application.validateAuthority() }
            guard case .discovery = error else { throw Unexpected(error) }
        }
    }
}
