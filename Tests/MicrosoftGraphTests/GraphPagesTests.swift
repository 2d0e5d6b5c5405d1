import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

@Suite struct GraphPagesTests {
    private static let host = "https://graph.example"
    private let desk = TokenDesk()

    private static func page(_ items: String, next: String? = nil) -> ScriptedHTTP.Reply {
        .page(#"{"value":[\#(items)]\#(next.map { #","@odata.nextLink":"\#($0)""# } ?? "")}"#)
    }

    /// The items of all pages until the end or an error.
    private func read(
        _ http: ScriptedHTTP, headers: HTTPHeaders = HTTPHeaders()
    ) async -> (items: [String], error: (any Error)?) {
        let client = GraphClient(endpoint: Self.host, http: http, token: desk.source)
        var items: [String] = []
        do {
            for try await page in client.pages(GraphRequest(path: "/users", headers: headers)) {
                items += page.items.map { String(decoding: $0, as: UTF8.self) }
            }
            return (items, nil)
        } catch {
            return (items, error)
        }
    }

    @Test func followsEveryLinkByteForByteWithTheSameHeaders() async {
        let links = ["/v1.0/users?$skiptoken=A%2f%3d+x", "/v1.0/users?b=2&a=1&$skiptoken=%C3%BC"].map { Self.host + $0 }
        let http = ScriptedHTTP([Self.page("1,2", next: links[0]), Self.page("", next: links[1]), Self.page("3")])
        let (items, error) = await read(http, headers: ["ConsistencyLevel": "eventual", "Prefer": "x"])
        #expect(items == ["1", "2", "3"])
        #expect(error == nil)
        #expect(http.requests.map(\.url) == ["\(Self.host)/v1.0/users"] + links)
        #expect(
            http.requests.allSatisfy { $0.headers["ConsistencyLevel"] == "eventual" && $0.headers["Prefer"] == "x" })
        #expect(http.requests.allSatisfy { $0.bearer == "Bearer kept" })
        http.expectAllUsed()
    }

    @Test func aLinkThatComesBackEndsTheRun() async {
        let link = "\(Self.host)/v1.0/users?p=2"
        let http = ScriptedHTTP([
            Self.page("1", next: link), Self.page("2", next: "\(link)x"), Self.page("3", next: link),
        ])
        let (items, error) = await read(http)
        #expect(items == ["1", "2"])
        #expect(error as? GraphError == .repeatedLink(link))
    }

    @Test(arguments: [
        "https://evil.example/v1.0/users", "http://graph.example/v1.0/users", "https://graph.example@evil.example/", "",
        "https://graph.example:8443/", "/v1.0/users?p=2", "//evil.example/",
    ])
    func noTokenFollowsALinkElsewhere(link: String) async throws {
        let http = ScriptedHTTP([Self.page("1", next: link)])
        let (items, error) = await read(http)
        #expect(items == ["1"])
        #expect(http.requests.count == 1)
        guard case .foreignHost(_, Self.host) = try #require(error as? GraphError) else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [500, 410, 404])
    func aPageThatFailsNamesTheLinkToGoOnFrom(status: Int) async throws {
        let link = "\(Self.host)/v1.0/users?p=2"
        let http = ScriptedHTTP([Self.page("1", next: link), .status(status, #"{"error":{"code":"c"}}"#)])
        let (items, error) = await read(http)
        #expect(items == ["1"])
        guard case .pageFailed(let response, link) = try #require(error as? GraphError) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.status == status)
        #expect(response.error?.code == "c")
    }

    @Test func theFirstPageMayFailToo() async throws {
        let (_, error) = await read(ScriptedHTTP([.status(403)]))
        guard case .pageFailed(_, "/users") = try #require(error as? GraphError) else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: ["", "<html>", "[]", #"{"value":["#])
    func aPageThatIsNoJSONEndsTheRun(body: String) async {
        let (_, error) = await read(ScriptedHTTP([.page(body)]))
        #expect(error as? GraphError == .notJSON(status: 200))
    }

    @Test func aLostNetworkIsToldAsItIs() async {
        let lost = HTTPError.connectionLost(host: "graph.example", reason: "reset")
        let http = ScriptedHTTP([Self.page("1", next: "\(Self.host)/x"), .failure(lost)])
        let (items, error) = await read(http)
        #expect(items == ["1"])
        #expect(error as? HTTPError == lost)
    }

    @Test func aPageThatIsUnauthorizedIsAskedOnceMore() async {
        let link = "\(Self.host)/v1.0/users?p=2"
        let http = ScriptedHTTP([Self.page("1", next: link), .status(401), Self.page("2")])
        let (items, error) = await read(http)
        #expect(items == ["1", "2"])
        #expect(error == nil)
        #expect(http.requests.map(\.bearer) == ["Bearer kept", "Bearer kept", "Bearer fresh"])
        #expect(http.requests.map(\.url).suffix(2) == [link, link])
    }
}
