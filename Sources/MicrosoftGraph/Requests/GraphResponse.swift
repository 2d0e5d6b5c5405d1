import FoundationEssentials
import HTTPTransport

/// A response of Graph with its whole body. Any status is a response.
public struct GraphResponse: Hashable, Sendable {
    public let status: Int
    /// The headers as received, such as `request-id` and `Retry-After`.
    public let headers: HTTPHeaders
    /// The decompressed body; empty for a 204.
    public let body: Data
    /// The host that sent the response, if a redirect or an upload session led to one outside of Graph; nil for a
    /// response of Graph. That host got no token.
    public let redirectedHost: String?
    /// Whether an earlier attempt at the request left open whether it was carried out: a 404 can then be the success of a
    /// DELETE.
    public private(set) var previousAttemptMayHaveSucceeded = false

    public init(status: Int, headers: HTTPHeaders, body: Data, redirectedHost: String? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.redirectedHost = redirectedHost
    }

    init(_ response: HTTPResponse) {
        self.init(
            status: response.status, headers: response.headers, body: response.body,
            redirectedHost: response.redirectedHost)
        previousAttemptMayHaveSucceeded = response.previousAttemptMayHaveSucceeded
    }

    /// Reads the whole body of a streamed response.
    ///
    /// - Throws: `HTTPError.bodyTooLarge` for a body of more than 64 MiB, and what reading throws.
    public init(reading response: HTTPStreamedResponse) async throws(HTTPError) {
        let limit = 64 << 20
        var body = Data()
        for try await piece in response.body {
            body += piece
            guard body.count <= limit else { throw .bodyTooLarge(limit: limit) }
        }
        self.init(
            status: response.status, headers: response.headers, body: body, redirectedHost: response.redirectedHost)
        previousAttemptMayHaveSucceeded = response.previousAttemptMayHaveSucceeded
    }

    /// Whether the status is 2xx or 304.
    public var isSuccess: Bool { Self.isSuccess(status) }

    /// Whether a status is 2xx or 304 (RFC 9110 §15.4.5). A redirect that was not followed is not a success.
    public static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) || status == 304 }

    /// Whether Graph is throttling or unavailable: the same request may succeed later.
    public static func isThrottledOrUnavailable(_ status: Int) -> Bool { [429, 503, 504, 509].contains(status) }

    /// The body as a JSON text (RFC 8259), whatever its strings hold, without a byte order mark; nil for another body.
    public var json: Data? {
        let text = body.withoutByteOrderMark
        return JSONSyntax.isValue(text) ? text : nil
    }

    /// Whether the body is not the JSON text that its `Content-Type` announces, such as one that was cut off.
    public var isMalformedJSON: Bool {
        let isJSON = mediaType == "application/json" || mediaType.hasSuffix("+json")
        return !body.isEmpty && isJSON && json == nil
    }

    /// Whether the body is a web page, such as that of a proxy or of a network that wants a sign-in of its own. Graph itself
    /// sends XML for `$metadata`.
    public var isWebPage: Bool {
        !["application/xml", "text/xml"].contains(mediaType) && headers.describesWebPage(body)
    }

    /// The type of the body in lower case, without parameters.
    private var mediaType: String {
        (headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased().trimmingASCIIWhitespace()
    }

    /// The error that the body describes; nil when it describes none.
    public var error: GraphServiceError? { GraphServiceError(body) }

    /// The id that Microsoft's support asks for: from the error, or else from the header, which every response has.
    public var requestID: String? { error?.requestID ?? headers["request-id"] }

    /// The time of the response as the service wrote it: UTC without a zone in an error (`2026-11-21T05:00:00`), an
    /// HTTP-date in the header.
    public var date: String? { error?.date ?? headers["Date"] }

    /// The same response in the form of a streamed one.
    func streamed(from url: String) -> HTTPStreamedResponse {
        var response = HTTPResponse(
            status: status, headers: headers, body: body, url: url, redirectedHost: redirectedHost)
        response.previousAttemptMayHaveSucceeded = previousAttemptMayHaveSucceeded
        return response.streamed
    }
}
