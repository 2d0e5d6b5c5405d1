import AccountStore
import CProcess
import FoundationEssentials
import Glibc
import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOPosix

/// The process that serves the tokens of one profile to a program and those that it starts; see ``TokenServerProcess``.
struct TokenServer: Invocation {
    var asJSON: Bool { false }

    /// Serves until the program has ended. Returns only where the settings cannot be read.
    func run(_ services: Services) async throws {
        guard let bytes = readAll(from: STDIN_FILENO),
            let settings = try? JSONDecoder().decode(TokenServerSettings.self, from: bytes)
        else { return }
        _ = DetachedThread.start {
            if settings.hasProcessFile { Self.waitForEnd() } else { Self.waitForEnd(of: settings.process) }
            exitNow(0)
        }
        let service = TokenService(
            settings: settings,
            services: Services(
                allowsInput: false, logging: settings.isVerbose ? .heads : nil, isQuiet: !settings.isVerbose))
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
                    try channel.pipeline.syncOperations.addHandler(TokenServerHandler(service))
                }
            }
            .withBoundSocket(TokenServerProcess.File.socket).get()
        try await channel.closeFuture.get()
    }

    /// Waits for the process that is open as a file.
    private static func waitForEnd() {
        var file = pollfd(fd: TokenServerProcess.File.process, events: Int16(POLLIN), revents: 0)
        while poll(&file, 1, -1) < 0, errno == EINTR {}
    }

    /// Waits for a process by its id, which another process gets at some time after it has ended.
    private static func waitForEnd(of process: pid_t) {
        while kill(process, 0) == 0 { sleep(1) }
    }
}

/// Reads the requests of one connection, and sends the responses in their order.
private final class TokenServerHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The time in which a connection has to send a request.
    private static let requestTime = TimeAmount.seconds(60)
    private static let bodyLimit = 64 << 10

    private let service: TokenService
    private var head: HTTPRequestHead?
    private var bodySize = 0
    private var deadline: Scheduled<Void>?

    init(_ service: TokenService) { self.service = service }

    func channelActive(context: ChannelHandlerContext) { awaitRequest(on: context.channel) }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let received): (head, bodySize) = (received, 0)
        case .body(let part):
            bodySize += part.readableBytes
            if bodySize > Self.bodyLimit { context.close(promise: nil) }
        case .end:
            deadline?.cancel()
            if let head { respond(to: head, context) }
        }
    }

    private func awaitRequest(on channel: any Channel) {
        deadline = channel.eventLoop.scheduleTask(in: Self.requestTime) { channel.close(promise: nil) }
    }

    private func respond(to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let hosts = head.headers["Host"]
        let request = TokenService.Request(
            method: head.method.rawValue, target: head.uri, host: hosts.count == 1 ? hosts[0] : nil,
            secret: head.headers.first(name: "X-IDENTITY-HEADER").map(Secret.init),
            metadata: head.headers.first(name: "Metadata"))
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        Task { [service] in
            let response = await service.response(to: request)
            bound.eventLoop.execute {
                let (handler, context) = bound.value
                handler.send(response, isLast: !head.isKeepAlive, context)
            }
        }
    }

    private func send(_ response: TokenService.Response, isLast: Bool, _ context: ChannelHandlerContext) {
        let headers: NIOHTTP1.HTTPHeaders = [
            "Content-Type": "application/json", "Content-Length": "\(response.body.count)", "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff", "Connection": isLast ? "close" : "keep-alive",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
        let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        guard isLast else { return awaitRequest(on: context.channel) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.whenComplete { _ in bound.value.close(promise: nil) }
    }
}
