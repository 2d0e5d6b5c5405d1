import NIOCore
import NIOHTTP1

/// Collects one request at a time from a connection and writes what the emulator answers.
///
/// HTTP pipelining is NIO's concern: its handler holds back the next request until this one is answered.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// More than any request of the protocols served here, but those that carry files: a larger one is refused before
    /// it is read.
    private static func largestBody(_ head: HTTPRequestHead) -> Int {
        if head.uri.hasPrefix("/storage/") { return 60 << 20 }
        return head.uri.hasSuffix("/content") ? 4 << 20 : 1 << 20
    }

    private enum State {
        case idle
        case receiving(HTTPRequestHead, [UInt8])
        /// The refusal is written; the rest of the body is dropped until the connection closes.
        case refused
    }

    private let emulator: Emulator
    private var state = State.idle

    init(emulator: Emulator) {
        self.emulator = emulator
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
        guard announced <= Self.largestBody(head) else { return refuse(head, context: context) }
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
        guard body.count <= Self.largestBody(head) else { return refuse(head, context: context) }
        state = .receiving(head, body)
    }

    private func finish(context: ChannelHandlerContext) {
        guard case .receiving(let head, let body) = state else { return }
        state = .idle
        let request = Request(method: head.method, target: head.uri, headers: head.headers, body: body)
        let response = emulator.respond(to: request)
        guard response.delay > .zero else { return send(response, to: head, context: context) }
        context.eventLoop.assumeIsolated().scheduleTask(in: response.delay) { [self] in
            send(response, to: head, context: context)
        }
    }

    private func refuse(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
        state = .refused
        var response = Response.text("The body is too large.\n", status: .payloadTooLarge)
        response.headers.add(name: "Connection", value: "close")
        send(response, to: head, context: context)
    }

    private func send(_ response: Response, to request: HTTPRequestHead, context: ChannelHandlerContext) {
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

    private func head(of response: Response, keepsAlive: Bool) -> HTTPResponseHead {
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
