import Foundation
import HTTPTransport
import Testing

/// gzip as servers send it, and as no server should.
@Suite struct CompressedBodyTests {
    private let client = CurlHTTPClient.isolated()

    private static let text = #"{"value":["a","b"]}"#
    private static let gzip = Array(
        Data(base64Encoded: "H4sIAAAAAAACA6tWKkvMKU1VsopWSlTSUUpSiq0FAIsupqkTAAAA") ?? Data())
    /// A mebibyte of zeros in a kilobyte.
    private static let bomb = Array(
        Data(
            base64Encoded: "H4sIAAAAAAACA+3BMQEAAADCoPVPbQhfo" + String(repeating: "A", count: 1355)
                + "PgMc6jinAAAQAA==") ?? Data())

    private func serving(
        _ body: [UInt8], status: Int = 200, _ headers: [String] = ["Content-Encoding: gzip"],
        _ test: (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run { _, connection in
            let lines = ["HTTP/1.1 \(status) Any", "Content-Length: \(body.count)"] + headers
            try await connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            try await connection.send(body)
        } _: { server in
            try await test(server)
        }
    }

    private func streamed(_ request: HTTPRequest) async throws(HTTPError) -> Data {
        var (body, pieces) = (Data(), try await client.stream(request).body.makeAsyncIterator())
        while let piece = try await pieces.next() { body += piece }
        return body
    }

    @Test func bodyIsDecompressed() async throws {
        try await serving(Self.gzip) { server in
            let request = HTTPRequest(url: server.url())
            let (whole, streamed) = (try await client.send(request).body, try await streamed(request))
            #expect(whole == Data(Self.text.utf8) && streamed == whole)
            #expect(server.requests.allSatisfy { $0.header("Accept-Encoding") == "gzip" })
        }
    }

    @Test func membersAreJoined() async throws {
        try await serving(Self.gzip + Self.gzip) { server in
            let request = HTTPRequest(url: server.url())
            let (whole, streamed) = (try await client.send(request).body, try await streamed(request))
            #expect(whole == Data((Self.text + Self.text).utf8) && streamed == whole)
        }
    }

    @Test(arguments: 1..<gzip.count)
    func bodyThatIsCutShortIsAnError(length: Int) async throws {
        let error = HTTPError.malformedResponse(host: "127.0.0.1", reason: "its compressed body was cut short")
        try await serving(Array(Self.gzip.prefix(length))) { server in
            let request = HTTPRequest(url: server.url())
            await #expect(throws: error) { try await client.send(request) }
            await #expect(throws: error) { try await streamed(request) }
        }
    }

    @Test func damagedBodyIsAnError() async throws {
        let error = HTTPError.malformedResponse(host: "127.0.0.1", reason: "its compressed body is damaged")
        var wrongChecksum = Self.gzip
        wrongChecksum[Self.gzip.count - 6] ^= 1
        for bytes in [Array("nope".utf8), wrongChecksum, Self.gzip + Array("rest".utf8)] {
            try await serving(bytes) { server in
                let request = HTTPRequest(url: server.url())
                await #expect(throws: error) { try await client.send(request) }
                await #expect(throws: error) { try await streamed(request) }
            }
        }
    }

    @Test func bodyWithoutBytesIsEmpty() async throws {
        for (method, status) in [("GET", 200), ("HEAD", 200), ("GET", 304)] {
            try await serving([], status: status) { server in
                let request = HTTPRequest(method: method, url: server.url())
                let (whole, streamed) = (try await client.send(request).body, try await streamed(request))
                #expect(whole.isEmpty && streamed.isEmpty)
            }
        }
    }

    @Test func limitCountsDecompressedBytes() async throws {
        try await serving(Self.bomb) { server in
            for limit in [0, 1 << 16, (1 << 20) - 1] {
                let request = HTTPRequest(url: server.url(), bodyLimit: limit)
                #expect(await client.failure(sending: request) == .bodyTooLarge(limit: limit))
            }
            let whole = try await client.send(HTTPRequest(url: server.url(), bodyLimit: 1 << 20))
            #expect(whole.body == Data(count: 1 << 20))
        }
    }

    @Test func streamIsDecompressedInSmallPieces() async throws {
        let members = 256
        try await serving((0..<members).flatMap { _ in Self.bomb }) { server in
            var (size, largest) = (0, 0)
            for try await piece in try await client.stream(HTTPRequest(url: server.url())).body {
                (size, largest) = (size + piece.count, max(largest, piece.count))
            }
            #expect(size == members << 20)
            #expect(largest <= 1 << 16)
        }
    }

    @Test(arguments: ["br", "deflate", "gzip, gzip", "gzip, br", "\u{1b}[31m"])
    func codingThatWasNotRequestedIsAnError(coding: String) async throws {
        try await serving(Self.gzip, ["Content-Encoding: \(coding)"]) { server in
            guard case .malformedResponse(_, let reason) = await client.failure(sending: HTTPRequest(url: server.url()))
            else {
                Issue.record("no error")
                return
            }
            #expect(reason.contains("was not requested") && !reason.contains("\u{1b}"))
            // Whoever asks for a coding gets it.
            let request = HTTPRequest(url: server.url(), headers: ["Accept-Encoding": coding.filter { $0 != "\u{1b}" }])
            let response = try await client.send(request)
            #expect(response.body == Data(Self.gzip))
        }
    }

    @Test func noCompressionIsRequestedForARange() async throws {
        try await serving(Array("ab".utf8), status: 206, ["Content-Range: bytes 0-1/9"]) { server in
            let response = try await client.send(HTTPRequest(url: server.url(), headers: ["Range": "bytes=0-1"]))
            #expect(response.body == Data("ab".utf8))
            #expect(server.requests.allSatisfy { $0.header("Accept-Encoding") == nil })
        }
    }

    @Test func partThatWasNotRequestedIsAnError() async throws {
        try await serving(Array("ab".utf8), status: 206, ["Content-Range: bytes 0-1/9"]) { server in
            let error = HTTPError.malformedResponse(
                host: "127.0.0.1", reason: "it sent a part of the response, and no part was requested")
            #expect(await client.failure(sending: HTTPRequest(url: server.url())) == error)
        }
    }
}
