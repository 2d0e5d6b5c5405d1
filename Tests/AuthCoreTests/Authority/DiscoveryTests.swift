import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct DiscoveryTests {
    private func failure(of reply: ScriptedHTTP.Reply) async throws -> AuthError? {
        let authority = try Contoso.authority()
        let http = ScriptedHTTP([reply])
        let error = await AuthCoreTests.failure { () async throws(AuthError) in
            try await Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil).fetchConfiguration(
                of: authority)
        }
        #expect(http.requests.map(\.url) == [authority.openIDConfigurationURL])
        return error
    }

    @Test func fetchesTheAuthoritysDocument() async throws {
        let http = ScriptedHTTP([.json(try Contoso.discovery())])
        let found = try await Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil)
            .fetchConfiguration(of: Contoso.authority())
        #expect(found == (try Contoso.configuration()))
        #expect(http.requests.map(\.method) == ["GET"])
    }

    @Test func unknownTenantIsARefusal() async throws {
        let error = try await failure(
            of: .json(
                #"{"error":"invalid_tenant","error_description":"AADSTS90002: Tenant 'x' not found."}"#, status: 400))
        guard case .discovery(_, .refused(let said)) = error else { throw Unexpected(error) }
        #expect(said.codes == [90002])
    }

    @Test(arguments: [
        (404, "<html>"), (200, "<html>sign in to the hotel's network</html>"), (200, ""), (200, "[]"), (302, ""),
        (400, ""), (200, "{\"issuer\":5}"),
    ])
    func rejectsOtherResponses(status: Int, body: String) async throws {
        let error = try await failure(of: .json(body, status: status))
        guard case .discovery(_, .notJSON(status)) = error else { throw Unexpected(error) }
    }

    @Test(arguments: [(429, "7", 7), (503, "2.128", 3), (500, nil, nil), (502, "soon", nil), (503, "1e999", nil)])
    func serverErrorIsNotARefusal(status: Int, retryAfter: String?, seconds: Int?) async throws {
        let headers = HTTPHeaders(retryAfter.map { [("Retry-After", $0)] } ?? [])
        let error = try await failure(of: .json("<html>", status: status, headers: headers))
        guard case .serverUnavailable(_, status, seconds) = error else { throw Unexpected(error) }
    }

    @Test func networkErrorIsNotARefusal() async throws {
        let error = try await failure(of: .offline)
        guard case .network(.cannotResolve) = error else { throw Unexpected(error) }
    }
}

/// A refresh at an issuer with a discovery document is a single request while the document is cached.
@Suite struct CachedDiscoveryTests {
    private let authorityCache = InMemoryAuthorityCache()
    private let clock = TestClock()

    private func discovery(_ http: ScriptedHTTP) -> Discovery {
        Discovery(http: http, clock: clock.wallClock, authorityCache: authorityCache)
    }

    private func answer(_ cacheControl: String?) throws -> ScriptedHTTP.Reply {
        .json(try Contoso.discovery(), headers: HTTPHeaders(cacheControl.map { [("Cache-Control", $0)] } ?? []))
    }

    @Test func cachedDocumentSavesTheRequest() async throws {
        let first = try await discovery(ScriptedHTTP([answer(nil)])).fetchConfiguration(of: Contoso.authority())
        let second = try await discovery(ScriptedHTTP()).configuration(of: Contoso.authority())
        #expect(first == second)
    }

    @Test func signInAlwaysFetches() async throws {
        let http = ScriptedHTTP([try answer(nil), try answer(nil)])
        _ = try await discovery(http).fetchConfiguration(of: Contoso.authority())
        _ = try await discovery(http).fetchConfiguration(of: Contoso.authority())
        #expect(http.requests.count == 2)
    }

    @Test(arguments: [
        (nil, 86_400.0), ("max-age=60", 60), ("private, MAX-AGE = 120", 120), ("max-age=99999999", 86_400),
        ("max-age=-5", 86_400), ("no-store", 0), ("max-age=60, no-cache", 0), ("max-age=soon", 86_400), (",,=", 86_400),
    ])
    func cachesForTheMaxAge(cacheControl: String?, seconds: Double) async throws {
        _ = try await discovery(ScriptedHTTP([answer(cacheControl)])).fetchConfiguration(of: Contoso.authority())
        #expect(Array(authorityCache.expiries.values) == [clock.wallClock.now().addingTimeInterval(seconds)])
    }

    @Test func checksTheCachedDocument() async throws {
        authorityCache.save(
            Data("<html>".utf8), of: try Contoso.authority().openIDConfigurationURL, until: .distantFuture)
        let http = ScriptedHTTP([try answer(nil)])
        _ = try await discovery(http).configuration(of: Contoso.authority())
        #expect(http.requests.count == 1)
    }

    @Test func doesNotCacheErrors() async throws {
        let http = ScriptedHTTP([.json(#"{"error":"invalid_tenant"}"#, status: 400)])
        _ = try? await discovery(http).fetchConfiguration(of: Contoso.authority())
        #expect(authorityCache.expiries.isEmpty)
    }
}
