/// Why no complete answer came. Hosts are named so that a sentence can be made of it; no case holds a URL, a header or a
/// body, so an error can be printed anywhere.
public enum HTTPError: Error, Sendable, Hashable {
    /// Refused before anything was sent: why the URL cannot be used.
    case unsupportedURL(String)
    /// Plain http to a host that is not this machine.
    case insecureURL(host: String)
    /// Refused before anything was sent: a method, header name or header value that would change the request's framing.
    case invalidRequest(reason: String)
    /// The file to be sent could not be opened or read.
    case unreadableBody(path: String, reason: String)
    case cannotResolve(host: String)
    /// No connection was made, so the server saw nothing of the request.
    case cannotConnect(host: String, reason: String)
    /// A proxy stands in the way, with the status of its answer. It is named without credentials.
    case proxyRefused(host: String, proxy: String, status: Int)
    case timedOut(host: String, seconds: Double)
    /// The handshake failed or the certificate is not trusted.
    case tls(host: String, reason: String)
    case bodyTooLarge(limit: Int)
    /// The connection ended before the answer was complete.
    case connectionLost(host: String, reason: String)
    case malformedResponse(host: String, reason: String)
    case tooManyRedirects(limit: Int)
    case refusedRedirect(reason: String)
    case cancelled
    /// libcurl is not installed, or is too old.
    case libraryMissing(reason: String)

    /// True when the same request may succeed a moment later.
    public var isTransient: Bool {
        switch self {
        case .cannotResolve, .cannotConnect, .timedOut, .connectionLost: true
        case .proxyRefused(_, _, let status): status >= 500
        default: false
        }
    }

    /// True when the failure came before a connection, so that even a POST can be sent again without being done twice.
    public var isBeforeConnection: Bool {
        switch self {
        case .cannotResolve, .cannotConnect, .proxyRefused: true
        default: false
        }
    }
}
