import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on loopback that redirects the browser to the sign-in page and receives the redirect back (RFC 8252
/// section 7.3). It serves this user and root, see ``LoopbackPeer``.
///
/// It listens on the same port of 127.0.0.1 and ::1, because a browser may resolve `localhost` to either.
struct LoopbackListener: Sendable {
    /// A request that may be the redirect. The browser waits for `reply`, which returns when the page has been sent.
    struct Redirect: Sendable {
        let fields: FormFields
        let reply: @Sendable (ClosingPage) async -> Void
    }

    let port: Int
    let redirects: AsyncStream<Redirect>
    private let start: StartAddress
    private let channels: [any Channel]

    /// `http://localhost:{port}` without a path, as it is registered: servers ignore the port when they compare, but not
    /// a path.
    var redirectURI: String { "http://localhost:\(port)" }

    /// The URL to open in the browser. It redirects to `page`; see ``StartAddress``.
    func startURL(leadingTo page: String) -> String {
        start.lead(to: page)
        return redirectURI + start.path
    }

    /// - Parameter port: A fixed port, where the server compares it; else 0 for any free one.
    /// - Throws: ``AuthError/cannotListen(_:)``
    static func bind(port: Int) async throws(AuthError) -> LoopbackListener {
        let (redirects, continuation) = AsyncStream.makeStream(of: Redirect.self, bufferingPolicy: .bufferingOldest(16))
        let start = StartAddress()
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandlers(
                        IdleStateHandler(allTimeout: .seconds(60)),
                        LoopbackHandler(start: start, continuation: continuation))
                }
            }
        do {
            let channels = try await channels(of: bootstrap, port: port)
            return LoopbackListener(
                port: channels[0].localAddress?.port ?? port, redirects: redirects, start: start, channels: channels)
        } catch {
            throw .cannotListen("\(error)")
        }
    }

    func close() async {
        for channel in channels { try? await channel.close() }
    }

    /// The listening sockets of 127.0.0.1 and, where the machine has it, of ::1.
    private static func channels(of bootstrap: ServerBootstrap, port: Int) async throws -> [any Channel] {
        var attempts = port == 0 ? 10 : 1
        while true {
            attempts -= 1
            let first = try await bootstrap.bind(host: "127.0.0.1", port: port).get()
            do {
                return [first, try await bootstrap.bind(host: "::1", port: first.localAddress?.port ?? port).get()]
            } catch let error as IOError where withoutIPv6.contains(error.errnoCode) {
                return [first]
            } catch {
                // Another process that has the port on ::1 would receive the redirect of some browsers.
                try? await first.close()
                guard attempts > 0 else { throw error }
            }
        }
    }

    private static let withoutIPv6: Set<Int32> = [EAFNOSUPPORT, EADDRNOTAVAIL, EPROTONOSUPPORT]
}
