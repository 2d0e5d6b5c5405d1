import NIOCore
import NIOHTTP1

/// Reads the requests of one browser connection and passes on those that may be the redirect. Any other request, such as
/// for an icon, another path or a preflight, gets its response here. A refused peer gets none.
final class LoopbackHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private static let bodyLimit = 64 << 10
    /// The time in which a connection has to send its request. A browser opens connections that it may never use.
    private static let requestTime = TimeAmount.seconds(60)
    /// The time in which a request gets its response, longer than any sign-in needs after its redirect.
    private static let responseTime = TimeAmount.minutes(10)
    /// The path of the redirect URI.
    private let path: String
    private let start: StartAddress
    private let connections: LoopbackConnections
    private let continuation: AsyncStream<LoopbackListener.Redirect>.Continuation
    private var deadline: Scheduled<Void>?
    private var peer = LoopbackPeer.refused
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(
        path: String, start: StartAddress, connections: LoopbackConnections,
        continuation: AsyncStream<LoopbackListener.Redirect>.Continuation
    ) {
        self.path = path
        self.start = start
        self.connections = connections
        self.continuation = continuation
    }

    func channelActive(context: ChannelHandlerContext) {
        peer = LoopbackPeer(of: context.channel)
        guard peer != .refused else { return context.close(promise: nil) }
        connections.add(context.channel)?.close(promise: nil)
        close(context.channel, in: Self.requestTime)
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        connections.remove(context.channel)
        context.fireChannelInactive()
    }

    private func close(_ channel: any Channel, in time: TimeAmount) {
        deadline?.cancel()
        deadline = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
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
            connections.requestEnded(context.channel)
            close(context.channel, in: Self.responseTime)
            if let head, peer != .refused { respond(to: head, context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let target = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        switch head.method {
        // Only a GET of the very path counts, so that the HEAD of a link checker does not use the address up.
        case .GET where head.uri == start.path: redirectToPage(context)
        case _ where head.uri == start.path: respond(status: 405, context)
        case _ where target.first.map(String.init) != path: respond(status: 404, context)
        case .POST: receive(FormFields(String(decoding: body, as: UTF8.self)), context)
        case .GET where target.count == 2: receive(FormFields(target[1]), context)
        case .GET: respond(.unexpected, context)
        // A browser may send a preflight before a form of a public page goes to a local one.
        case .OPTIONS: respond(status: 204, context)
        default: respond(status: 405, context)
        }
    }

    private func redirectToPage(_ context: ChannelHandlerContext) {
        guard let page = start.page(for: peer) else { return respond(.spent, context) }
        respond(status: 302, location: page, context)
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
        status: Int, html: String = "", location: String? = nil, _ context: ChannelHandlerContext
    ) -> EventLoopFuture<Void> {
        var headers: HTTPHeaders = [
            "Content-Type": "text/html; charset=utf-8", "Content-Length": "\(html.utf8.count)", "Connection": "close",
            "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
        ]
        if let location { headers.add(name: "Location", value: location) }
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: html)))), promise: nil)
        let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.whenComplete { _ in bound.value.close(promise: nil) }
        return sent
    }
}
