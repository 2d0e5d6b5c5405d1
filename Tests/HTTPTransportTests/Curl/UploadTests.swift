import Foundation
import HTTPTransport
import Synchronization
import Testing

@Suite struct UploadTests {
    private let client = CurlHTTPClient.isolated()

    @Test(arguments: [0, 1, 70_000, 300_000])
    func fileIsSentCompletely(size: Int) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withFile(Data(bytes)) { path in
            try await receiving { server in
                let request = HTTPRequest(method: "PUT", url: server.url(), body: .file(path: path))
                _ = try await client.send(request)
                let received = try #require(server.requests.first)
                #expect(received.body == bytes)
                #expect(received.header("Content-Length") == String(size))
            }
        }
    }

    @Test(arguments: [
        ("POST", "0"), ("PUT", "0"), ("PATCH", "0"), ("GET", nil), ("HEAD", nil), ("DELETE", nil), ("OPTIONS", nil),
    ])
    func methodWithContentAnnouncesThatThereIsNone(method: String, length: String?) async throws {
        try await receiving { server in
            // The second request uses the handle of the first.
            for _ in 0..<2 { _ = try await client.send(HTTPRequest(method: method, url: server.url())) }
            #expect(server.requests.map { $0.header("Content-Length") } == [length, length])
            #expect(server.requests.allSatisfy { $0.header("Transfer-Encoding") == nil })
        }
    }

    @Test(arguments: [0..<0, 0..<10, 3..<70_000, 69_999..<70_000])
    func rangeOfAFileIsSent(range: Range<Int>) async throws {
        let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withFile(Data(bytes)) { path in
            try await receiving { server in
                let body = HTTPBody.filePart(path: path, range: range, version: try #require(FileVersion(of: path)))
                _ = try await client.send(HTTPRequest(method: "PUT", url: server.url(), body: body))
                let received = try #require(server.requests.first)
                #expect(received.body == Array(bytes[range]))
                #expect(received.header("Content-Length") == String(range.count))
            }
        }
    }

    @Test(arguments: [-1..<2, 0..<11, 20..<30])
    func rangeBeyondTheFileIsRefused(range: Range<Int>) async throws {
        try await withFile(Data(count: 10)) { path in
            try await receiving { server in
                let body = HTTPBody.filePart(path: path, range: range, version: try #require(FileVersion(of: path)))
                let error = await client.failure(sending: HTTPRequest(method: "PUT", url: server.url(), body: body))
                guard case .unreadableBody(path: path, _) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(server.requests.isEmpty)
            }
        }
    }

    /// Another content of the same size, another size, and another file of the same content in its place.
    @Test(arguments: ["11", "1", "0"]) func partOfAnotherVersionIsNotSent(content: String) async throws {
        try await withFile(Data("00".utf8)) { path in
            let body = HTTPBody.filePart(path: path, range: 0..<1, version: try #require(FileVersion(of: path)))
            try FileManager.default.removeItem(atPath: path)
            try Data(content.utf8).write(to: URL(filePath: path))
            try await receiving { server in
                let error = await client.failure(sending: HTTPRequest(method: "PUT", url: server.url(), body: body))
                #expect(error == .changedBody(path: path))
                #expect(server.requests.isEmpty)
            }
        }
    }

    /// The server reads on only when the file has another content, so that most of the body is still to be read.
    @Test func fileThatChangesWithinItsPartIsNotSentCompletely() async throws {
        let size = 32 << 20
        try await withFile(Data(count: size)) { path in
            let body = HTTPBody.filePart(path: path, range: 0..<size, version: try #require(FileVersion(of: path)))
            try await TestServer.run { _, _ in
            } onConnect: { _ in
                try Data(repeating: 1, count: size).write(to: URL(filePath: path))
            } _: { server in
                let error = await client.failure(sending: HTTPRequest(method: "PUT", url: server.url(), body: body))
                #expect(error == .changedBody(path: path))
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test(arguments: ["/nonexistent/file", "/", "/dev/null"])
    func onlyARegularFileCanBeSent(path: String) async throws {
        try await receiving { server in
            let error = await client.failure(
                sending: HTTPRequest(method: "PUT", url: server.url(), body: .file(path: path)))
            guard case .unreadableBody(path: path, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func slowReceiverDoesNotStallWhileBytesMove() async throws {
        try await receiving { server in
            let body = HTTPBody.bytes(Data(repeating: 97, count: 16 << 20))
            let timeouts = HTTPRequest.Timeouts(stall: .seconds(20))
            let request = HTTPRequest(method: "PUT", url: server.url(), body: body, timeouts: timeouts)
            _ = try await client.send(request)
            #expect(server.requests.first?.body.count == 16 << 20)
        }
    }

    @Test func responseBeforeTheEndOfTheUploadCounts() async throws {
        try await TestServer.run { _, _ in
        } onConnect: { connection in
            try await connection.send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
        } _: { server in
            let body = HTTPBody.bytes(Data(repeating: 97, count: 16 << 20))
            let response = try await client.send(HTTPRequest(method: "PUT", url: server.url(), body: body))
            #expect(response.status == 413)
        }
    }

    /// The server may have carried out a request that it has closed the connection on. libcurl would send it again.
    @Test(
        arguments: [
            ("PUT", nil, 100_000, true), ("PUT", nil, 0, true), ("GET", nil, nil, true), ("DELETE", nil, nil, true),
            ("POST", true, 10, true), ("POST", nil, 100_000, false), ("POST", nil, 10, false),
            ("POST", nil, nil, false),
            ("PATCH", nil, 10, false), ("PATCH", nil, nil, false), ("PUT", false, 10, false),
        ] as [(String, Bool?, Int?, Bool)])
    func requestIsSentAgainOnANewConnectionOnlyIfThatIsSafe(
        method: String, isSafeToRepeat: Bool?, size: Int?, isRepeated: Bool
    ) async throws {
        // The first response keeps the connection, which closes without a word once it has the second request. If it closed
        // meanwhile, it would be chance whether libcurl sees that before it sends.
        let isOver = Mutex(false)
        try await TestServer.run { request, connection in
            let wasOver = isOver.withLock { isOver in
                defer { isOver = isOver || request.target == "/second" }
                return isOver
            }
            if request.target == "/second", !wasOver { throw HangUp() }
            try await connection.respond(body: String(request.body.count))
        } _: { server in
            _ = try await client.send(HTTPRequest(url: server.url("/first")))
            let body = size.map { HTTPBody.bytes(Data(repeating: 97, count: $0)) }
            var request = HTTPRequest(method: method, url: server.url("/second"), body: body)
            request.isSafeToRepeat = isSafeToRepeat
            if isRepeated {
                #expect(try await client.send(request).body == Data("\(size ?? 0)".utf8))
            } else {
                guard case .connectionLost = await client.failure(sending: request) else {
                    Issue.record("\(method) is not lost")
                    return
                }
            }
            // libcurl has opened a connection for the repetition: the server takes it before the one of another request.
            _ = try await client.send(HTTPRequest(url: server.url("/last")))
            #expect(
                server.requests.map(\.target) == ["/first", "/second"] + (isRepeated ? ["/second"] : []) + ["/last"])
        }
    }

    private func receiving(_ body: (TestServer) async throws -> Void) async throws {
        try await TestServer.run { _, connection in
            try await connection.respond()
        } _: { server in
            try await body(server)
        }
    }

    private func withFile(_ content: Data, _ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)").path
        try content.write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }
}
