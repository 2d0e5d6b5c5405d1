import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The loopback sockets: 127.0.0.1, and ::1 on the same port where the machine has IPv6.
///
/// There is one event loop, and every request is answered on it: the emulator's state needs no lock.
struct Listener {
    let port: Int
    private let group: MultiThreadedEventLoopGroup

    /// A free port of 127.0.0.1 may be taken on ::1, so that a few are tried.
    private static let attempts = 8

    static func bind(port: Int, makeEmulator: @escaping @Sendable (_ port: Int) -> Emulator) async throws(SandboxError)
        -> Listener
    {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let bootstrap = bootstrap(on: group.next(), makeEmulator: makeEmulator)
            let bound = try await open(bootstrap, port: port, attempts: port == 0 ? attempts : 1)
            return Listener(port: bound, group: group)
        } catch {
            try? await group.shutdownGracefully()
            throw Self.reason(error, port: port)
        }
    }

    /// Closes the sockets and every connection, answered or not.
    func close() async throws {
        try await group.shutdownGracefully()
    }

    private static func reason(_ error: any Error, port: Int) -> SandboxError {
        if let error = error as? IOError, error.errnoCode == EADDRINUSE { return .portInUse(port) }
        return .cannotListen(port: port, reason: String(describing: error))
    }

    private static func open(_ bootstrap: ServerBootstrap, port: Int, attempts: Int) async throws -> Int {
        let first = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
        let bound = first.localAddress?.port ?? port
        do {
            _ = try await bootstrap.bind(host: "::1", port: bound).get()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            try await first.close()
            guard attempts > 1 else { throw error }
            return try await open(bootstrap, port: port, attempts: attempts - 1)
        } catch {
            // A machine without IPv6 is served on 127.0.0.1 alone.
        }
        return bound
    }

    /// The emulator speaks of itself by its port, so that it is made when the first connection shows the port.
    private static func bootstrap(
        on loop: any EventLoop, makeEmulator: @escaping @Sendable (_ port: Int) -> Emulator
    ) -> ServerBootstrap {
        let shared = NIOLoopBoundBox.makeEmptyBox(valueType: Emulator.self, eventLoop: loop)
        return ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let emulator = shared.value ?? makeEmulator(channel.localAddress?.port ?? 0)
                    shared.value = emulator
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(RequestHandler(emulator: emulator))
                }
            }
    }
}
