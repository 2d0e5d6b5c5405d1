// Imported as a program that embeds the library would: without @testable.
import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

/// What the README shows of Graph: one request, all items, and pages that can be gone on from.
@Suite struct ReadmeExample {
    private struct User: Decodable, Equatable { let id: String }

    private let http = ScriptedHTTP([
        .page(#"{"displayName":"Alice"}"#),
        .page(#"{"value":[{"id":"a"},{"id":"b"}],"@odata.nextLink":"https://graph.microsoft.com/v1.0/users?p=2"}"#),
        .page(#"{"value":[{"id":"c"}]}"#),
        .page(#"{"value":[{"id":"a"},{"id":"b"}],"@odata.nextLink":"https://graph.microsoft.com/v1.0/users?p=2"}"#),
        .answer(
            status: 503, headers: ["request-id": "r-1", "Date": "Sat, 21 Nov 2026 05:00:00 GMT"],
            body: #"{"error":{"code":"serviceNotAvailable","message":"Busy"}}"#),
    ])

    @Test func graphFromAProgram() async throws {
        // Graph asks for a token when it needs one, and says when the last one was refused.
        let graph = GraphClient(endpoint: "https://graph.microsoft.com", http: http) { request in
            Secret(!request.forceRefresh ? "kept" : "new")
        }

        // Any status is an answer. An error in it has what Microsoft's support asks for.
        let me = try await graph.send(GraphRequest(path: "/me"))
        #expect(me.error == nil && me.isSuccess)

        // The items of all pages, each as the JSON that the server sent.
        var request = GraphRequest(path: "/users")
        try request.add(ODataQuery(select: ["id"], filter: "startsWith(mail,'a+b')", top: 2, count: true))
        var users: [User] = []
        for try await item in graph.items(request) {
            users.append(try JSONDecoder().decode(User.self, from: item))
        }
        #expect(users == ["a", "b", "c"].map(User.init))

        // Page by page, with the place to go on from when one fails.
        var pages = graph.pages(request).makeAsyncIterator()
        do {
            while let page = try await pages.next() { #expect(page.itemCount == 2) }
            Issue.record("the second page fails")
        } catch GraphError.pageFailed(let answer, let link) {
            #expect(answer.status == 503 && answer.error?.code == "serviceNotAvailable")
            #expect(answer.requestID == "r-1" && answer.date == "Sat, 21 Nov 2026 05:00:00 GMT")
            #expect(pages.link == link)  // graph.pages(request, from: link) goes on
        }

        #expect(
            http.requests.dropFirst().first?.url == "https://graph.microsoft.com/v1.0/users"
                + "?$select=id&$filter=startsWith(mail,'a%2Bb')&$top=2&$count=true")
        #expect(http.requests.dropFirst().allSatisfy { $0.headers["ConsistencyLevel"] == "eventual" })
        http.expectAllUsed()
    }
}
