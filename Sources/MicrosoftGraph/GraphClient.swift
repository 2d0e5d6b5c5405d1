import FoundationEssentials
import HTTPTransport

/// A client that sends requests to Microsoft Graph with access tokens from the caller.
///
/// A token goes to the endpoint's own origin and nowhere else: not to a full URL elsewhere, not along a redirect, not to
/// a link in a response.
public struct GraphClient: Sendable {
    /// Supplies the access token for the next request; an error that it throws ends the request.
    ///
    /// The closure is called for every request and every page, so it should cache its token.
    public typealias TokenSource = @Sendable (TokenRequest) async throws -> Secret

    let endpoint: GraphURL
    let http: any HTTPClient
    let clock: WallClock
    let token: TokenSource

    /// - Parameters:
    ///   - endpoint: scheme, host and port of Graph in the account's cloud, such as `https://graph.microsoft.com`. With any
    ///     other, each request throws `GraphError.invalidEndpoint`.
    ///   - http: the transport; a `RetryingHTTPClient` waits for the end of throttling.
    ///   - clock: waits between two polls of an operation, and after a part of an upload that failed.
    ///   - token: the source of access tokens.
    public init(
        endpoint: String, http: any HTTPClient, clock: WallClock = .system, token: @escaping TokenSource
    ) {
        self.endpoint = GraphURL(endpoint: endpoint)
        self.http = http
        self.clock = clock
        self.token = token
    }

    /// Sends one request and waits for the whole response, of at most 64 MiB.
    ///
    /// Any status is a response, not an error. A refused token is answered once with a new one, which carries the
    /// claims of the challenge if there is one.
    ///
    /// - Throws: `GraphError`, `HTTPError`, or an error of the token source.
    public func send(_ request: GraphRequest) async throws -> GraphResponse {
        try await send(request, token: TokenRequest())
    }

    /// - Parameter token: the requirements for the token of the first attempt.
    func send(_ request: GraphRequest, token: TokenRequest) async throws -> GraphResponse {
        GraphResponse(try await response(to: request, token: token))
    }

    /// The response with the URL that it came from.
    func response(to request: GraphRequest, token: TokenRequest = TokenRequest()) async throws -> HTTPResponse {
        let url = try url(of: request)
        return try await RetryBudget.$current.withValue(RetryBudget.current ?? RetryBudget()) {
            let first = try await http.send(try await authorized(request, url: url, token: token))
            guard let renewal = TokenRequest(after: first.status, first.headers, redirectedTo: first.redirectedHost)
            else { return first }
            var second = try await http.send(try await authorized(request, url: url, token: renewal))
            if first.previousAttemptMayHaveSucceeded { second.previousAttemptMayHaveSucceeded = true }
            return second
        }
    }

    /// Sends one request; the response's body streams.
    ///
    /// Statuses and refused tokens are as for ``send(_:)``. Graph redirects downloads to other hosts, which get no
    /// token; such a body resumes where it was when its connection breaks.
    ///
    /// - Throws: as ``send(_:)``.
    public func stream(_ request: GraphRequest) async throws -> HTTPStreamedResponse {
        try await stream(request, from: url(of: request))
    }

    /// - Parameters:
    ///   - url: the whole URL, which has been checked to be on Graph.
    ///   - prefetchSize: see ``HTTPRequest/bodyPrefetchSize``.
    func stream(_ request: GraphRequest, from url: String, prefetchSize: Int = 0) async throws -> HTTPStreamedResponse {
        try await RetryBudget.$current.withValue(RetryBudget.current ?? RetryBudget()) {
            func stream(with token: TokenRequest) async throws -> (HTTPRequest, HTTPStreamedResponse) {
                var sent = try await authorized(request, url: url, token: token)
                sent.bodyPrefetchSize = prefetchSize
                return (sent, try await http.stream(sent))
            }
            var (sent, response) = try await stream(with: TokenRequest())
            if let renewal = TokenRequest(
                after: response.status, response.headers, redirectedTo: response.redirectedHost)
            {
                let first = response
                (sent, response) = try await stream(with: renewal)
                if first.previousAttemptMayHaveSucceeded { response.previousAttemptMayHaveSucceeded = true }
            }
            return response.resuming(sent, http: http)
        }
    }

    /// A body may take as long as it needs while bytes arrive: ten seconds to connect, thirty without a byte. Reports,
    /// sign-in logs and searches are computed for longer than that before their first byte: Microsoft's SDKs wait 100
    /// seconds.
    static let timeouts = HTTPRequest.Timeouts(total: nil, response: .seconds(100))

    /// The whole URL that a request goes to.
    ///
    /// - Throws: `GraphError.foreignHost` for a full URL elsewhere, `.invalidPath` for a path that cannot be in a URL;
    ///   `HTTPError.libraryMissing`, `.libraryFailed`.
    public func url(of request: GraphRequest) throws -> String {
        try endpoint.url(path: request.path)
    }

    /// - Throws: as ``url(link:)``, for a link that the client would not follow.
    public func requireOnGraph(link: String) throws { _ = try url(link: link) }

    /// - Throws: `GraphError.foreignLink` for a link to another host, which must not get the token;
    ///   `HTTPError.libraryMissing`, `.libraryFailed`.
    func url(link: String) throws -> String {
        try endpoint.url(link: link)
    }

    /// The request as it is sent, with all headers but the one with the token. Nothing is sent.
    ///
    /// - Throws: as ``url(of:)``, and `HTTPError` for a method or a header that cannot be sent.
    public func prepared(_ request: GraphRequest) throws -> HTTPRequest {
        let prepared = prepared(request, url: try url(of: request))
        try prepared.validate()
        return prepared
    }

    /// The request with its token.
    private func authorized(
        _ request: GraphRequest, url: String, token tokenRequest: TokenRequest
    ) async throws -> HTTPRequest {
        var prepared = prepared(request, url: url)
        prepared.headers.set("Authorization", secret: Secret("Bearer \(try await token(tokenRequest).expose())"))
        return prepared
    }

    /// The request with the headers that every request carries.
    private func prepared(_ request: GraphRequest, url: String) -> HTTPRequest {
        var headers = request.headers
        headers.remove("Authorization")
        if !headers.contains("Accept") { headers["Accept"] = "application/json" }
        if !headers.contains("client-request-id") { headers["client-request-id"] = Self.requestID() }
        var prepared = HTTPRequest(
            method: request.method, url: url, headers: headers, body: request.body, timeouts: Self.timeouts,
            redirects: .follow(limit: 5))
        prepared.isSafeToRepeat = request.isSafeToRepeat
        return prepared
    }

    /// A random UUID (RFC 9562 §5.4), which Microsoft's support finds the request by.
    private static func requestID() -> String {
        // `UUID()` opens the random device for each.
        var id = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &id) { bytes in
            bytes.storeBytes(of: UInt64.random(in: .min ... .max), as: UInt64.self)
            bytes.storeBytes(of: UInt64.random(in: .min ... .max), toByteOffset: 8, as: UInt64.self)
        }
        (id.6, id.8) = (id.6 & 0x0F | 0x40, id.8 & 0x3F | 0x80)
        return UUID(uuid: id).uuidString.lowercased()
    }
}
