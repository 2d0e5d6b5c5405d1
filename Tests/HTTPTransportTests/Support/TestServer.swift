import Dispatch
import NIOCore
import NIOPosix
import Synchronization

/// A server on loopback that records the bytes of each request and sends the bytes that a test gives.
struct TestServer: Sendable {
    typealias Connection = NIOAsyncChannelOutboundWriter<ByteBuffer>
    /// Responds to one request; throwing closes the connection.
    typealias Responder = @Sendable (ReceivedRequest, Connection) async throws -> Void

    let host: String
    let port: Int
    private let log = RequestRecorder()

    var requests: [ReceivedRequest] { log.all }

    func url(_ path: String = "/") -> String { "http://\(host):\(port)\(path)" }

    /// Serves while `body` runs. A connection may carry several requests; `greet` can send bytes before the first.
    static func run<Result>(
        host: String = "127.0.0.1", responding respond: @escaping Responder,
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
        let serving = Task(executorPreference: ServerExecutor()) {
            try await server.serve(listener, greet, respond)
        }
        let outcome: Swift.Result<Result, any Error>
        do { outcome = .success(try await body(server)) } catch { outcome = .failure(error) }
        // Not cancelled but closed: NIO ends the process over a connection that was accepted but never taken.
        try? await listener.channel.close()
        try? await serving.value
        return try outcome.get()
    }

    private func serve(
        _ listener: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>,
        _ greet: @escaping @Sendable (Connection) async throws -> Void, _ respond: @escaping Responder
    ) async throws {
        try await listener.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    group.addTask { try? await converse(connection, greet, respond) }
                }
                group.cancelAll()
            }
        }
    }

    private func converse(
        _ channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ greet: @Sendable (Connection) async throws -> Void,
        _ respond: Responder
    ) async throws {
        try await channel.executeThenClose { inbound, outbound in
            try await greet(outbound)
            var received = [UInt8]()
            for try await chunk in inbound {
                chunk.withUnsafeReadableBytes { received.append(contentsOf: $0) }
                while let request = ReceivedRequest(parsing: &received) {
                    log.add(request)
                    try await respond(request, outbound)
                }
            }
        }
    }
}

/// A thread of the server's own: a client's time limit runs also while other tests compute on every thread of the pool.
private final class ServerExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "TestServer")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Thrown by a responder to close the connection.
struct HangUp: Error {}

private final class RequestRecorder: Sendable {
    private let requests = Mutex<[ReceivedRequest]>([])

    var all: [ReceivedRequest] { requests.withLock(\.self) }
    func add(_ request: ReceivedRequest) { requests.withLock { $0.append(request) } }
}

extension TestServer.Connection {
    func send(_ text: String) async throws {
        try await write(ByteBuffer(string: text))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await write(ByteBuffer(bytes: bytes))
    }

    /// Sends a complete response with a `Content-Length`.
    func respond(_ status: Int = 200, _ headers: [String] = [], body: String = "") async throws {
        let lines = ["HTTP/1.1 \(status) Any", "Content-Length: \(body.utf8.count)"] + headers
        try await send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }
}

/// A number that a server increments and a test reads.
final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock(\.self) }
    func increment() { number.withLock { $0 += 1 } }
}
