import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

@Suite(.timeLimit(.minutes(5))) struct GraphPagesPrefetchTests {
    private static let host = "https://graph.example"
    private static let link = "\(host)/v1.0/users?p="
    private let tokens = RecordingTokenSource()

    private static func page(_ number: Int, next: String? = nil) -> ScriptedHTTP.Reply {
        .page(#"{"value":[\#(number)]\#(next.map { #","@odata.nextLink":"\#($0)""# } ?? "")}"#)
    }

    private func pages(_ http: ScriptedHTTP, headers: HTTPHeaders = [:]) -> GraphPages.Iterator {
        let client = GraphClient(endpoint: Self.host, http: http, token: tokens.source)
        return client.pages(GraphRequest(path: "/users", headers: headers), fetchingAhead: true).makeAsyncIterator()
    }

    /// Runs `body` with a client, and returns when all tasks of the client have ended: none is left to send a request.
    /// Each has the token source, which tells when nothing has it any more.
    private func untilAllTasksEnd(_ http: ScriptedHTTP, _ body: (GraphClient) async throws -> Void) async rethrows {
        let (releases, release) = AsyncStream.makeStream(of: Void.self)
        do {
            let sentinel = Sentinel { release.yield() }
            let client = GraphClient(endpoint: Self.host, http: http) { [source = tokens.source] request in
                defer { withExtendedLifetime(sentinel) {} }
                return try await source(request)
            }
            try await body(client)
        }
        #expect(await releases.first { _ in true } != nil, "a task of the client has not ended")
    }

    private final class Sentinel: Sendable {
        private let onRelease: @Sendable () -> Void

        init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

        deinit { onRelease() }
    }

    @Test func nextRequestLeavesBeforeThePageIsUsed() async throws {
        let http = ScriptedHTTP([Self.page(1, next: "\(Self.link)2"), .silence])
        var pages = pages(http, headers: ["Prefer": "x"])
        #expect(try await pages.next()?.items == [Data("1".utf8)])
        await http.requests(reach: 2)
        let next = http.requests[1]
        #expect(next.url == "\(Self.link)2" && next.headers["Prefer"] == "x" && next.bearer == "Bearer kept")
        #expect(next.headers["client-request-id"] != http.requests[0].headers["client-request-id"])
        #expect(pages.link == "\(Self.link)2")
    }

    @Test(arguments: 1...3) func noMoreThanOnePageIsAhead(ofPagesRead count: Int) async throws {
        let http = ScriptedHTTP((1...6).map { Self.page($0, next: "\(Self.link)\($0 + 1)") })
        try await untilAllTasksEnd(http) { client in
            var pages = client.pages(GraphRequest(path: "/users"), fetchingAhead: true).makeAsyncIterator()
            for _ in 0..<count { _ = try await pages.next() }
            await http.requests(reach: count + 1)
        }
        #expect(http.requests.count == count + 1)
    }

    @Test func everyPageComesOnceAndInOrder() async throws {
        let count = 50
        let http = ScriptedHTTP((1...count).map { Self.page($0, next: $0 < count ? "\(Self.link)\($0 + 1)" : nil) })
        try await untilAllTasksEnd(http) { client in
            var pages = client.pages(GraphRequest(path: "/users"), fetchingAhead: true).makeAsyncIterator()
            var items: [Data] = []
            while let page = try await pages.next() { items += page.items }
            #expect(items == (1...count).map { Data("\($0)".utf8) })
            #expect(try await pages.next() == nil)
        }
        #expect(http.requests.map(\.url) == ["\(Self.host)/v1.0/users"] + (2...count).map { "\(Self.link)\($0)" })
        http.expectAllUsed()
    }

    @Test func failureIsThrownByTheCallForItsPageAndTheNextCallTriesAgain() async throws {
        let lost = HTTPError.connectionLost(host: "graph.example", reason: "reset")
        let http = ScriptedHTTP([Self.page(1, next: "\(Self.link)2"), .failure(lost), .status(500), Self.page(2)])
        var pages = pages(http)
        #expect(try await pages.next()?.itemCount == 1)
        await http.requests(reach: 2)
        await #expect(throws: lost) { try await pages.next() }
        #expect(pages.link == "\(Self.link)2")
        await #expect {
            try await pages.next()
        } throws: { error in
            guard case GraphError.pageFailed(let response, "\(Self.link)2") = error else { return false }
            return response.status == 500
        }
        #expect(try await pages.next()?.itemCount == 1)
        #expect(try await pages.next() == nil)
        http.expectAllUsed()
    }

    @Test func unauthorizedPageIsRequestedAgainWithANewToken() async throws {
        let http = ScriptedHTTP([Self.page(1, next: "\(Self.link)2"), .status(401), Self.page(2)])
        var pages = pages(http)
        while try await pages.next() != nil {}
        #expect(http.requests.map(\.bearer) == ["Bearer kept", "Bearer kept", "Bearer fresh"])
        http.expectAllUsed()
    }

    /// `next()` throws for these links; no request must leave before it does.
    @Test(arguments: [
        "https://evil.example/", "http://graph.example/v1.0/users", "https://graph.example@evil.example/",
        "/v1.0/users", "", "https://graph.example/v1.0/users",
    ])
    func noRequestLeavesForALinkElsewhereOrToThePageItself(link: String) async throws {
        let http = ScriptedHTTP([Self.page(1, next: link)])
        try await untilAllTasksEnd(http) { client in
            var pages = client.pages(GraphRequest(path: "/users"), fetchingAhead: true).makeAsyncIterator()
            _ = try await pages.next()
            await #expect(throws: GraphError.self) { try await pages.next() }
        }
        #expect(http.requests.count == 1 && tokens.requests.count == 1)
    }

    @Test func cancellingTheCallerCancelsTheRequest() async throws {
        let http = ScriptedHTTP([Self.page(1, next: "\(Self.link)2"), .silence])
        let iterator = pages(http)
        let reading = Task {
            var pages = iterator
            while try await pages.next() != nil {}
        }
        await http.requests(reach: 2)
        reading.cancel()
        await http.cancellation()
        await #expect(throws: HTTPError.cancelled) { try await reading.value }
    }

    @Test func releasingTheIteratorCancelsTheRequest() async throws {
        let http = ScriptedHTTP([Self.page(1, next: "\(Self.link)2"), .silence])
        do {
            var pages = pages(http)
            _ = try await pages.next()
            await http.requests(reach: 2)
        }
        await http.cancellation()
    }

    @Test func withoutPrefetchingNoRequestIsAhead() async throws {
        let http = ScriptedHTTP([Self.page(1, next: "\(Self.link)2")])
        try await untilAllTasksEnd(http) { client in
            var pages = client.pages(GraphRequest(path: "/users")).makeAsyncIterator()
            _ = try await pages.next()
        }
        #expect(http.requests.count == 1)
    }
}
