import Foundation
import HTTPTransport

/// One answer of Graph with its whole body.
public struct GraphResponse: Hashable, Sendable {
    public let status: Int
    /// As received, such as `request-id` and `Retry-After`.
    public let headers: HTTPHeaders
    /// Decompressed; empty for a 204.
    public let body: Data

    /// For a client of one's own, or a test.
    public init(status: Int, headers: HTTPHeaders, body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ response: HTTPResponse) {
        self.init(status: response.status, headers: response.headers, body: response.body)
    }

    /// Whether the status is 2xx or 3xx.
    public var isSuccess: Bool { (200..<400).contains(status) }

    /// The error that the body describes; nil when it describes none.
    public var error: GraphServiceError? { GraphServiceError(body) }

    /// What Microsoft's support asks for: from the error, or else from the header, which every answer has.
    public var requestID: String? { error?.requestID ?? headers["request-id"] }

    /// When the service answered, as it wrote it: UTC in an error (`2026-11-21T05:00:00`), an HTTP-date in the header.
    public var date: String? { error?.date ?? headers["Date"] }
}

/// The error object of Graph's documented error response.
public struct GraphServiceError: Hashable, Sendable, Decodable {
    /// May be empty: some services send none.
    public let code: String
    /// For people; it changes without notice.
    public let message: String
    /// What Microsoft's support asks for.
    public let requestID: String?
    /// UTC without saying so, such as `2026-11-21T05:00:00`.
    public let date: String?

    /// - Parameter body: of an answer; nil when it has no `error` object.
    public init?(_ body: Data) {
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: body) else { return nil }
        self = envelope.error
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        code = (try? members.decode(String.self, forKey: .code)) ?? ""
        message = (try? members.decode(String.self, forKey: .message)) ?? ""
        // Services spell it both ways.
        let inner =
            (try? members.decode(Inner.self, forKey: .innerError))
            ?? (try? members.decode(Inner.self, forKey: .innererror))
        requestID = inner?.requestID
        date = inner?.date
    }

    private struct Envelope: Decodable { let error: GraphServiceError }
    private struct Inner: Decodable {
        let requestID, date: String?
        enum CodingKeys: String, CodingKey {
            case date
            case requestID = "request-id"
        }
    }
    private enum Member: String, CodingKey { case code, message, innerError, innererror }
}
