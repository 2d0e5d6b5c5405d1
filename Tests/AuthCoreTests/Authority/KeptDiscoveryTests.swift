import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// Renewing a token at an issuer whose endpoints have to be asked for is one request while the document is kept.
@Suite struct KeptDiscoveryTests {
    private let kept = KeptDocuments()
    private let clock = TestClock()

    private func discovery(_ http: ScriptedHTTP) -> Discovery {
        Discovery(http: http, clock: clock.wallClock, authorityCache: kept)
    }

    private func answer(_ cacheControl: String?) throws -> ScriptedHTTP.Reply {
        .json(try Contoso.discovery(), headers: HTTPHeaders(cacheControl.map { [("Cache-Control", $0)] } ?? []))
    }

    @Test func aKeptDocumentSavesTheRequest() async throws {
        let first = try await discovery(ScriptedHTTP([answer(nil)])).configuration(for: Contoso.authority())
        let second = try await discovery(ScriptedHTTP()).keptConfiguration(for: Contoso.authority())
        #expect(first == second)
    }

    @Test func aSignInAsksAnew() async throws {
        let http = ScriptedHTTP([try answer(nil), try answer(nil)])
        _ = try await discovery(http).configuration(for: Contoso.authority())
        _ = try await discovery(http).configuration(for: Contoso.authority())
        #expect(http.requests.count == 2)
    }

    @Test(arguments: [
        (nil, 86_400.0), ("max-age=60", 60), ("private, MAX-AGE = 120", 120), ("max-age=99999999", 86_400),
        ("max-age=-5", 0), ("no-store", 0), ("max-age=60, no-cache", 0), ("max-age=soon", 86_400), (",,=", 86_400),
    ])
    func livesAsLongAsTheServerSays(cacheControl: String?, seconds: Double) async throws {
        _ = try await discovery(ScriptedHTTP([answer(cacheControl)])).configuration(for: Contoso.authority())
        #expect(Array(kept.ends.values) == [clock.wallClock.now().addingTimeInterval(seconds)])
    }

    @Test func whatIsKeptIsCheckedLikeAnAnswer() async throws {
        kept.save(Data("<html>".utf8), of: try Contoso.authority().openIDConfigurationURL, until: .distantFuture)
        let http = ScriptedHTTP([try answer(nil)])
        _ = try await discovery(http).keptConfiguration(for: Contoso.authority())
        #expect(http.requests.count == 1)
    }

    @Test func anErrorIsNotKept() async throws {
        let http = ScriptedHTTP([.json(#"{"error":"invalid_tenant"}"#, status: 400)])
        _ = try? await discovery(http).configuration(for: Contoso.authority())
        #expect(kept.ends.isEmpty)
    }
}
