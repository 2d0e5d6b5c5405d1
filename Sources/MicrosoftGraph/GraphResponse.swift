import Foundation
import HTTPTransport

/// One answer of Graph with its whole body.
public struct GraphResponse: Hashable, Sendable {
    public let status: Int
    public let headers: HTTPHeaders
    public let body: Data

    public init(status: Int, headers: HTTPHeaders, body: Data) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public var isSuccess: Bool { (200..<400).contains(status) }

    /// The error that the body describes; nil when it describes none.
    public var error: GraphServiceError? { GraphServiceError(body) }
}

/// The error object of Graph's documented error response.
public struct GraphServiceError: Hashable, Sendable, Decodable {
    /// May be empty: some services send none.
    public let code: String
    /// For people; it changes without notice.
    public let message: String
    /// What Microsoft's support asks for.
    public let requestID: String?
    /// When it happened by the server's clock, as it wrote it.
    public let date: String?

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
