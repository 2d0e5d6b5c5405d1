import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// The listening sockets: 127.0.0.1, and ::1 on the same port if the machine has IPv6.
///
/// All requests are handled on one event loop, so the state of the sandbox needs no lock.
struct SandboxListener {
    let port: Int
    private let group: MultiThreadedEventLoopGroup

    /// The number of ports to try, since a port that is free on 127.0.0.1 may be in use on ::1.
    private static let attempts = 8

    static func bind(port: Int, makeRouter: @escaping @Sendable (_ port: Int) -> SandboxRouter)
        async throws(SandboxError)
        -> SandboxListener
    {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            let bootstrap = bootstrap(on: group.next(), makeRouter: makeRouter)
            let bound = try await open(bootstrap, port: port, attempts: port == 0 ? attempts : 1)
            return SandboxListener(port: bound, group: group)
        } catch {
            try? await group.shutdownGracefully()
            throw Self.sandboxError(error, port: port)
        }
    }

    /// Closes the sockets and every connection, including those that wait for a response.
    func close() async throws {
        try await group.shutdownGracefully()
    }

    private static func sandboxError(_ error: any Error, port: Int) -> SandboxError {
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
            // Without IPv6 the sandbox listens on 127.0.0.1 alone.
        }
        return bound
    }

    /// Responses contain the port, so the router is created with the first connection, when the port is known.
    private static func bootstrap(
        on loop: any EventLoop, makeRouter: @escaping @Sendable (_ port: Int) -> SandboxRouter
    ) -> ServerBootstrap {
        let shared = NIOLoopBoundBox.makeEmptyBox(valueType: SandboxRouter.self, eventLoop: loop)
        return ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let router = shared.value ?? makeRouter(channel.localAddress?.port ?? 0)
                    shared.value = router
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(HTTPConnectionHandler(router: router))
                }
            }
    }
}
