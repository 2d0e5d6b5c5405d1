import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// A GET request for a page, or the POST request of a form.
struct BrowserRequest {
    let url: PageURL
    var form: URLEncodedParameters?
    /// Headers beyond those that every request has.
    var headers: [(name: String, value: String)] = []

    /// The time limit. A client may redeem the code before it responds.
    private static let timeLimit = TimeAmount.seconds(60)
    private static let largestPage = 1 << 20

    func send() async throws(BrowsingError) -> BrowserResponse {
        do {
            return try await exchange()
        } catch let error as BrowsingError {
            throw error
        } catch {
            throw .unreachable(address: url.authority, reason: Self.reason(error))
        }
    }

    /// The system's words for the error of a connection.
    private static func reason(_ error: any Error) -> String {
        let cause = (error as? NIOConnectionError)?.connectionErrors.first?.error ?? error
        switch cause {
        case let error as IOError: return String(cString: strerror(error.errnoCode))
        case ChannelError.connectTimeout: return "nothing accepted the connection"
        default: return "the connection ended before the page did"
        }
    }

    private func exchange() async throws -> BrowserResponse {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(5))
            .connect(host: url.connection.address, port: url.connection.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(
                        wrappingChannelSynchronously: channel)
                }
            }
        let limit = connection.channel.eventLoop.scheduleTask(in: Self.timeLimit) {
            connection.channel.close(promise: nil)
        }
        defer { limit.cancel() }
        return try await connection.executeThenClose { inbound, outbound in
            try await outbound.write(contentsOf: parts)
            return try await response(from: inbound)
        }
    }

    private var parts: [HTTPClientRequestPart] {
        var head = HTTPRequestHead(version: .http1_1, method: form == nil ? .GET : .POST, uri: url.target)
        head.headers = ["Host": url.authority, "User-Agent": "acct-sandbox", "Connection": "close"]
        head.headers.add(contentsOf: headers)
        guard let form else { return [.head(head), .end(nil)] }
        let body = ByteBuffer(string: form.encoded)
        head.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        head.headers.add(name: "Content-Length", value: "\(body.readableBytes)")
        return [.head(head), .body(.byteBuffer(body)), .end(nil)]
    }

    private func response(
        from parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>
    ) async throws -> BrowserResponse {
        var head: HTTPResponseHead?
        var body: [UInt8] = []
        for try await part in parts {
            switch part {
            case .head(let received): head = received
            case .body(let buffer): body += buffer.readableBytesView
            case .end:
                guard let head else { break }
                return BrowserResponse(
                    status: Int(head.status.code), location: head.headers.first(name: "Location"),
                    cookie: head.headers.first(name: "Set-Cookie"), html: String(decoding: body, as: UTF8.self))
            }
            guard body.count <= Self.largestPage else { break }
        }
        throw BrowsingError.unreachable(address: url.authority, reason: "the connection ended before the page did")
    }
}

struct BrowserResponse {
    let status: Int
    let location: String?
    /// The `Set-Cookie` header.
    let cookie: String?
    let html: String

    /// The target of a redirect; nil for any other response.
    func redirect(from url: PageURL) throws(BrowsingError) -> PageURL? {
        guard (300..<400).contains(status), let location else { return nil }
        return try PageURL(location, on: url)
    }

    /// The message of a page without a form.
    var message: String {
        let tags = PageTag.all(in: html)
        let words = tags.first { $0["id"] == "message" } ?? tags.first { $0.name == "h1" }
        return words?.text ?? "status \(status)"
    }
}
