import FoundationEssentials
import HTTPTransport

/// The response of Graph to one request of a batch.
public struct BatchResponse: Sendable {
    public let request: BatchRequest
    public let status: Int
    private let headers: Data?
    private let body: Data?

    /// - Parameter object: an element of `responses`.
    init?(_ object: JSONObjectText, to request: BatchRequest) {
        guard let status = object.integer("status") else { return nil }
        self.request = request
        self.status = status
        headers = object["headers"]
        body = object["body"]
    }

    /// Whether the status is 2xx or 3xx.
    public var isSuccess: Bool { (200..<400).contains(status) }

    /// The same response as if the request had been sent alone.
    public var response: GraphResponse {
        GraphResponse(status: status, headers: parsedHeaders, body: body ?? Data())
    }

    /// `{"id":…,"status":…,"headers":…,"body":…}` in one line, each value as the bytes that the server sent.
    public var line: Data {
        var members = [
            ("id", JSONObjectText.quoted(request.id)), ("status", Data(String(status).utf8)),
            ("headers", headers ?? Data("{}".utf8)),
        ]
        if let body { members.append(("body", body)) }
        // A line break between tokens is like a space; a string cannot have one (RFC 8259 §7).
        return Data(JSONObjectText.object(members).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    }

    private var parsedHeaders: HTTPHeaders {
        guard let object = headers.flatMap(JSONObjectText.init(wellFormed:)) else { return HTTPHeaders() }
        let pairs = object.names.compactMap { name in
            object[name].map { (name, JSONObjectText.string($0) ?? String(decoding: $0, as: UTF8.self)) }
        }
        return HTTPHeaders(pairs)
    }

    /// The responses in the body of a `$batch`, in the order of the requests.
    ///
    /// - Throws: `BatchError.missingResponses`, or `GraphError.notJSON` for another document.
    static func all(in body: Data, to requests: [BatchRequest]) throws -> [BatchResponse] {
        guard let elements = JSONObjectText(body)?.elements("responses") else { throw GraphError.notJSON(status: 200) }
        let expected = Dictionary(requests.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var found: [String: BatchResponse] = [:]
        for element in elements {
            guard let object = JSONObjectText(wellFormed: element), let key = object.string("id")?.lowercased(),
                let request = expected[key]
            else { continue }
            found[key] = BatchResponse(object, to: request)
        }
        let missing = requests.filter { found[$0.key] == nil }
        guard missing.isEmpty else { throw BatchError.missingResponses(ids: missing.map(\.id)) }
        return requests.compactMap { found[$0.key] }
    }
}
