import FoundationEssentials
import HTTPTransport

/// The end of one request of a batch: its response, or the reason why there is none.
public struct BatchResult: Sendable {
    public let request: BatchRequest
    public let outcome: Result<BatchResponse, BatchLoss>

    init(_ request: BatchRequest, _ outcome: Result<BatchResponse, BatchLoss>) {
        self.request = request
        self.outcome = outcome
    }

    /// Nil where no response arrived.
    public var response: BatchResponse? { try? outcome.get() }

    /// `{"id":…,"status":…,"headers":…,"body":…,"error":…}` in one line; the status is null where no response arrived.
    ///
    /// - Parameter error: JSON text that says why there is no response, or why it is not complete.
    public func line(error: Data? = nil) -> Data {
        let members =
            [("id", JSONString.quoted(request.id))] + (response?.members ?? [("status", Data("null".utf8))])
            + (error.map { [("error", $0)] } ?? [])
        // A line break between tokens is like a space; a string cannot have one (RFC 8259 §7).
        return Data(JSONObjectText.object(members).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    }

    /// The ends of the requests in the body of a `$batch`, in their order. Each response is judged on its own.
    ///
    /// - Parameter body: as received; of one that is cut off, the responses before the cut count.
    /// - Throws: `GraphError.notJSON` for a body without any responses.
    static func all(in body: Data, to requests: [BatchRequest]) throws(GraphError) -> [BatchResult] {
        guard let elements = JSONObjectText.completeElements("responses", of: body) else {
            throw .notJSON(status: 200)
        }
        let expected = Dictionary(requests.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var found: [String: Result<BatchResponse, BatchLoss>] = [:]
        for element in elements {
            guard let object = JSONObjectText(wellFormed: element), let key = object.string("id")?.lowercased(),
                let request = expected[key]
            else { continue }
            let response = JSONSyntax.isValue(element) ? BatchResponse(object, to: request) : nil
            found[key] = response.map { .success($0) } ?? .failure(.malformed)
        }
        return requests.map { BatchResult($0, found[$0.key] ?? .failure(.missing)) }
    }
}

/// The reason why a request that was sent in a batch has no response. A write may have been carried out.
public enum BatchLoss: Error, Hashable, Sendable {
    /// The response to the batch lacks this request.
    case missing
    /// The response to this request is not JSON, or has a member of another type.
    case malformed
    /// The response to the batch is not a document with responses.
    case notABatch
    /// A web page came in place of the response to the batch.
    case webPage
    /// The connection ended, the server was silent, or the task was cancelled before the response to the batch was complete.
    case network(HTTPError)
    /// The server failed at the batch as a whole, with this status.
    case serverError(status: Int)

    /// Nil for an error that came before the batch was sent, and for a refusal, which leaves nothing open.
    init?(_ error: any Error) {
        switch error {
        case GraphError.notJSON: self = .notABatch
        case GraphError.webPage: self = .webPage
        case BatchError.refused(let response, _) where response.status >= 500:
            self = .serverError(status: response.status)
        case let error as HTTPError where error.isAfterSending: self = .network(error)
        default: return nil
        }
    }
}

extension HTTPError {
    /// Whether the server may have received the request.
    fileprivate var isAfterSending: Bool {
        switch self {
        case .timedOut, .bodyTooLarge, .connectionLost, .malformedResponse, .tooManyRedirects, .refusedRedirect,
            .cancelled, .libraryFailed:
            true
        case .unsupportedURL, .insecureURL, .invalidRequest, .unreadableBody, .changedBody, .cannotResolve,
            .cannotConnect, .proxyRefused, .untrustedCertificate, .tls, .clientCertificate, .clientCertificateRefused,
            .unreadableAuthorities, .libraryMissing:
            false
        }
    }
}
