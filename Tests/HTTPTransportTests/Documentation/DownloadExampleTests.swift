import Foundation
import HTTPTransport
import Testing

/// The example of the article "Downloading with a token", compiled and run.
@Suite struct DownloadExampleTests {
    @Test func theExampleRetriesAndStreamsWithTheToken() async throws {
        let attempts = Counter()
        try await TestServer.run { _, connection in
            attempts.increment()
            if attempts.value == 1 { return try await connection.respond(503, ["Retry-After: 0.01"]) }
            try await connection.respond(body: "content")
        } _: { server in
            let content = try await download(server.url("/file"), token: Secret("token"))
            #expect(content == Data("content".utf8))
            #expect(server.requests.map { $0.header("Authorization") } == ["Bearer token", "Bearer token"])
        }
    }

    @Test func theExampleThrowsTheStatusOfAnotherResponse() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(404)
        } _: { server in
            let error = await #expect(throws: DownloadError.self) {
                try await download(server.url("/file"), token: Secret("token"))
            }
            #expect(error?.status == 404)
        }
    }

    @Test func theArticleShowsTheExampleThatIsTested() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: folder.appending(path: "DownloadExample.swift"), encoding: .utf8)
        let article = try String(
            contentsOf: folder.appending(
                path: "../../../Sources/HTTPTransport/HTTPTransport.docc/DownloadingWithAToken.md"),
            encoding: .utf8)
        let blocks = article.components(separatedBy: "```swift\n").dropFirst()
        let shown = blocks.compactMap { $0.components(separatedBy: "```").first }
        #expect(shown == [example])
    }
}
