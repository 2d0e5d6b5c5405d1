import Foundation
import HTTPTransport
import Synchronization
import Testing

@Suite struct HTTPBodyStreamTests {
    private let client = CurlHTTPClient.isolated()

    @Test func piecesArriveCompleteAndInOrder() async throws {
        let expected = (0..<20_000).map { "line \($0)\n" }.joined()
        try await TestServer.run { _, connection in
            try await connection.respond(body: expected)
        } _: { server in
            let response = try await client.stream(HTTPRequest(url: server.url()))
            #expect(response.status == 200)
            #expect(try await response.body.reduce(into: Data()) { $0 += $1 } == Data(expected.utf8))
        }
    }

    @Test func memoryStaysConstantForALargeBody() async throws {
        let block = [UInt8](repeating: 97, count: 1 << 16)
        try await TestServer.run { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(200 << 20)\r\n\r\n")
            for _ in 0..<200 << 4 { try await connection.send(block) }
        } _: { server in
            let response = try await client.stream(HTTPRequest(url: server.url()))
            var (total, largest) = (0, 0)
            for try await piece in response.body {
                total += piece.count
                largest = max(largest, piece.count)
            }
            #expect(total == 200 << 20)
            #expect(largest <= 512 << 10, "a piece is all that was held")
        }
    }

    @Test func aSlowReaderSlowsTheServer() async throws {
        let sent = Counter()
        try await TestServer.run { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(160 << 20)\r\n\r\n")
            for _ in 0..<160 << 4 {
                try await connection.send([UInt8](repeating: 97, count: 1 << 16))
                sent.increment()
            }
        } _: { server in
            // The pause is longer than the stall time, which must not count it.
            let timeouts = HTTPRequest.Timeouts(stall: .seconds(8))
            let response = try await client.stream(HTTPRequest(url: server.url(), timeouts: timeouts))
            var total = 0
            for try await piece in response.body {
                if total == 0 { try await Task.sleep(for: .seconds(9)) }
                // The kernel takes up to 32 MiB for a connection by common settings; the rest has to wait.
                if total == 0 { #expect(sent.value < 80 << 4) }
                total += piece.count
            }
            #expect(total == 160 << 20)
        }
    }

    @Test func bytesBeforeAnErrorAreDeliveredFirst() async throws {
        try await TestServer.run { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
            throw HangUp()
        } _: { server in
            let response = try await client.stream(HTTPRequest(url: server.url()))
            var body = Data()
            do throws(HTTPError) {
                for try await piece in response.body { body += piece }
                Issue.record("the cut went unnoticed")
            } catch {
                guard case .connectionLost = error else {
                    Issue.record("\(error)")
                    return
                }
            }
            #expect(body == Data("abc".utf8))
        }
    }

    @Test func releasingTheStreamEndsTheTransfer() async throws {
        let (hungUp, hangUp) = AsyncStream.makeStream(of: Void.self)
        try await TestServer.run { _, connection in
            defer { hangUp.finish() }
            try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try await connection.send([UInt8](repeating: 97, count: 1 << 16)) }
        } _: { server in
            do {
                let response = try await client.stream(HTTPRequest(url: server.url()))
                var iterator = response.body.makeAsyncIterator()
                #expect(try await iterator.next() != nil)
            }
            for await _ in hungUp {}
        }
    }

    @Test func aStreamOutlivesItsClient() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(body: String(repeating: "a", count: 5 << 20))
        } _: { server in
            let body = try await CurlHTTPClient.isolated().stream(HTTPRequest(url: server.url())).body
            #expect(try await body.reduce(0) { $0 + $1.count } == 5 << 20)
        }
    }

    @Test func aStreamCanHaveAnySource() async throws {
        let pieces = Mutex([Data("a".utf8), Data("b".utf8)])
        let drops = Counter()
        do {
            let stream = HTTPBodyStream {
                pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            } onDrop: {
                drops.increment()
            }
            #expect(try await stream.reduce(into: Data()) { $0 += $1 } == Data("ab".utf8))
        }
        #expect(drops.value == 1)
    }
}
