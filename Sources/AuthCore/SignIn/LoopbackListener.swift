import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP server on loopback that receives the redirect of the sign-in page (RFC 8252 section 7.3).
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
    private let channels: [any Channel]

    /// `http://localhost:{port}` without a path, as it is registered: servers ignore the port when they compare, but not
    /// a path.
    var redirectURI: String { "http://localhost:\(port)" }

    /// - Parameter port: A fixed port, where the server compares it; else 0 for any free one.
    /// - Throws: ``AuthError/cannotListen(_:)``
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
            // A machine without IPv6 needs the first only.
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

/// Reads the requests of one browser connection and passes on those that may be the redirect. Any other request, such as
/// for an icon, another path or a preflight, gets an error response here.
final class LoopbackHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let bodyLimit = 64 << 10
    private let continuation: AsyncStream<LoopbackListener.Redirect>.Continuation
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(continuation: AsyncStream<LoopbackListener.Redirect>.Continuation) {
        self.continuation = continuation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let received):
            head = received
            body = []
        case .body(let part):
            body += part.readableBytesView
            if body.count > Self.bodyLimit { context.close(promise: nil) }
        case .end:
            if let head { respond(to: head, context) }
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let target = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        switch head.method {
        case _ where target.first != "/": respond(status: 404, context)
        case .POST: receive(FormFields(String(decoding: body, as: UTF8.self)), context)
        case .GET where target.count == 2: receive(FormFields(target[1]), context)
        case .GET: respond(.unexpected, context)
        // A browser may send a preflight before a form of a public page goes to a local one.
        case .OPTIONS: respond(status: 204, context)
        default: respond(status: 405, context)
        }
    }

    private func receive(_ fields: FormFields, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let redirect = LoopbackListener.Redirect(fields: fields) { page in
            let sent = bound.eventLoop.flatSubmit {
                let (handler, context) = bound.value
                return handler.respond(status: page.status, html: page.html, context)
            }
            // A browser that has closed the connection misses only the page.
            try? await sent.get()
        }
        if case .enqueued = continuation.yield(redirect) { return }
        respond(.unexpected, context)
    }

    private func respond(_ page: ClosingPage, _ context: ChannelHandlerContext) {
        respond(status: page.status, html: page.html, context)
    }

    @discardableResult
    private func respond(
        status: Int, html: String = "", _ context: ChannelHandlerContext
    ) -> EventLoopFuture<Void> {
        let headers: HTTPHeaders = [
            "Content-Type": "text/html; charset=utf-8", "Content-Length": "\(html.utf8.count)", "Connection": "close",
            "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: html)))), promise: nil)
        let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.whenComplete { _ in bound.value.close(promise: nil) }
        return sent
    }
}
