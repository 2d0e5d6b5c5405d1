import Foundation
import HTTPTransport

/// Requests to Microsoft Graph with a token that somebody else supplies.
///
/// The token goes to the endpoint's own origin and nowhere else: not to a full URL elsewhere, not along a redirect,
/// not to a link in an answer.
public struct GraphClient: Sendable {
    /// Why a token is asked for.
    public enum TokenDemand: Hashable, Sendable {
        case any
        /// The last one was refused: a kept token will not do.
        case fresh
        /// The resource wants these claims, as JSON text.
        case claims(String)
    }

    public typealias TokenSource = @Sendable (TokenDemand) async throws -> Secret

    private let url: GraphURL
    let http: any HTTPClient
    let sleep: @Sendable (Duration) async throws -> Void
    private let token: TokenSource

    /// - Parameters:
    ///   - endpoint: scheme, host and port of Graph, such as `https://graph.microsoft.com`.
    ///   - sleep: between two looks at an operation, and after an upload's piece that failed.
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
        return try await WaitedTime.$current.withValue(WaitedTime()) {
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

    /// Sends one request and waits for the whole answer.
    public func send(_ request: GraphRequest) async throws -> GraphResponse {
        try await send(request, to: url.url(path: request.path))
    }

    /// The pages of a collection, each fetched when it is asked for.
    public func pages(_ request: GraphRequest) -> GraphPages {
        GraphPages(client: self, request: request)
    }

    /// The next page, under a link that the server sent. The request's headers go with every page: links do not
    /// carry them.
    func send(_ request: GraphRequest, link: String) async throws -> GraphResponse {
        try await send(request, to: url.own(GraphURL.encoded(link)))
    }

    /// Whether a link is on Graph itself, where the token may go.
    func isOwn(_ link: String) -> Bool {
        (try? url.own(link)) != nil
    }

    private func send(_ request: GraphRequest, to target: String) async throws -> GraphResponse {
        try await WaitedTime.$current.withValue(WaitedTime()) {
            var response = try await http.send(authorized(request, target, .any))
            if let demand = TokenDemand(after: response.status, response.headers) {
                response = try await http.send(authorized(request, target, demand))
            }
            return GraphResponse(status: response.status, headers: response.headers, body: response.body)
        }
    }

    private func authorized(_ request: GraphRequest, _ target: String, _ demand: TokenDemand) async throws
        -> HTTPRequest
    {
        var headers = request.headers
        if !headers.contains("Accept") { headers["Accept"] = "application/json" }
        if !headers.contains("client-request-id") { headers["client-request-id"] = UUID().uuidString.lowercased() }
        headers.set("Authorization", secret: Secret("Bearer \(try await token(demand).expose())"))
        return HTTPRequest(
            method: request.method, url: target, headers: headers, body: request.body, redirects: .follow(limit: 5))
    }
}

extension GraphClient.TokenDemand {
    /// What the next token must be when the last one was refused; nil when it was not.
    fileprivate init?(after status: Int, _ headers: HTTPHeaders) {
        guard status == 401 else { return nil }
        self = ClaimsChallenge.claims(in: headers).map { .claims($0) } ?? .fresh
    }
}
