import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

@Suite struct GraphPagesTests {
    private static let host = "https://graph.example"
    private let tokens = RecordingTokenSource()

    private static func page(_ items: String, next: String? = nil) -> ScriptedHTTP.Reply {
        .page(#"{"value":[\#(items)]\#(next.map { #","@odata.nextLink":"\#($0)""# } ?? "")}"#)
    }

    /// The items of all pages until the end or an error.
    private func read(
        _ http: ScriptedHTTP, headers: HTTPHeaders = HTTPHeaders()
    ) async -> (items: [String], error: (any Error)?) {
        let client = GraphClient(endpoint: Self.host, http: http, token: tokens.source)
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

    @Test func everyLinkIsFollowedByteForByteWithTheSameHeaders() async {
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

    @Test func repeatedLinkEndsTheRun() async {
        let link = "\(Self.host)/v1.0/users?p=2"
        let http = ScriptedHTTP([
            Self.page("1", next: link), Self.page("2", next: "\(link)x"), Self.page("3", next: link),
        ])
        let (items, error) = await read(http)
        #expect(items == ["1", "2", "3"])
        #expect(error as? GraphError == .repeatedLink(link))
        http.expectAllUsed()
    }

    /// The first page may be where a link leads to, and a page may lead to itself.
    @Test(arguments: ["\(host)/v1.0/users", "\(host)/v1.0/users?p=2"])
    func noPageIsFetchedTwice(link: String) async {
        let http = ScriptedHTTP([Self.page("1", next: link), Self.page("2", next: link)])
        let (items, error) = await read(http)
        #expect(items == (link.hasSuffix("users") ? ["1"] : ["1", "2"]))
        #expect(error as? GraphError == .repeatedLink(link))
    }

    @Test func runResumesFromALinkWithTheSameHeaders() async throws {
        let link = "\(Self.host)/v1.0/users?$skiptoken=%2f x"
        let http = ScriptedHTTP([Self.page("7"), Self.page("8")])
        let client = GraphClient(endpoint: Self.host, http: http, token: tokens.source)
        let request = GraphRequest(path: "/users", headers: ["Prefer": "x"])
        for try await page in client.pages(request, from: link) { #expect(page.itemCount == 1) }
        #expect(http.requests.map(\.url) == ["\(Self.host)/v1.0/users?$skiptoken=%2f%20x"])
        #expect(http.requests.first?.headers["Prefer"] == "x")
        for elsewhere in ["https://evil.example/x", "/v1.0/users", "users?$skiptoken=x", ""] {
            var pages = client.pages(request, from: elsewhere).makeAsyncIterator()
            await #expect(throws: GraphError.foreignLink(elsewhere, graph: Self.host)) { try await pages.next() }
        }
        #expect(http.requests.count == 1)
        #expect(tokens.requests.count == 1)
    }

    @Test func linkIsThatOfTheNextPage() async throws {
        let link = "\(Self.host)/v1.0/users?p=2"
        let http = ScriptedHTTP([Self.page("1", next: link), .status(500), Self.page("2")])
        let client = GraphClient(endpoint: Self.host, http: http, token: tokens.source)
        var pages = client.pages(GraphRequest(path: "/users")).makeAsyncIterator()
        #expect(pages.link == nil)
        #expect(try await pages.next()?.itemCount == 1)
        #expect(pages.link == link)
        await #expect(throws: GraphError.self) { try await pages.next() }
        #expect(pages.link == link)
        #expect(try await pages.next()?.itemCount == 1)
        #expect(pages.link == nil)
        #expect(try await pages.next() == nil)
    }

    @Test func itemsComeInOrderAcrossPages() async throws {
        let link = "\(Self.host)/v1.0/users?p="
        let http = ScriptedHTTP([
            Self.page("", next: "\(link)2"), Self.page(#"{"b":1.10, "a":1},2"#, next: "\(link)3"), Self.page("3"),
        ])
        let client = GraphClient(endpoint: Self.host, http: http, token: tokens.source)
        var items: [String] = []
        for try await item in client.items(GraphRequest(path: "/users")) {
            items.append(String(decoding: item, as: UTF8.self))
        }
        #expect(items == [#"{"b":1.10, "a":1}"#, "2", "3"])
        http.expectAllUsed()
        let single = GraphClient(endpoint: Self.host, http: ScriptedHTTP([.page(#"{"id":"x"}"#)]), token: tokens.source)
        var iterator = single.items(GraphRequest(path: "/me")).makeAsyncIterator()
        await #expect(throws: GraphError.notACollection) { try await iterator.next() }
    }

    @Test(arguments: [
        "https://evil.example/v1.0/users", "http://graph.example/v1.0/users", "https://graph.example@evil.example/", "",
        "https://graph.example:8443/", "/v1.0/users?p=2", "//evil.example/",
    ])
    func noTokenIsSentToALinkElsewhere(link: String) async throws {
        let http = ScriptedHTTP([Self.page("1", next: link)])
        let (items, error) = await read(http)
        #expect(items == ["1"])
        #expect(http.requests.count == 1)
        guard case .foreignLink(link, Self.host) = try #require(error as? GraphError) else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [500, 410, 404])
    func failedPageCarriesTheLinkToResumeFrom(status: Int) async throws {
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

    @Test func failedFirstPageCarriesThePath() async throws {
        let (_, error) = await read(ScriptedHTTP([.status(403)]))
        guard case .pageFailed(_, "/users") = try #require(error as? GraphError) else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        ("", "application/json", GraphError.notJSON(status: 200)),
        (#"{"value":["#, "application/json", .notJSON(status: 200)),
        ("<html>", "text/html", .webPage(status: 200)), (" <html>", "application/json", .webPage(status: 200)),
        ("[]", "application/json", .notACollection), ("42", "text/plain", .notACollection),
        ("hello", "text/plain", .notACollection),
    ])
    func pageThatIsNoObjectEndsTheRun(body: String, type: String, expected: GraphError) async {
        let page = ScriptedHTTP.Reply.response(status: 200, headers: ["Content-Type": type], body: body)
        let (_, first) = await read(ScriptedHTTP([page]))
        #expect(first as? GraphError == expected)
        let (items, later) = await read(ScriptedHTTP([Self.page("1", next: "\(Self.host)/x"), page]))
        #expect(items == ["1"] && later as? GraphError == expected)
    }

    /// An empty response is an empty collection, but behind a link items are missing.
    @Test func noContentIsTheEndOnlyOfTheFirstPage() async {
        let (none, first) = await read(ScriptedHTTP([.status(204)]))
        #expect(none.isEmpty && first == nil)
        let (items, later) = await read(ScriptedHTTP([Self.page("1", next: "\(Self.host)/x"), .status(204)]))
        #expect(items == ["1"] && later as? GraphError == .notJSON(status: 204))
    }

    /// A link that cannot be followed is not the end of the pages.
    @Test(arguments: [
        (#"{"value":[2],"@odata.nextLink":5}"#, "@odata.nextLink"),
        (#"{"value":[2],"@odata.deltaLink":{}}"#, "@odata.deltaLink"),
        (#"{"value":[2],"value":null}"#, "value"), (#"{"value":[2],"value":[3]}"#, "value"),
    ])
    func malformedPageEndsTheRun(body: String, member: String) async {
        let http = ScriptedHTTP([Self.page("1", next: "\(Self.host)/x"), .page(body)])
        let (items, error) = await read(http)
        #expect(items == ["1"])
        #expect(error as? GraphError == .malformedPage(member: member))
    }

    @Test func nullLinkIsTheEndOfThePages() async {
        let (items, error) = await read(ScriptedHTTP([.page(#"{"value":[1],"@odata.nextLink":null}"#)]))
        #expect(items == ["1"] && error == nil)
    }

    @Test func transportErrorIsPassedOn() async {
        let lost = HTTPError.connectionLost(host: "graph.example", reason: "reset")
        let http = ScriptedHTTP([Self.page("1", next: "\(Self.host)/x"), .failure(lost)])
        let (items, error) = await read(http)
        #expect(items == ["1"])
        #expect(error as? HTTPError == lost)
    }

    @Test func unauthorizedPageIsRequestedOnceMore() async {
        let link = "\(Self.host)/v1.0/users?p=2"
        let http = ScriptedHTTP([Self.page("1", next: link), .status(401), Self.page("2")])
        let (items, error) = await read(http)
        #expect(items == ["1", "2"])
        #expect(error == nil)
        #expect(http.requests.map(\.bearer) == ["Bearer kept", "Bearer kept", "Bearer fresh"])
        #expect(http.requests.map(\.url).suffix(2) == [link, link])
    }

    /// Items of a page of more than 4 MiB.
    private static func largePage(next: String? = nil) -> (page: ScriptedHTTP.Reply, items: [String]) {
        let items = (0..<3000).map { "\"\($0)\(String(repeating: "x", count: 2000))\"" }
        return (page(items.joined(separator: ","), next: next), items)
    }

    @Test func largePageComesInPartsAndCanBeResumedBetweenThem() async throws {
        let next = "\(Self.host)/v1.0/users?p=2"
        let (large, all) = Self.largePage(next: next)
        let http = ScriptedHTTP([large, Self.page("7"), large, Self.page("7")])
        let client = GraphClient(endpoint: Self.host, http: http, token: tokens.source)
        var pages = client.pages(GraphRequest(path: "/users")).makeAsyncIterator()
        let first = try #require(try await pages.next())
        #expect(first.beginsPage && !first.endsPage && first.nextLink == nil)
        #expect(pages.link == "\(Self.host)/v1.0/users#item=\(first.itemCount)")
        #expect(first.position(after: 1)?.text == "\(Self.host)/v1.0/users#item=1")
        var items = first.items
        while let part = try await pages.next() { items += part.items }
        #expect(items.map { String(decoding: $0, as: UTF8.self) } == all + ["7"])
        var resumed = client.pages(GraphRequest(path: "/users"), from: "\(Self.host)/v1.0/users#item=2999")
            .makeAsyncIterator()
        var rest: [Data] = []
        while let part = try await resumed.next() { rest += part.items }
        #expect(rest.map { String(decoding: $0, as: UTF8.self) } == [all[2999], "7"])
        #expect(http.requests.map(\.url) == ["\(Self.host)/v1.0/users", next, "\(Self.host)/v1.0/users", next])
    }

    /// A link of the server is never taken for a place within a page, which may be requested again.
    @Test func linkWithAFragmentIsFollowedOnce() async {
        let link = "\(Self.host)/v1.0/users#item=1"
        let (items, error) = await read(ScriptedHTTP([Self.page("1", next: link), Self.page("2", next: link)]))
        #expect(items == ["1", "2"])
        #expect(error as? GraphError == .repeatedLink(link))
    }

    @Test func pageMayBeginWithAByteOrderMark() async {
        let (items, error) = await read(ScriptedHTTP([.page("\u{FEFF}{\"value\":[1]}")]))
        #expect(items == ["1"] && error == nil)
    }
}
