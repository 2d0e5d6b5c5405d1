/// One request to send. The URL goes to the server byte for byte: it is never parsed into parts and put together again,
/// because a next link or a pre-signed URL that was decoded and re-encoded is another URL.
public struct HTTPRequest: Sendable {
    public var method: String
    /// Absolute, https, or http where the host is loopback (see also `allowsLinkLocal`). Percent-encoding is the caller's: a space, a control
    /// character, a user name or a password in it is refused. Bytes beyond ASCII, which no URL may hold (RFC 3986 §2),
    /// are the one thing libcurl encodes.
    public var url: String
    public var headers: HTTPHeaders
    public var body: HTTPBody?
    public var timeouts: Timeouts
    public var redirects: Redirects
    /// The most bytes of a body that ``HTTPClient/send(_:)`` will hold, counted after decompression.
    public var bodyLimit: Int
    /// Whether plain http may go to an IPv4 link-local address as well (169.254.0.0/16, RFC 3927): there a cloud answers
    /// its own machines about themselves, 169.254.169.254 above all. Routers do not forward such addresses, and no
    /// proxy is asked for them. Off, so that nothing gets there by a URL or a redirect that somebody else wrote.
    public var allowsLinkLocal = false

    public init(
        method: String = "GET", url: String, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody? = nil,
        timeouts: Timeouts = Timeouts(), redirects: Redirects = .refuse, bodyLimit: Int = 64 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
        self.redirects = redirects
        self.bodyLimit = bodyLimit
    }
}

extension HTTPRequest {
    public struct Timeouts: Sendable, Hashable {
        /// Name lookup, connection and TLS handshake together.
        public var connect: Duration
        /// The whole exchange, redirects and the reading of a streamed body included; nil for no limit.
        public var total: Duration?
        /// Without a byte of a body in either direction, or a whole header. Time in which nobody reads a streamed body
        /// does not count.
        public var stall: Duration

        public init(
            connect: Duration = .seconds(10), total: Duration? = .seconds(100), stall: Duration = .seconds(30)
        ) {
            self.connect = connect
            self.total = total
            self.stall = stall
        }
    }

    public enum Redirects: Sendable, Hashable {
        /// A 3xx comes back as the response.
        case refuse
        /// Up to that many hops, never from https to http. Another origin sees no `Authorization`, no `Cookie` and no
        /// secret header.
        case follow(limit: Int)
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The request line as a log may show it.
    public var description: String { "\(method.escapingControlCharacters()) \(RequestLog.redacted(url: url))" }
    public var debugDescription: String { description }

    /// Empty, because URLs carry codes and tokens, and `dump` prints stored text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
