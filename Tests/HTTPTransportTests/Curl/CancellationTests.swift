import Foundation
import HTTPTransport
import Testing

@Suite(.timeLimit(.minutes(1))) struct CancellationTests {
    private let client = CurlHTTPClient.isolated()

    @Test func aCancelledRequestEndsAtOnce() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await TestServer.run { _, _ in
            arrived.yield()
            try await Task.sleep(for: .seconds(60))
        } _: { server in
            let task = Task { await client.failure(sending: HTTPRequest(url: server.url())) }
            for await _ in arrivals { break }
            task.cancel()
            // The server would respond after the time limit of this suite.
            #expect(await task.value == .cancelled)
        }
    }

    @Test func aTaskCancelledBeforehandSendsNothing() async throws {
        let requests = Counter()
        try await TestServer.run { _, connection in
            requests.increment()
            try await connection.respond()
        } _: { server in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await client.failure(sending: HTTPRequest(url: server.url()))
            }
            #expect(await task.value == .cancelled)
            // A request that was sent all the same would have arrived before this one.
            _ = try await client.send(HTTPRequest(url: server.url()))
            #expect(requests.value == 1)
        }
    }

    @Test func aCancelledReaderOfAStreamStopsWithAnError() async throws {
        try await TestServer.run { _, connection in
            try await connection.send("HTTP/1.1 200 OK\r\n\r\na")
            try await Task.sleep(for: .seconds(60))
        } _: { server in
            let (firstPieces, firstPiece) = AsyncStream.makeStream(of: Void.self)
            let task = Task { () -> HTTPError? in
                do throws(HTTPError) {
                    for try await _ in try await client.stream(HTTPRequest(url: server.url())).body {
                        firstPiece.yield()
                    }
                    return nil
                } catch {
                    return error
                }
            }
            for await _ in firstPieces { break }
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }

    @Test func aClientWorksAfterManyCancellations() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await TestServer.run { request, connection in
            if request.target == "/slow" {
                arrived.yield()
                try await Task.sleep(for: .seconds(60))
            }
            try await connection.respond()
        } _: { server in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask { _ = await client.failure(sending: HTTPRequest(url: server.url("/slow"))) }
                }
                for await _ in arrivals.prefix(10) {}
                group.cancelAll()
            }
            let response = try await client.send(HTTPRequest(url: server.url("/")))
            #expect(response.status == 200)
        }
    }
}
