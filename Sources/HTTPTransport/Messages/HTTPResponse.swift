import FoundationEssentials

/// An answer with its whole body in memory.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// As received: `Content-Length` and `Content-Encoding` speak of the bytes on the wire, not of `body`.
    public var headers: HTTPHeaders
    /// Decompressed.
    public var body: Data
    /// Where the answer came from, which is another URL than the request's after a redirect.
    public var url: String

    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(), url: String) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status, size and redacted URL; a token answer's body never.
    public var description: String { "HTTP \(status), \(body.count) bytes from \(RequestLog.redacted(url: url))" }
    public var debugDescription: String { description }

    /// Empty, because `dump` would print the body.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
