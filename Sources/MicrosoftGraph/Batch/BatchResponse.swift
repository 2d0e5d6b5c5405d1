import Foundation
import HTTPTransport

/// What Graph answered to one request of a batch.
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

    public var isSuccess: Bool { (200..<400).contains(status) }

    /// The answer as one of a request that was sent alone.
    public var response: GraphResponse {
        GraphResponse(status: status, headers: ownHeaders, body: body ?? Data())
    }

    /// `{"id":…,"status":…,"headers":…,"body":…}` in one line, each value as the bytes that came.
    public var line: Data {
        var members = [
            ("id", JSONObjectText.quoted(request.id)), ("status", Data(String(status).utf8)),
            ("headers", headers ?? Data("{}".utf8)),
        ]
        if let body { members.append(("body", body)) }
        // Between values a line break is a space; within a string there is none (RFC 8259 section 7).
        return Data(Data.object(members).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
    }

    private var ownHeaders: HTTPHeaders {
        guard let object = headers.flatMap(JSONObjectText.init(wellFormed:)) else { return HTTPHeaders() }
        let pairs = object.names.compactMap { name in
            object[name].map { (name, JSONObjectText.string($0) ?? String(decoding: $0, as: UTF8.self)) }
        }
        return HTTPHeaders(pairs)
    }
}

extension BatchResponse {
    /// The answers in the body of a `$batch`, in the order of the requests.
    ///
    /// - Throws: `BatchError.unanswered` where requests are not in it.
    static func all(in body: Data, to requests: [BatchRequest]) throws -> [BatchResponse] {
        guard let elements = JSONObjectText(body)?.elements("responses") else { throw GraphError.notJSON(status: 200) }
        let asked = Dictionary(requests.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var found: [String: BatchResponse] = [:]
        for element in elements {
            guard let object = JSONObjectText(wellFormed: element), let key = object.string("id")?.lowercased(),
                let request = asked[key]
            else { continue }
            found[key] = BatchResponse(object, to: request)
        }
        let missing = requests.filter { found[$0.key] == nil }
        guard missing.isEmpty else { throw BatchError.unanswered(ids: missing.map(\.id)) }
        return requests.compactMap { found[$0.key] }
    }
}
