import AuthCore
import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AcctCommands

/// The list of tenants, from a server that sends scripted pages.
@Suite struct AzureTenantsTests {
    private final class Pages: HTTPClient {
        private let pages: [(status: Int, body: String)]
        private let seen = Mutex<[HTTPRequest]>([])

        init(_ pages: [(status: Int, body: String)]) {
            self.pages = pages
        }

        var requests: [HTTPRequest] { seen.withLock(\.self) }

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            let index = seen.withLock { seen in
                seen.append(request)
                return seen.count - 1
            }
            let page = pages[min(index, pages.count - 1)]
            return HTTPResponse(status: page.status, body: Data(page.body.utf8), url: request.url)
        }

        func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
            try await send(request).streamed
        }
    }

    private func list(_ http: Pages, at url: String = "https://login.microsoftonline.com/common") throws -> AzureTenants
    {
        try AzureTenants(for: Authority(url: url), http: http)
    }

    private func failure(_ http: Pages) async -> Failure? {
        do {
            _ = try await list(http).tenants(Secret("token"))
            return nil
        } catch {
            return Failure(error)
        }
    }

    @Test func everyPageIsRead() async throws {
        let next = "https://management.azure.com/tenants?api-version=2022-12-01&$skiptoken=x"
        let http = Pages([
            (200, #"{"value":[{"tenantId":"a","displayName":"A","defaultDomain":"a.example"}],"nextLink":"\#(next)"}"#),
            (200, #"{"value":[{"tenantId":"b"}]}"#),
        ])
        let tenants = try await list(http).tenants(Secret("token"))
        #expect(tenants.map(\.name) == ["a.example", "b"])
        #expect(http.requests.map(\.url) == ["https://management.azure.com/tenants?api-version=2022-12-01", next])
        let secrets = http.requests.map { $0.headers.fields.contains { $0.value == .secret(Secret("Bearer token")) } }
        #expect(secrets == [true, true])
    }

    @Test func tokenIsNotSentToAnotherHost() async {
        let http = Pages([(200, #"{"value":[],"nextLink":"https://management.azure.com.example/tenants"}"#)])
        #expect(await failure(http)?.message.contains("something else than a list of tenants") == true)
        #expect(http.requests.count == 1)
    }

    /// The tenants of the pages that were read would look like all.
    @Test func linksInACircleAreAnError() async {
        let http = Pages([(200, #"{"value":[],"nextLink":"https://management.azure.com/tenants"}"#)])
        let failure = await failure(http)
        #expect(failure?.message.contains("more than 100 pages. Nothing was added.") == true)
        #expect(failure?.command == "acct add NAME --tenant TENANT --account PROFILE")
        #expect(http.requests.count == 100)
    }

    @Test(arguments: [(401, "{}", Failure.Kind.failed), (503, "", .network), (200, "<html>", .failed)])
    func otherResponsesAreErrors(status: Int, body: String, kind: Failure.Kind) async {
        #expect(await failure(Pages([(status, body)]))?.kind == kind)
    }

    @Test(arguments: [
        ("https://login.microsoftonline.us/common", "https://management.usgovcloudapi.net/user_impersonation"),
        ("http://localhost:1/common", "https://management.azure.com/user_impersonation"),
    ])
    func scopeNamesTheResourceOfTheCloud(url: String, scope: String) throws {
        #expect(try list(Pages([]), at: url).scopes == [scope])
    }

    @Test(arguments: ["https://login.example.com/common", "https://contoso.ciamlogin.com/"])
    func otherAuthoritiesHaveNoList(url: String) {
        #expect(throws: Failure.self) { try list(Pages([]), at: url) }
    }
}
