import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on loopback that redirects the browser to the sign-in page and receives the redirect back (RFC 8252
/// section 7.3). It serves this user and root, see ``LoopbackPeer``.
///
/// For `localhost` it listens on the same port of 127.0.0.1 and ::1, because a browser may resolve the name to either.
struct LoopbackListener: Sendable {
    /// A request that may be the redirect. The browser waits for `reply`, which returns when the page has been sent.
    struct Redirect: Sendable {
        let fields: FormFields
        let reply: @Sendable (ClosingPage) async -> Void
    }

    let port: Int
    /// The URI that the browser is redirected to, with the port.
    let redirectURI: String
    let redirects: AsyncStream<Redirect>
    private let start: StartAddress
    private let origin: String
    private let channels: [any Channel]
    private let connections: LoopbackConnections
    private let continuation: AsyncStream<Redirect>.Continuation

    /// The URL to open in the browser. It redirects to `page`; see ``StartAddress``.
    func startURL(redirectingTo page: String) -> String {
        start.setTarget(page)
        return origin + start.path
    }

    /// Listens until `body` returns or throws.
    ///
    /// - Parameter uri: its path alone is served, and its port is listened on if it names one.
    /// - Throws: ``AuthError/cannotListen(_:)``
    static func listen<Outcome: Sendable>(
        on uri: RedirectURI, during body: (LoopbackListener) async throws(AuthError) -> Outcome
    ) async throws(AuthError) -> Outcome {
        let listener = try await bind(uri)
        let outcome: Result<Outcome, AuthError>
        do { outcome = .success(try await body(listener)) } catch { outcome = .failure(error) }
        await listener.close()
        return try outcome.get()
    }

    /// - Parameter uri: see ``listen(on:during:)``.
    static func bind(_ uri: RedirectURI) async throws(AuthError) -> LoopbackListener {
        guard let loopback = uri.loopback else { throw .cannotListen("\(uri.text) is not on this machine") }
        // Not limited, so that requests with a wrong state cannot displace the redirect. Each holds a connection.
        let (redirects, continuation) = AsyncStream.makeStream(of: Redirect.self)
        let (start, connections) = (StartAddress(), LoopbackConnections())
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(
                        LoopbackHandler(
                            path: loopback.path, start: start, connections: connections, continuation: continuation))
                }
            }
        do {
            let channels = try await channels(of: bootstrap, on: loopback)
            let port = channels[0].localAddress?.port ?? loopback.port
            return LoopbackListener(
                port: port, redirectURI: loopback.uri(port: port), redirects: redirects, start: start,
                origin: "http://\(loopback.host):\(port)", channels: channels, connections: connections,
                continuation: continuation)
        } catch {
            throw .cannotListen(reason(for: error, port: loopback.port))
        }
    }

    /// Closes the sockets and the connections, and ends ``redirects``.
    func close() async {
        for channel in channels { try? await channel.close() }
        await connections.close()
        continuation.finish()
    }

    /// The listening sockets of the host: for `localhost` that of 127.0.0.1 and, where the machine has it, that of ::1.
    private static func channels(
        of bootstrap: ServerBootstrap, on loopback: RedirectURI.Loopback
    ) async throws -> [any Channel] {
        var attempts = loopback.port == 0 ? 10 : 1
        let addresses = loopback.addresses
        while true {
            attempts -= 1
            let first = try await bootstrap.bind(host: addresses[0], port: loopback.port).get()
            guard addresses.count > 1 else { return [first] }
            let port = first.localAddress?.port ?? loopback.port
            do {
                return [first, try await bootstrap.bind(host: addresses[1], port: port).get()]
            } catch let error as IOError where withoutIPv6.contains(error.errnoCode) {
                return [first]
            } catch {
                // Another process that has the port on ::1 would receive the redirect of some browsers.
                try? await first.close()
                guard attempts > 0 else { throw error }
            }
        }
    }

    /// A clause on why the port cannot be listened on.
    private static func reason(for error: any Error, port: Int) -> String {
        guard let code = (error as? IOError)?.errnoCode else { return "the system has no loopback network" }
        return switch code {
        case EADDRINUSE: port == 0 ? "no port is free" : "port \(port) is in use"
        case EACCES, EPERM: "the system does not allow port \(port)"
        default: String(cString: strerror(code))
        }
    }

    private static let withoutIPv6: Set<Int32> = [EAFNOSUPPORT, EADDRNOTAVAIL, EPROTONOSUPPORT]
}
