import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct DiscoveryTests {
    private func failure(of reply: ScriptedHTTP.Reply) async throws -> AuthError? {
        let authority = try Contoso.authority()
        let http = ScriptedHTTP([reply])
        let error = await AuthCoreTests.failure { () async throws(AuthError) in
            try await Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil).configuration(for: authority)
        }
        #expect(http.requests.map(\.url) == [authority.openIDConfigurationURL])
        return error
    }

    @Test func fetchesTheAuthoritysDocument() async throws {
        let http = ScriptedHTTP([.json(try Contoso.discovery())])
        let found = try await Discovery(http: http, clock: TestClock().wallClock, authorityCache: nil).configuration(for: Contoso.authority())
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
    func serverErrorIsNoRefusal(status: Int, retryAfter: String?, seconds: Int?) async throws {
        let headers = HTTPHeaders(retryAfter.map { [("Retry-After", $0)] } ?? [])
        let error = try await failure(of: .json("<html>", status: status, headers: headers))
        guard case .serverUnavailable(_, status, seconds) = error else { throw Unexpected(error) }
    }

    @Test func networkErrorIsNoRefusal() async throws {
        let error = try await failure(of: .offline)
        guard case .network(.cannotResolve) = error else { throw Unexpected(error) }
    }
}

/// A test got something else than it can go on with.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ value: Any?) {
        description = "unexpected: \(String(describing: value))"
    }
}
