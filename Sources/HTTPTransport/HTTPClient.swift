import FoundationEssentials

/// Sends HTTP requests: ``CurlHTTPClient``, a wrapper such as ``RetryingHTTPClient``, or a test double.
///
/// A response of any status is a result. An error means that no complete response arrived.
public protocol HTTPClient: Sendable {
    /// Waits for the whole response. A body larger than the request's `bodyLimit` is ``HTTPError/bodyTooLarge(limit:)``.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

    /// Waits for the head of the response only. The body arrives as fast as it is read.
    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse
}

/// The reason why no complete response arrived.
///
/// Hosts are named, so that a message can name them too. No case holds a URL, a header or a body, so an error can be logged
/// anywhere.
public enum HTTPError: Error, Sendable, Hashable, Codable {
    /// Nothing was sent: the URL cannot be used, for the reason given.
    case unsupportedURL(String)
    /// Nothing was sent: the URL is plain http, to a host that is not this machine.
    case insecureURL(host: String)
    /// Nothing was sent: a method, header name or header value would change the framing of the request.
    case invalidRequest(reason: String)
    /// The file to be sent could not be opened or read.
    case unreadableBody(path: String, reason: String)
    /// The file changed or became shorter while it was sent. The server has no complete request.
    case changedBody(path: String)
    case cannotResolve(host: String)
    /// No connection was made, so the server saw nothing of the request.
    case cannotConnect(host: String, reason: String)
    /// The proxy refused to connect to the host, with this status. The proxy is named without credentials.
    case proxyRefused(host: String, proxy: String, status: Int)
    case timedOut(host: String, seconds: Double)
    /// The server's certificate is not accepted; nothing was sent.
    case untrustedCertificate(host: String, ServerCertificateProblem)
    /// The TLS handshake failed for another reason.
    case tls(host: String, reason: String)
    /// The client certificate in this file cannot be used; nothing was sent.
    case clientCertificate(path: String, ClientCertificateProblem)
    /// The server asks for a client certificate: there was none, or it does not accept the one in the file.
    case clientCertificateRefused(host: String, path: String?)
    /// The trusted certificate authorities cannot be read from this file.
    case unreadableAuthorities(path: String)
    case bodyTooLarge(limit: Int)
    /// The connection ended before the response was complete.
    case connectionLost(host: String, reason: String)
    case malformedResponse(host: String, reason: String)
    case tooManyRedirects(limit: Int)
    case refusedRedirect(reason: String)
    case cancelled
    /// libcurl is not installed, or is too old.
    case libraryMissing(reason: String)
    /// libcurl or this machine cannot do its part, such as for lack of memory.
    case libraryFailed(reason: String)

    /// Whether the same request may succeed a moment later.
    public var isTransient: Bool {
        switch self {
        case .cannotResolve, .cannotConnect, .timedOut, .connectionLost: true
        case .proxyRefused(_, _, let status): status >= 500
        default: false
        }
    }

    /// Whether the failure came before a connection, so that even a POST can be sent again without being done twice.
    public var isBeforeConnection: Bool {
        switch self {
        case .cannotResolve, .cannotConnect, .proxyRefused: true
        default: false
        }
    }
}

/// The reasons why a server's certificate is not accepted.
public enum ServerCertificateProblem: Hashable, Sendable, Codable {
    /// The authority that issued it is not trusted, for the reason that the TLS library gives.
    case unknownAuthority(reason: String)
    /// The certificate names other hosts.
    case otherHost
    case expired, notYetValid
}

/// The reasons why a PEM file cannot be used as the client's certificate in a TLS handshake.
public enum ClientCertificateProblem: Error, Hashable, Sendable, Codable {
    case unreadable, noCertificate, noKey, encryptedKey
    case expired(Date), notYetValid(Date)
    /// The TLS library's reason, such as a key that belongs to another certificate.
    case unusable(reason: String)
}
