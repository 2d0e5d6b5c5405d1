import HTTPTransport

/// One request to Graph, as a person writes it.
public struct GraphRequest: Sendable {
    public var method: String
    /// With or without a leading slash and version, or a full URL on the Graph host.
    public var path: String
    public var headers: HTTPHeaders
    public var body: HTTPBody?

    public init(method: String = "GET", path: String, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil) {
        self.method = method.uppercased()
        self.path = path
        self.headers = headers
        self.body = body
    }

    /// Whether the method may change something.
    public var isWrite: Bool { method != "GET" && method != "HEAD" }
}
