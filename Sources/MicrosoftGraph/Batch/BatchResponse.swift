import FoundationEssentials
import HTTPTransport

/// The response of Graph to one request of a batch.
public struct BatchResponse: Sendable {
    public let request: BatchRequest
    public let status: Int
    private let headers: Data?
    /// JSON text, as the server sent it.
    var body: Data?
    /// The error that kept further pages of the collection from being fetched; nil where none was wanted or all were received.
    public internal(set) var pagingError: (any Error)?

    /// - Parameter object: an element of `responses`.
    init?(_ object: JSONObjectText, to request: BatchRequest) {
        guard let status = object.integer("status") else { return nil }
        self.request = request
        self.status = status
        headers = object["headers"]
        body = object["body"]
    }

    /// The response of Graph to a request whose predecessor failed. Graph gives it within a batch; a request that has to
    /// wait for another batch gets it here, and is not sent.
    init(failedDependencyOf request: BatchRequest) {
        self.request = request
        status = 424
        headers = nil
        body = Data(
            #"{"error":{"code":"FailedDependency","message":"The request that it depends on has failed."}}"#.utf8)
    }

    /// Whether the status is 2xx or 3xx. In a batch, Graph responds to a download with the redirect that it is, which is all
    /// that such a request can bring; requests that depend on it are carried out.
    public var isFulfilled: Bool { (200..<400).contains(status) }

    /// The same response as if the request had been sent alone.
    public var response: GraphResponse {
        GraphResponse(status: status, headers: parsedHeaders, body: body ?? Data())
    }

    /// The members of its line, each value as the bytes that the server sent.
    var members: [(name: String, value: Data)] {
        [("status", Data(String(status).utf8)), ("headers", headers ?? Data("{}".utf8))]
            + (body.map { [("body", $0)] } ?? [])
    }

    private var parsedHeaders: HTTPHeaders {
        headers.flatMap(JSONObjectText.init(wellFormed:)).map(HTTPHeaders.init) ?? HTTPHeaders()
    }
}
