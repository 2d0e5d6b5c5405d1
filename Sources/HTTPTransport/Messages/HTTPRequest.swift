import FoundationEssentials

/// A request to send.
///
/// The URL goes to the server byte for byte. It is never parsed into parts and reassembled, because a next link or a
/// pre-signed URL that was decoded and encoded again is another URL.
public struct HTTPRequest: Sendable {
    public var method: String
    /// Absolute, and https, or http where the host is loopback (see also ``allowsPrivateAddress``).
    ///
    /// Percent-encoding is the caller's task: a space, a control character, a user name or a password in the URL is
    /// refused. Only bytes beyond ASCII, which no URL may hold (RFC 3986 §2), are encoded by libcurl.
    public var url: String
    public var headers: HTTPHeaders
    public var body: HTTPBody?
    public var timeouts: Timeouts
    public var redirects: Redirects
    /// The largest body that ``HTTPClient/send(_:)`` accepts, in bytes after decompression.
    public var bodyLimit: Int
    /// The bytes of a streamed body that ``RetryingHTTPClient`` reads before it returns the response, so that a connection
    /// that breaks within them is tried again. The default is 0.
    public var bodyPrefetchSize = 0
    /// Whether plain http may also go to an IPv4 address that is link-local (169.254.0.0/16, RFC 3927) or private (RFC 1918).
    /// Clouds offer their machines managed identities there: at 169.254.169.254 to a virtual machine, at an address such as
    /// 172.16.5.3 to a container of App Service.
    ///
    /// The Internet does not route such addresses, and no proxy is used for them. The default is false, so that no URL or
    /// redirect written by somebody else leads there.
    public var allowsPrivateAddress = false
    /// The path of a PEM file with a certificate chain, the client's own first, and its unencrypted key, for a server that
    /// asks for one in the TLS handshake. A redirect to another origin is followed without it. The default is nil.
    public var clientCertificate: String?
    /// Whether the URL is a credential as a whole, such as that of an upload session. Messages and logs show its origin
    /// only.
    public var urlIsSecret = false
    /// Whether the request can be carried out twice with the effect of once, where its method says something else: true
    /// for a POST that only reads, which is retried as a GET is; false for a PUT that makes another item each time. The
    /// default is nil, for what the method says.
    public var isSafeToRepeat: Bool?

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

    public struct Timeouts: Sendable, Hashable {
        /// The limit for name lookup, connection and TLS handshake together.
        public var connect: Duration
        /// The limit for everything, including redirects and the reading of a streamed body; nil for none.
        public var total: Duration?
        /// The limit for a pause: no complete header, and no byte of a body in either direction. Time in which a streamed
        /// body is not read does not count.
        public var stall: Duration
        /// The limit for the pause in which the server works: from the last byte of the request to the complete header of
        /// the response. Nil where `stall` limits this pause, too.
        public var response: Duration?

        public init(
            connect: Duration = .seconds(10), total: Duration? = .seconds(100), stall: Duration = .seconds(30),
            response: Duration? = nil
        ) {
            self.connect = connect
            self.total = total
            self.stall = stall
            self.response = response
        }
    }

    public enum Redirects: Sendable, Hashable {
        /// A 3xx is returned as the response.
        case refuse
        /// At most that many hops are followed, never from https to http. Of the headers another origin gets `Accept`,
        /// `Range` and `If-Range`, and those that describe a body.
        case follow(limit: Int)
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The request line, redacted.
    public var description: String {
        let shown = urlIsSecret ? RequestLog.redacted(secretURL: url) : RequestLog.redacted(url: url)
        return "\(method.escapingControlCharacters()) \(shown)"
    }

    public var debugDescription: String { description }

    /// Empty, because URLs carry codes and tokens, and `dump` prints stored text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
