import Foundation
import HTTPTransport

/// Requests to Microsoft Graph with a token that somebody else supplies.
///
/// The token goes to the endpoint's own origin and nowhere else: not to a full URL elsewhere, not along a redirect,
/// not to a link in an answer.
public struct GraphClient: Sendable {
    /// The requirements for the access token of the next request.
    ///
    /// `TokenRequest()` accepts any valid token. After a 401 both members belong into the token request: a cached token
    /// was refused, and the resource may have named the claims that the new one has to carry.
    public struct TokenRequest: Hashable, Sendable {
        /// Whether a cached token must not be used, because Graph has just refused it.
        public var forceRefresh: Bool
        /// The claims of the challenge in the refusal, as JSON text: the value of the `claims` parameter of a token
        /// request (OpenID Connect Core 1.0 §5.5). Nil when the refusal had no challenge.
        public var claims: String?

        public init(forceRefresh: Bool = false, claims: String? = nil) {
            self.forceRefresh = forceRefresh
            self.claims = claims
        }
    }

    /// Supplies the access token for the next request; an error that it throws ends the request. It is called for every
    /// request and every page, so it should cache its token.
    public typealias TokenSource = @Sendable (TokenRequest) async throws -> Secret

    let url: GraphURL
    let http: any HTTPClient
    let sleep: @Sendable (Duration) async throws -> Void
    let token: TokenSource

    /// - Parameters:
    ///   - endpoint: scheme, host and port of Graph, such as `https://graph.microsoft.com`.
    ///   - http: a `RetryingHTTPClient`, if throttling is to be waited out.
    ///   - sleep: between two looks at an operation, and after an upload's piece that failed.
    ///   - token: where tokens come from.
    public init(
        endpoint: String, http: any HTTPClient,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        token: @escaping TokenSource
    ) {
        self.url = GraphURL(endpoint: endpoint)
        self.http = http
        self.sleep = sleep
        self.token = token
    }

    /// Sends one request; the answer's body streams. Any status is an answer.
    ///
    /// A 401 is tried once more with a new token, which answers the challenge that came with it. Downloads are redirected
    /// to other hosts, without the token, and go on where they were when a connection breaks.
    ///
    /// - Throws: `GraphError`, `HTTPError`, or what the token source throws.
    public func stream(_ request: GraphRequest) async throws -> HTTPStreamedResponse {
        let target = try url.url(path: request.path)
        return try await RetryBudget.$current.withValue(RetryBudget()) {
            var sent = try await authorized(request, target, TokenRequest())
            sent.timeouts = Self.streaming
            let first = try await http.stream(sent)
            guard let renewal = TokenRequest(after: first.status, first.headers) else {
                return first.resuming(sent, http: http)
            }
            sent = try await authorized(request, target, renewal)
            sent.timeouts = Self.streaming
            return try await http.stream(sent).resuming(sent, http: http)
        }
    }

    /// A body takes as long as it takes, while bytes come or go; ten seconds to connect, thirty without a byte.
    static let streaming = HTTPRequest.Timeouts(total: nil)

    /// Where a request goes: the whole URL on this client's Graph.
    ///
    /// - Throws: `.foreignHost` for a full URL elsewhere, `.invalidPath` for what cannot be a URL.
    public func url(of request: GraphRequest) throws(GraphError) -> String {
        try url.url(path: request.path)
    }

    /// Sends one request and waits for the whole answer, of at most 64 MiB. Any status is an answer.
    ///
    /// - Throws: as `stream(_:)`.
    public func send(_ request: GraphRequest) async throws -> GraphResponse {
        try await send(request, to: url(of: request))
    }

    /// - Parameter url: the whole URL, which has been checked to be on Graph.
    func send(_ request: GraphRequest, to url: String) async throws -> GraphResponse {
        try await RetryBudget.$current.withValue(RetryBudget.current ?? RetryBudget()) {
            let first = try await http.send(try await authorized(request, url, TokenRequest()))
            guard let renewal = TokenRequest(after: first.status, first.headers) else { return GraphResponse(first) }
            return GraphResponse(try await http.send(try await authorized(request, url, renewal)))
        }
    }
}
