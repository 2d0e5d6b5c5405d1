import FoundationEssentials

/// Sends requests with the system's libcurl, over connections that are kept open and shared.
///
/// The library and its one thread start with the first request, or with ``prepare()``. Only https is sent, except to this
/// machine, and certificates are always verified. Redirects are followed here rather than by libcurl, so that each hop
/// passes the same checks as the first. Releasing the client lets requests and streams in progress finish.
public final class CurlHTTPClient: HTTPClient {
    private let thread: TransferThread

    /// - Parameters:
    ///   - environment: the source of the proxy settings (`https_proxy`, `ALL_PROXY`, `no_proxy`, in either case) and of
    ///     the certificate authorities (`CURL_CA_BUNDLE`, then `SSL_CERT_FILE`; `SSL_CERT_DIR`). No other variable is read.
    ///   - log: records every hop; called on the client's thread, so it should return quickly.
    public init(
        environment: Environment = .process, userAgent: String, log: RequestLog? = nil
    ) {
        thread = TransferThread(settings: ConnectionSettings(environment: environment, userAgent: userAgent), log: log)
    }

    /// Starts to load libcurl and the libraries that it needs, on the client's thread, so that a request that is certain to
    /// follow waits for less. Until they are loaded no other thread of the process can start (dlopen(3)).
    ///
    /// A failure is reported by the first request.
    public func prepare() {
        try? thread.launch()
    }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let hop = try await lastHop(of: request, awaiting: .endOrRedirect, window: .max, limit: request.bodyLimit)
        let body = try hop.decoding.decoded(try await hop.transfer.response.wholeBody(), limit: request.bodyLimit)
        return HTTPResponse(
            status: hop.head.status, headers: hop.head.headers, body: body, url: hop.transfer.request.url,
            redirectedHost: hop.redirectedHost, urlIsSecret: hop.transfer.request.urlIsSecret)
    }

    public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        let hop = try await lastHop(of: request, awaiting: .head, window: Self.streamWindow, limit: .max)
        let incoming = hop.transfer.response
        // The stream holds the thread, which has to live for as long as the body can be read.
        let nextPiece = try hop.decoding.decoding { () async throws(HTTPError) in try await incoming.nextPiece() }
        let body = HTTPBodyStream(next: nextPiece) { [thread] in
            withExtendedLifetime(thread) { incoming.cancel() }
        }
        return HTTPStreamedResponse(
            status: hop.head.status, headers: hop.head.headers, url: hop.transfer.request.url,
            redirectedHost: hop.redirectedHost, urlIsSecret: hop.transfer.request.urlIsSecret, body: body)
    }

    private static let streamWindow = 256 << 10
}

// Redirects.
extension CurlHTTPClient {
    /// A request of a chain of redirects, and the head of its response.
    private struct Hop {
        var head: ResponseHead
        var transfer: PreparedRequest
        /// Whether a redirect before this hop led to another origin.
        var hasLeftOrigin: Bool

        var redirectedHost: String? { hasLeftOrigin ? transfer.origin.host : nil }
        var decoding: ContentDecoding { ContentDecoding(of: head, from: transfer.origin.host) }
    }

    /// Follows redirects, as far as the request allows, to the response that the caller gets.
    private func lastHop(
        of first: HTTPRequest, awaiting milestone: IncomingResponse.Milestone, window: Int, limit: Int
    ) async throws(HTTPError) -> Hop {
        let started = ContinuousClock.now
        var request = first
        var origin: HTTPOrigin?
        var hasLeftOrigin = false
        var count = 0
        while true {
            let timeLeft = request.timeouts.total.map { $0 - started.duration(to: .now) }
            let transfer = try thread.prepare(request, window: window, limit: limit, timeLeft: timeLeft)
            try thread.start(transfer)
            hasLeftOrigin = hasLeftOrigin || origin.map { $0 != transfer.origin } ?? false
            origin = transfer.origin
            let hop = Hop(
                head: try await transfer.response.head(at: milestone), transfer: transfer,
                hasLeftOrigin: hasLeftOrigin)
            guard let next = try redirect(after: hop, count: count) else {
                try validate(hop)
                return hop
            }
            await drain(transfer.response)
            request = next
            count += 1
        }
    }

    /// The request that follows a redirect; nil when the hop is the last.
    private func redirect(after hop: Hop, count: Int) throws(HTTPError) -> HTTPRequest? {
        let transfer = hop.transfer
        guard case .follow(let limit) = transfer.request.redirects else { return nil }
        do throws(HTTPError) {
            let next = try RedirectRules.next(after: hop.head, to: transfer.request, at: transfer.origin)
            guard next == nil || count < limit else { throw .tooManyRedirects(limit: limit) }
            return next
        } catch {
            transfer.response.cancel()
            throw error
        }
    }

    private func validate(_ hop: Hop) throws(HTTPError) {
        do throws(HTTPError) {
            try ResponseValidation.validate(hop.head, to: hop.transfer.request, from: hop.transfer.origin.host)
        } catch {
            hop.transfer.response.cancel()
            throw error
        }
    }

    /// Reads the short body of a redirect, since a connection can only be used again after it. A slow or long one is not
    /// worth that.
    private func drain(_ response: IncomingResponse) async {
        let timer = Task {
            try await Task.sleep(for: .seconds(1))
            response.cancel()
        }
        var size = 0
        while size < 64 << 10, let piece = try? await response.nextPiece() { size += piece.count }
        timer.cancel()
        response.cancel()
    }
}
