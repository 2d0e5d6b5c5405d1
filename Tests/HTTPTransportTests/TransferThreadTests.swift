import Foundation
import Synchronization
import Testing

@testable import HTTPTransport

/// Tasks that run on the thread of the transfers.
@Suite(.timeLimit(.minutes(1))) struct TransferThreadTests {
    private let client = CurlHTTPClient.isolated()

    private static func echo(_ request: ReceivedRequest, _ connection: TestServer.Connection) async throws {
        try await connection.answer(body: request.target)
    }

    private static func thread() -> UInt { UInt(bitPattern: Thread.current.hash) }

    @Test func answersAreTakenWhereTheyArrive() async throws {
        let arrivals = Mutex<Set<UInt>>([])
        let client = CurlHTTPClient.isolated(
            log: RequestLog { line in
                if line.contains("<") { arrivals.withLock { _ = $0.insert(Self.thread()) } }
            })
        try await TestServer.run(answering: Self.echo) { server in
            _ = try await client.send(HTTPRequest(url: server.url()))
            let before = Self.thread()
            try await withTaskExecutorPreference(client.transferThread) {
                for _ in 0..<10 {
                    _ = try await client.send(HTTPRequest(url: server.url()))
                    #expect(arrivals.withLock(\.self) == [Self.thread()])
                }
                // What is no child of this task runs where it would have run.
                #expect(await Task { Self.thread() }.value != Self.thread())
            }
            #expect(before != arrivals.withLock(\.first))
            #expect(Self.thread() != arrivals.withLock(\.first))
        }
    }

    @Test func beforeTheFirstRequestItRunsElsewhere() async throws {
        await withTaskExecutorPreference(client.transferThread) { for _ in 0..<100 { await Task.yield() } }
        try await TestServer.run(answering: Self.echo) { server in
            let answer = try await withTaskExecutorPreference(client.transferThread) {
                _ = try await client.send(HTTPRequest(url: server.url("/1")))
                return try await client.send(HTTPRequest(url: server.url("/2")))
            }
            #expect(answer.body == Data("/2".utf8))
        }
    }

    @Test func tasksMayBeThereBeforeTheLibraryIs() async throws {
        try await TestServer.run(answering: Self.echo) { server in
            let client = CurlHTTPClient.isolated()
            client.prepare()
            let (thread, answer) = try await withTaskExecutorPreference(client.transferThread) {
                (Self.thread(), try await client.send(HTTPRequest(url: server.url("/1"))))
            }
            #expect(answer.body == Data("/1".utf8))
            #expect(await withTaskExecutorPreference(client.transferThread) { Self.thread() } == thread)
        }
    }

    @Test func preparingForNothingEndsAsWell() async throws {
        for _ in 0..<20 {
            var client: CurlHTTPClient? = .isolated()
            client?.prepare()
            let executor = try #require(client?.transferThread)
            let task = Task(executorPreference: executor) { 1 }
            client = nil
            #expect(await task.value == 1)
        }
    }

    /// A server is not slow while nobody listens to it.
    @Test func whatBlocksTheThreadCountsTowardsNoLimit() async throws {
        let (ends, blockEnds) = AsyncStream.makeStream(of: Void.self)
        try await TestServer.run { request, connection in
            if request.target == "/2" { for await _ in ends { break } }
            try await connection.answer(body: request.target)
        } _: { server in
            _ = try await client.send(HTTPRequest(url: server.url()))
            let limit = Duration.seconds(2)
            let answer = try await withTaskExecutorPreference(client.transferThread) {
                var first = HTTPRequest(
                    url: server.url("/1"), timeouts: HTTPRequest.Timeouts(total: limit, stall: limit))
                first.successor = { sent, _ in
                    var next = sent
                    next.url = server.url("/2")
                    return next
                }
                let underWay = try await client.send(first).successor
                Self.block(for: 2.2)
                blockEnds.yield()
                var second = try #require(underWay?.request)
                second.underWay = underWay
                return try await client.send(second)
            }
            #expect(answer.body == Data("/2".utf8))
            #expect(server.requests.map(\.target) == ["/", "/1", "/2"])
        }
    }

    private static func block(for seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    @Test func aTaskWithoutEndKeepsNoTransferWaiting() async throws {
        try await TestServer.run(answering: Self.echo) { server in
            _ = try await client.send(HTTPRequest(url: server.url()))
            let restless = Task {
                await withTaskExecutorPreference(client.transferThread) {
                    while !Task.isCancelled { await Task.yield() }
                }
            }
            for _ in 0..<10 { _ = try await client.send(HTTPRequest(url: server.url())) }
            restless.cancel()
            await restless.value
        }
    }

    @Test func cancellingWakesIt() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await TestServer.run { request, connection in
            if request.target == "/" { return try await connection.answer() }
            arrived.yield()
            try await Task.sleep(for: .seconds(60))
        } _: { server in
            _ = try await client.send(HTTPRequest(url: server.url()))
            let task = Task {
                await withTaskExecutorPreference(client.transferThread) {
                    await client.failure(sending: HTTPRequest(url: server.url("/slow")))
                }
            }
            for await _ in arrivals { break }
            task.cancel()
            #expect(await task.value == .cancelled)
        }
    }

    /// No job is lost, whatever becomes of the loop.
    @Test func aLoopThatEndsLeavesNoTaskBehind() async throws {
        try await TestServer.run(answering: Self.echo) { server in
            for _ in 0..<100 {
                var client: CurlHTTPClient? = .isolated()
                _ = try await client?.send(HTTPRequest(url: server.url()))
                let executor = try #require(client?.loop.executor)
                let tasks = (1...4).map { number in
                    Task(executorPreference: executor) {
                        for _ in 0..<50 { await Task.yield() }
                        return number
                    }
                }
                client = nil
                for (index, task) in tasks.enumerated() { #expect(await task.value == index + 1) }
            }
        }
    }

    @Test func manyShareIt() async throws {
        try await TestServer.run(answering: Self.echo) { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await withTaskExecutorPreference(client.transferThread) {
                            for turn in 0..<20 {
                                let path = "/\(number)/\(turn)"
                                let answer = try await client.send(HTTPRequest(url: server.url(path)))
                                #expect(answer.body == Data(path.utf8))
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
