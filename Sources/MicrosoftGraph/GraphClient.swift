import Foundation
import HTTPTransport

/// Requests to Microsoft Graph with a token that somebody else supplies.
///
/// The token goes to the endpoint's own origin and nowhere else: not to a full URL elsewhere, not along a redirect,
/// not to a link in an answer.
public struct GraphClient: Sendable {
    /// Why a token is asked for.
    public enum TokenDemand: Hashable, Sendable {
        /// A request is about to be sent: a kept token that is still valid will do.
        case any
        /// The last one was refused: a kept token will not do.
        case fresh
        /// The resource wants these claims, as JSON text.
        case claims(String)
    }

    /// Gives the access token for the next request; what it throws ends the request. It is asked for every request and
    /// every page, so it should keep its token.
    public typealias TokenSource = @Sendable (TokenDemand) async throws -> Secret

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
            var sent = try await authorized(request, target, .any)
            sent.timeouts = Self.streaming
            let first = try await http.stream(sent)
            guard let demand = TokenDemand(after: first.status, first.headers) else {
                return first.resuming(sent, http: http)
            }
            sent = try await authorized(request, target, demand)
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

    func send(_ request: GraphRequest, to target: String) async throws -> GraphResponse {
        GraphResponse(try await answer(to: request, at: target))
    }

    /// The whole answer to one request.
    ///
    /// - Parameters:
    ///   - underWay: the request, where it has left already.
    ///   - successor: what shall leave behind it.
    func answer(
        to request: GraphRequest, at target: String, underWay: RequestUnderWay? = nil,
        successor: HTTPRequest.Successor? = nil
    ) async throws -> HTTPResponse {
        try await RetryBudget.$current.withValue(RetryBudget.current ?? RetryBudget()) {
            // Sent again after all, it is still the same request to whoever looks for it in two logs.
            let id = underWay?.request.headers["client-request-id"]
            var sent = try await authorized(request, target, .any, id: id)
            (sent.underWay, sent.successor) = (underWay, successor)
            let first = try await http.send(sent)
            guard let demand = TokenDemand(after: first.status, first.headers) else { return first }
            sent = try await authorized(request, target, demand)
            sent.successor = successor
            return try await http.send(sent)
        }
    }
}
