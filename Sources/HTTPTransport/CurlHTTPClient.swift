import FoundationEssentials

/// Sends requests with the system's libcurl, over connections that are kept and shared.
///
/// The library and its one thread come with the first request, or with ``prepare()``. https only, but for hosts that are
/// this machine; certificates are always verified. Redirects are followed here and not by libcurl, so that each hop
/// passes the same checks as the first. A client can be let go of at any time: requests and streams under way go on to
/// their end.
public final class CurlHTTPClient: HTTPClient {
    let loop: TransferLoop

    /// - Parameters:
    ///   - environment: Where proxies (`https_proxy`, `ALL_PROXY`, `no_proxy`, in either case) and authorities
    ///     (`CURL_CA_BUNDLE`, then `SSL_CERT_FILE`; `SSL_CERT_DIR`) are read from. Nothing else is asked.
    ///   - log: Told of every hop; called on the client's thread, so it should not wait long.
    public init(
        environment: Environment = .process, userAgent: String = "acct",
        log: RequestLog? = nil
    ) {
        loop = TransferLoop(settings: ConnectionSettings(environment: environment, userAgent: userAgent), log: log)
    }

    /// Starts to load libcurl and the libraries that it needs, on the client's thread, so that a request that is certain to
    /// come waits for less. Until that is done no other thread of the process can start (dlopen(3)).
    ///
    /// A failure is reported by the first request.
    public func prepare() {
        try? loop.launch()
    }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let answer = try await answer(to: request, at: .answer, window: .max, limit: request.bodyLimit)
        let body = try await answer.order.exchange.wholeBody()
        return HTTPResponse(
            status: answer.head.status, headers: answer.head.headers, body: body, url: answer.order.request.url)
    }

    public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        let answer = try await answer(to: request, at: .head, window: Self.streamWindow, limit: .max)
        let exchange = answer.order.exchange
        // Holding the loop keeps its thread alive for as long as somebody can read.
        let body = HTTPBodyStream { () async throws(HTTPError) in
            try await exchange.nextPiece()
        } onDrop: { [loop] in
            withExtendedLifetime(loop) { exchange.cancel() }
        }
        return HTTPStreamedResponse(
            status: answer.head.status, headers: answer.head.headers, url: answer.order.request.url, body: body)
    }

    private static let streamWindow = 256 << 10
}

extension CurlHTTPClient {
    private struct Answer {
        var head: ResponseHead
        var order: TransferOrder
    }

    /// Goes from hop to hop until an answer is not a redirect, or is one that shall come back.
    private func answer(
        to first: HTTPRequest, at moment: Exchange.Moment, window: Int, limit: Int
    ) async throws(HTTPError) -> Answer {
        let started = ContinuousClock.now
        var request = first
        var hops = 0
        while true {
            let timeLeft = request.timeouts.total.map { $0 - started.duration(to: .now) }
            let order = try TransferOrder(request, window: window, limit: limit, timeLeft: timeLeft, inbox: loop.inbox)
            try loop.start(order)
            let answer = Answer(head: try await order.exchange.head(at: moment), order: order)
            guard let next = try redirect(answer, hops: hops) else { return answer }
            await drain(order.exchange)
            request = next
            hops += 1
        }
    }

    private func redirect(_ answer: Answer, hops: Int) throws(HTTPError) -> HTTPRequest? {
        let order = answer.order
        guard case .follow(let limit) = order.request.redirects else { return nil }
        do throws(HTTPError) {
            let next = try RedirectRules.next(after: answer.head, to: order.request, at: order.origin)
            guard next == nil || hops < limit else { throw .tooManyRedirects(limit: limit) }
            return next
        } catch {
            order.exchange.cancel()
            throw error
        }
    }

    /// Reads the little that a redirect says to people, because a connection can only be used again after it.
    private func drain(_ exchange: Exchange) async {
        var size = 0
        while size < 64 << 10, let piece = try? await exchange.nextPiece() { size += piece.count }
        exchange.cancel()
    }
}
