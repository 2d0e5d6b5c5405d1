import Foundation
import HTTPTransport
import Testing

/// The example of the documentation, run as it is printed there.
@Suite struct ReadingUsersTests {
    private static let link = "https://graph.microsoft.com/v1.0/users?p=2"
    private static let firstPage = ScriptedHTTP.Reply.page(
        #"{"value":[{"id":"a"},{"id":"b"}],"@odata.nextLink":"\#(link)"}"#)

    @Test func theArticleShowsTheExample() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let article = tests.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/MicrosoftGraph/MicrosoftGraph.docc/ReadingUsers.md")
        let example = try String(contentsOf: tests.appending(path: "ReadingUsersExample.swift"), encoding: .utf8)
        #expect(try String(contentsOf: article, encoding: .utf8).contains("```swift\n\(example)```\n"))
    }

    @Test func aFailedPageIsResumedFromItsLink() async throws {
        let http = ScriptedHTTP([
            .page("{}"), .page(#"{"value":[]}"#), Self.firstPage,
            .status(503, #"{"error":{"code":"serviceNotAvailable"}}"#), .page("{}"), .page(#"{"value":[]}"#),
            .page(#"{"value":[{"id":"c"}]}"#),
        ])
        let (users, link) = try await readUsers(http: http) { _, _ in Secret("token") }
        #expect(users == [User(id: "a"), User(id: "b")])
        #expect(link == Self.link)
        let (others, end) = try await readUsers(from: link, http: http) { _, _ in Secret("token") }
        #expect(others == [User(id: "c")] && end == nil)
        #expect(
            http.requests.map(\.url)[2]
                == "https://graph.microsoft.com/v1.0/users?$select=id&$filter=startsWith(mail,'a%2Bb')&$count=true")
        #expect(http.requests.last?.headers["ConsistencyLevel"] == "eventual")
        http.expectAllUsed()
    }

    @Test func theClaimsOfAChallengeReachTheTokenSource() async throws {
        let challenge: HTTPHeaders = [
            "WWW-Authenticate": #"Bearer realm="", error="insufficient_claims", claims="eyJhIjoxfQ==""#
        ]
        let http = ScriptedHTTP([
            .response(status: 401, headers: challenge, body: ""), .page("{}"), .page(#"{"value":[]}"#),
            .page(#"{"value":[]}"#),
        ])
        _ = try await readUsers(http: http) { forceRefresh, claims in
            Secret(forceRefresh ? "fresh for \(claims ?? "none")" : "kept")
        }
        #expect(http.requests[1].bearer == #"Bearer fresh for {"a":1}"#)
        http.expectAllUsed()
    }
}
