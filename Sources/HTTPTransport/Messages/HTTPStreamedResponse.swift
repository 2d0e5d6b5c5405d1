/// An answer whose body is still arriving.
public struct HTTPStreamedResponse: Sendable {
    public var status: Int
    /// As received: `Content-Length` and `Content-Encoding` speak of the bytes on the wire, not of `body`.
    public var headers: HTTPHeaders
    /// Where the answer came from, which is another URL than the request's after a redirect.
    public var url: String
    public var body: HTTPBodyStream

    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), url: String, body: HTTPBodyStream) {
        self.status = status
        self.headers = headers
        self.url = url
        self.body = body
    }
}

extension HTTPStreamedResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "HTTP \(status) from \(RequestLog.redacted(url: url))" }
    public var debugDescription: String { description }

    /// Empty, because the URL may carry a secret and `dump` prints stored text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
