import FoundationEssentials
import Synchronization

/// A response with its whole body in memory.
public struct HTTPResponse: Sendable {
    public var status: Int
    /// The fields as received: `Content-Length` and `Content-Encoding` describe the bytes on the wire, not `body`.
    public var headers: HTTPHeaders
    /// Decompressed.
    public var body: Data
    /// The URL that the response came from: after a redirect, not the request's.
    public var url: String
    /// The host that sent the response, if a redirect left the origin of the request, with whose secrets it has nothing to
    /// do; nil for a response of that origin.
    public var redirectedHost: String?
    /// Whether ``HTTPRequest/urlIsSecret`` holds for the URL.
    public var urlIsSecret = false

    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(), url: String,
        redirectedHost: String? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.redirectedHost = redirectedHost
    }

    /// The same response as a stream, whose body is a single piece.
    public var streamed: HTTPStreamedResponse {
        let remainder = Mutex(body.isEmpty ? nil : body)
        let stream = HTTPBodyStream { () async throws(HTTPError) in
            remainder.withLock { remainder in
                defer { remainder = nil }
                return remainder
            }
        }
        var response = HTTPStreamedResponse(
            status: status, headers: headers, url: url, redirectedHost: redirectedHost, body: stream)
        response.urlIsSecret = urlIsSecret
        return response
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status, size and redacted URL. The body is left out: a token response holds tokens.
    public var description: String {
        let shown = RequestLog.redacted(url, isSecret: urlIsSecret || redirectedHost != nil)
        return "HTTP \(status), \(body.count) bytes from \(shown)"
    }
    public var debugDescription: String { description }

    /// Empty, because `dump` would print the body.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
