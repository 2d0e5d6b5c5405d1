import NIOCore
import NIOPosix
import Synchronization

/// A server on loopback that shows a test the bytes of each request and sends whatever bytes the test wants.
struct TestServer: Sendable {
    typealias Connection = NIOAsyncChannelOutboundWriter<ByteBuffer>
    /// Answers one request; throwing closes the connection.
    typealias Answer = @Sendable (ReceivedRequest, Connection) async throws -> Void

    let host: String
    let port: Int
    private let log = RequestRecorder()

    var requests: [ReceivedRequest] { log.all }

    func url(_ path: String = "/") -> String { "http://\(host):\(port)\(path)" }

    /// Serves while `body` runs. Several requests may come on one connection; `greet` speaks before the first.
    static func run<Result>(
        host: String = "127.0.0.1", answering answer: @escaping Answer,
        onConnect greet: @escaping @Sendable (Connection) async throws -> Void = { _ in },
        _ body: (TestServer) async throws -> Result
    ) async throws -> Result {
        let address = host == "[::1]" ? "::1" : "127.0.0.1"
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: address, port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let server = TestServer(host: host, port: listener.channel.localAddress?.port ?? 0)
        async let served: Void = server.serve(listener, greet, answer)
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await body(server)) } catch { outcome = .failure(error) }
        // Not cancelled but closed: a connection that was accepted and that nobody takes any more ends the process.
        try? await listener.channel.close()
        try? await served
        return try outcome.get()
    }

    private func serve(
        _ listener: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>,
        _ greet: @escaping @Sendable (Connection) async throws -> Void, _ answer: @escaping Answer
    ) async throws {
        try await listener.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    group.addTask { try? await converse(connection, greet, answer) }
                }
                group.cancelAll()
            }
        }
    }

    private func converse(
        _ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ greet: @Sendable (Connection) async throws -> Void,
        _ answer: Answer
    ) async throws {
        try await channel.executeThenClose { inbound, outbound in
            try await greet(outbound)
            var received = [UInt8]()
            for try await chunk in inbound {
                chunk.withUnsafeReadableBytes { received.append(contentsOf: $0) }
                while let request = ReceivedRequest(parsing: &received) {
                    log.add(request)
                    try await answer(request, outbound)
                }
            }
        }
    }
}

/// Thrown by an answer to close the connection.
struct HangUp: Error {}

private final class RequestRecorder: Sendable {
    private let requests = Mutex<[ReceivedRequest]>([])

    var all: [ReceivedRequest] { requests.withLock(\.self) }
    func add(_ request: ReceivedRequest) { requests.withLock { $0.append(request) } }
}
