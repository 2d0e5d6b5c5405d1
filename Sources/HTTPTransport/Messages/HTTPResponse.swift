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
    public var urlIsSecret: Bool
    /// Whether ``RetryingHTTPClient`` sent the request before, and that attempt left open whether it was carried out: a 404
    /// can then be the success of a DELETE.
    public var previousAttemptMayHaveSucceeded = false

    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data(), url: String,
        redirectedHost: String? = nil, urlIsSecret: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.redirectedHost = redirectedHost
        self.urlIsSecret = urlIsSecret
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
            status: status, headers: headers, url: url, redirectedHost: redirectedHost, urlIsSecret: urlIsSecret,
            body: stream)
        response.previousAttemptMayHaveSucceeded = previousAttemptMayHaveSucceeded
        return response
    }
}

extension HTTPResponse {
    /// Whether the body is a web page, such as that of a network that wants a sign-in of its own.
    package var isWebPage: Bool { headers.describesWebPage(body) }
}

extension HTTPHeaders {
    /// Whether a body with these headers is a web page: markup, or any text that is declared to be HTML.
    package func describesWebPage(_ body: Data) -> Bool {
        let isDeclared = self["Content-Type"]?.lowercased().contains("html") ?? false
        let first = body.first { !Self.leading.contains($0) }
        return first == UInt8(ascii: "<") || (isDeclared && first != nil && JSONValue(parsing: body) == nil)
    }

    /// White space, and the bytes of a byte order mark in UTF-8.
    private static let leading: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
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
