import Foundation
import HTTPTransport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPBodyStreamTests {
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

    /// The measure of the pause is another transfer by the same client: a client that did not slow the server would have
    /// received about as much of the one as of the other.
    @Test func slowReaderSlowsTheServerAndDoesNotStall() async throws {
        let block = [UInt8](repeating: 97, count: 1 << 16)
        let heldBlocks = Self.kernelBuffers / block.count + 16
        let blocks = 2 * heldBlocks
        let sent = Counter()
        try await TestServer.run { request, connection in
            if request.target == "/silent" { try await Task.sleep(for: .seconds(3600)) }
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(blocks * block.count)\r\n\r\n")
            for _ in 0..<blocks {
                try await connection.send(block)
                if request.target == "/paused" { sent.increment() }
            }
        } _: { server in
            let timeouts = HTTPRequest.Timeouts(stall: .seconds(20))
            func request(_ path: String) -> HTTPRequest { HTTPRequest(url: server.url(path), timeouts: timeouts) }

            let paused = try await client.stream(request("/paused")).body
            var pieces = paused.makeAsyncIterator()
            var total = try #require(try await pieces.next()).count
            let other = try await client.stream(request("/other")).body.reduce(0) { $0 + $1.count }
            #expect(other == blocks * block.count)
            #expect(sent.value < heldBlocks)
            // The paused transfer is the older one: had its pause counted, it would have timed out by then, too.
            #expect(await client.failure(sending: request("/silent")) == .timedOut(host: "127.0.0.1", seconds: 20))
            while let piece = try await pieces.next() { total += piece.count }
            #expect(total == blocks * block.count)
        }
    }

    /// The bytes that the kernel holds at most between a server that sends and a client that does not read (tcp(7)).
    private static var kernelBuffers: Int {
        let limits = ["tcp_rmem", "tcp_wmem"].map { name in
            let numbers = try? String(contentsOfFile: "/proc/sys/net/ipv4/\(name)", encoding: .utf8)
            return numbers?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 16 << 20
        }
        return limits.reduce(0, +)
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
            defer { hangUp.yield() }
            try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while true { try await connection.send([UInt8](repeating: 97, count: 1 << 16)) }
        } _: { server in
            do {
                let response = try await client.stream(HTTPRequest(url: server.url()))
                var iterator = response.body.makeAsyncIterator()
                #expect(try await iterator.next() != nil)
            }
            #expect(await hungUp.first { _ in true } != nil)
        }
    }

    @Test func streamOutlivesItsClient() async throws {
        try await TestServer.run { _, connection in
            try await connection.respond(body: String(repeating: "a", count: 5 << 20))
        } _: { server in
            let body = try await CurlHTTPClient.isolated().stream(HTTPRequest(url: server.url())).body
            #expect(try await body.reduce(0) { $0 + $1.count } == 5 << 20)
        }
    }

    @Test func streamCanHaveAnySource() async throws {
        let pieces = Mutex([Data("a".utf8), Data("b".utf8)])
        let drops = Counter()
        do {
            let stream = HTTPBodyStream {
                pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            } onTermination: {
                drops.increment()
            }
            #expect(try await stream.reduce(into: Data()) { $0 += $1 } == Data("ab".utf8))
        }
        #expect(drops.value == 1)
    }
}
