import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

/// The page behind the one that is being looked at.
@Suite struct GraphPagesAheadTests {
    private static let host = "https://graph.example"
    private static let link = "\(host)/v1.0/users?p=2"
    private let desk = TokenDesk()

    @Test(arguments: [
        (#"{"@odata.context":"c","@odata.nextLink":"l","value":[{"@odata.nextLink":"x"}]}"#, "l"),
        (#"{"@odata.nextLink" : "l\/m", "value":[]}"#, "l/m"), (#"{"value":[{"a":"}"}],"@odata.nextLink":"l"}"#, "l"),
        ("{\"value\":[] , \"@odata.nextLink\" :\r\n \"l\" }\n", "l"),
        (#"{"value":[1],"@odata.nextLink":"l\\"}"#, #"l\"#),
        (#"{"value":1,"@odata.nextLink":"l","a":2}"#, "l"),
    ])
    func aLinkIsForeseen(json: String, link: String) {
        #expect(GraphPage.foreseenNextLink(in: Data(json.utf8)) == link)
        #expect(GraphPage(Data(json.utf8))?.nextLink == link)
    }

    @Test(arguments: [
        "", "{", "}", "\"}", ":\"\"}", #""@odata.nextLink":"l"}"#, #"{"value":[],"a@odata.nextLink":"l"}"#,
        #"{"value":[],"x\"@odata.nextLink":"l"}"#, #"{"value":[{"@odata.nextLink":"l"}]}"#, #"{"value":[],"b":"l"}"#,
        #"{"value":[],"@odata.nextLink":null}"#, #"{"@odata.nextLink":1,"value":[]}"#,
        #"{"a":{"@odata.nextLink":"l"}}"#,
        #"{"value":[],"b":"\"@odata.nextLink\":"}"#, #"[{"@odata.nextLink":"l"}]"#,
    ])
    func nothingIsForeseenThatIsNoLinkOfTheDocument(json: String) {
        #expect(GraphPage.foreseenNextLink(in: Data(json.utf8)) == nil)
    }

    /// What would follow the page that `body` is.
    private func following(_ body: String, status: Int = 200, headers: HTTPHeaders = [:]) async throws -> HTTPRequest? {
        let http = ScriptedHTTP([.page(#"{"value":[]}"#)])
        let client = GraphClient(endpoint: Self.host, http: http, token: desk.source)
        var pages = client.pages(GraphRequest(path: "/users", headers: headers), fetchingAhead: true)
            .makeAsyncIterator()
        _ = try await pages.next()
        let sent = try #require(http.requests.first)
        let successor = try #require(sent.successor)
        return successor(sent, HTTPResponse(status: status, body: Data(body.utf8), url: sent.url))
    }

    private func page(_ link: String) -> String { #"{"@odata.nextLink":"\#(link)","value":[]}"# }

    @Test func whatFollowsIsTheSameRequestAtTheLink() async throws {
        let next = try #require(try await following(page(Self.link), headers: ["Prefer": "x"]))
        #expect(next.url == Self.link && next.method == "GET" && next.headers["Prefer"] == "x")
        #expect(next.bearer == "Bearer kept")
        #expect(next.headers["client-request-id"]?.count == 36)
        let own = try await following(page(Self.link), headers: ["client-request-id": "mine"])
        #expect(own?.headers["client-request-id"] == "mine")
        #expect(desk.requests == [.init(), .init()])
    }

    @Test(arguments: [
        "https://evil.example/", "http://graph.example/v1.0/users", "https://graph.example@evil.example/",
        "/v1.0/users", "",
        "https://graph.example/v1.0/users",
    ])
    func nothingFollowsALinkElsewhereOrToTheSamePage(link: String) async throws {
        #expect(try await following(page(link)) == nil)
    }

    @Test(arguments: [302, 401, 429, 500, 503])
    func nothingFollowsAnAnswerThatIsNoPage(status: Int) async throws {
        #expect(try await following(page(Self.link), status: status) == nil)
    }

    /// A client that sends nothing ahead gives the same pages.
    @Test func thePagesAreTheSame() async throws {
        let http = ScriptedHTTP([.page(page(Self.link)), .status(401), .page(#"{"value":[1]}"#)])
        let client = GraphClient(endpoint: Self.host, http: http, token: desk.source)
        var counts: [Int] = []
        for try await page in client.pages(GraphRequest(path: "/users"), fetchingAhead: true) {
            counts.append(page.itemCount)
        }
        #expect(counts == [0, 1])
        #expect(http.requests.map(\.bearer) == ["Bearer kept", "Bearer kept", "Bearer fresh"])
        http.expectAllUsed()
    }

    @Test func whoTakesPagesOneByOneAsksForNoneAhead() async throws {
        let http = ScriptedHTTP([.page(page(Self.link))])
        let client = GraphClient(endpoint: Self.host, http: http, token: desk.source)
        var pages = client.pages(GraphRequest(path: "/users")).makeAsyncIterator()
        _ = try await pages.next()
        #expect(http.requests.allSatisfy { $0.successor == nil })
    }
}
