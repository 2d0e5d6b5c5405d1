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

    private let url: GraphURL
    private let http: any HTTPClient
    private let token: TokenSource

    /// - Parameters:
    ///   - endpoint: scheme, host and port of Graph, such as `https://graph.microsoft.com`.
    ///   - http: a `RetryingHTTPClient`, if throttling is to be waited out.
    ///   - token: where tokens come from.
    public init(endpoint: String, http: any HTTPClient, token: @escaping TokenSource) {
        self.url = GraphURL(endpoint: endpoint)
        self.http = http
        self.token = token
    }

    /// Sends one request; the answer's body streams. Any status is an answer.
    ///
    /// A 401 is tried once more with a new token, which answers the challenge that came with it. Downloads are redirected to other hosts, without the token.
    ///
    /// - Throws: `GraphError`, `HTTPError`, or what the token source throws.
    public func stream(_ request: GraphRequest) async throws -> HTTPStreamedResponse {
        let target = try url.url(path: request.path)
        let first = try await http.stream(authorized(request, target, .any))
        guard let demand = TokenDemand(after: first.status, first.headers) else { return first }
        return try await http.stream(authorized(request, target, demand))
    }

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

    /// The pages of a collection, each fetched when it is asked for.
    ///
    /// The request's headers go with every page, since links do not carry them.
    ///
    /// - Parameter link: a next link or delta link to begin with instead of the request's path, to go on where another
    ///   run ended. It is followed as it is, and only if it is on the Graph host.
    public func pages(_ request: GraphRequest, from link: String? = nil) -> GraphPages {
        GraphPages(client: self, request: request, start: link)
    }

    /// The items of all pages, as the JSON that the server sent.
    ///
    /// - Parameter link: as for ``pages(_:from:)``.
    public func items(_ request: GraphRequest, from link: String? = nil) -> GraphItems {
        GraphItems(pages: pages(request, from: link))
    }

    /// A link that the server sent.
    func url(link: String) throws(GraphError) -> String {
        try url.url(link: link)
    }

    func send(_ request: GraphRequest, to target: String) async throws -> GraphResponse {
        var response = try await http.send(authorized(request, target, .any))
        if let demand = TokenDemand(after: response.status, response.headers) {
            response = try await http.send(authorized(request, target, demand))
        }
        return GraphResponse(status: response.status, headers: response.headers, body: response.body)
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
