import HTTPTransport

/// One request to Graph, as a person writes it.
public struct GraphRequest: Sendable {
    /// In upper case.
    public var method: String
    /// With or without a leading slash and version, or a full URL on the Graph host.
    public var path: String
    /// Beside `Authorization`, `Accept` and `client-request-id`, which the client adds.
    public var headers: HTTPHeaders
    /// Its `Content-Type` is a header like others: none is added.
    public var body: HTTPBody?

    /// - Parameter method: in any case.
    public init(method: String = "GET", path: String, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil) {
        self.method = method.uppercased()
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// Whether the method may change something.
    public var isWrite: Bool { method != "GET" && method != "HEAD" }
}
