import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Waits on loopback for the browser to come back from the sign-in page (RFC 8252 section 7.3).
///
/// Both loopback families are listened on with one port, because a browser may resolve `localhost` to either.
struct LoopbackListener: Sendable {
    /// One request that could be the answer; the browser waits for `reply`, which returns when the page is sent.
    struct Redirect: Sendable {
        let fields: FormFields
        let reply: @Sendable (ClosingPage) async -> Void
    }

    let port: Int
    let redirects: AsyncStream<Redirect>
    private let channels: [any Channel]

    /// `http://localhost:{port}` without a path: what registrations have, since the port is ignored when matching but
    /// a path is not.
    var redirectURI: String { "http://localhost:\(port)" }

    /// - Parameter port: a fixed one where the server insists, else 0 for any free one.
    static func bind(port: Int) async throws(AuthError) -> LoopbackListener {
        let (redirects, continuation) = AsyncStream.makeStream(of: Redirect.self, bufferingPolicy: .bufferingOldest(16))
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandlers(
                        IdleStateHandler(allTimeout: .seconds(60)), LoopbackHandler(continuation: continuation))
                }
            }
        do {
            let first = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
            let bound = first.localAddress?.port ?? port
            // A machine without IPv6 signs in just as well.
            let second = try? await bootstrap.bind(host: "::1", port: bound).get()
            return LoopbackListener(port: bound, redirects: redirects, channels: [first] + (second.map { [$0] } ?? []))
        } catch {
            throw .cannotListen("\(error)")
        }
    }

    func close() async {
        for channel in channels { try? await channel.close() }
    }
}
