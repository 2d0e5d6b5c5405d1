import NIOCore
import NIOHTTP1

/// Reads one request at a time from a connection and writes the router's response.
///
/// Pipelining is handled by NIO, which holds back the next request until this one has its response.
final class HTTPConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The size limit of request bodies: 60 MiB for upload sessions, 4 MiB for drive item content, 1 MiB otherwise.
    private static func largestBody(_ head: HTTPRequestHead) -> Int {
        if head.uri.hasPrefix("/storage/") { return 60 << 20 }
        return head.uri.hasSuffix("/content") ? 4 << 20 : 1 << 20
    }

    private enum State {
        case idle
        case receiving(HTTPRequestHead, [UInt8])
        /// A 413 has been sent; the remainder of the body is dropped until the connection closes.
        case rejected
    }

    private let router: SandboxRouter
    private var state = State.idle

    init(router: SandboxRouter) {
        self.router = router
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context: context)
        case .body(let buffer): append(buffer, context: context)
        case .end: finish(context: context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func begin(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
        let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        guard announced <= Self.largestBody(head) else { return reject(head, context: context) }
        state = .receiving(head, [])
        if head.headers[canonicalForm: "Expect"].contains(where: { $0.lowercased() == "100-continue" }) {
            let go = HTTPResponseHead(version: head.version, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
        }
    }

    private func append(_ buffer: ByteBuffer, context: ChannelHandlerContext) {
        guard case .receiving(let head, var body) = state else { return }
        state = .idle
        body.append(contentsOf: buffer.readableBytesView)
        guard body.count <= Self.largestBody(head) else { return reject(head, context: context) }
        state = .receiving(head, body)
    }

    private func finish(context: ChannelHandlerContext) {
        guard case .receiving(let head, let body) = state else { return }
        state = .idle
        let request = HTTPServerRequest(method: head.method, target: head.uri, headers: head.headers, body: body)
        let response = router.respond(to: request)
        guard !response.isHeld else {
            return router.held.add { [self] in send(response, to: head, context: context) }
        }
        guard response.delay > .zero else { return send(response, to: head, context: context) }
        context.eventLoop.assumeIsolated().scheduleTask(in: response.delay) { [self] in
            send(response, to: head, context: context)
        }
    }

    private func reject(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
        state = .rejected
        var response = HTTPServerResponse.text("The body is too large.\n", status: .payloadTooLarge)
        response.headers.add(name: "Connection", value: "close")
        send(response, to: head, context: context)
    }

    private func send(_ response: HTTPServerResponse, to request: HTTPRequestHead, context: ChannelHandlerContext) {
        guard context.channel.isActive, !response.dropsConnection else { return context.close(promise: nil) }
        let keepsAlive = request.isKeepAlive && !response.headers.contains(name: "Connection")
        context.write(wrapOutboundOut(.head(head(of: response, keepsAlive: keepsAlive))), promise: nil)
        if request.method != .HEAD, !response.body.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
        }
        let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        if !keepsAlive {
            let channel = context.channel
            end.whenComplete { _ in channel.close(promise: nil) }
        }
    }

    private func head(of response: HTTPServerResponse, keepsAlive: Bool) -> HTTPResponseHead {
        var head = HTTPResponseHead(version: .http1_1, status: response.status, headers: response.headers)
        if response.status != .noContent {
            head.headers.replaceOrAdd(name: "Content-Length", value: String(response.body.count))
        }
        if !keepsAlive {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        return head
    }
}
