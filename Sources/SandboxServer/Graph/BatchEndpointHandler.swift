import FoundationEssentials
import NIOHTTP1

/// The `$batch` endpoint: up to twenty requests, each with its own response. The status of the batch says nothing
/// about them.
struct BatchEndpointHandler {
    private struct Item {
        let id: String
        let method: String
        let url: String
        let headers: HTTPHeaders
        let body: [UInt8]
        let dependencies: [String]
    }

    private static let limit = 20

    private let items: [Item]
    private let version: String
    private let authorization: String

    init(request: HTTPServerRequest, version: String) throws(GraphErrorResponse) {
        guard request.method == .POST else { throw .methodNotAllowed }
        guard let requests = JSON(parsing: request.body)?["requests"]?.array else {
            throw .badRequest("The body of a batch has to be an object with an array of requests.")
        }
        guard requests.count <= Self.limit else {
            throw .badRequest("A batch holds at most \(Self.limit) requests.")
        }
        var items: [Item] = []
        for json in requests { items.append(try Self.item(json)) }
        guard Set(items.map { $0.id.lowercased() }).count == items.count else {
            throw .badRequest("Two requests of the batch have the same id.")
        }
        self.items = items
        self.version = version
        authorization = request.header("Authorization") ?? ""
    }

    /// - Parameter handler: responds to a request of the batch; nil for a nested batch.
    func respond(with handler: (HTTPServerRequest) -> HTTPServerResponse?) -> GraphResult {
        var statuses: [String: UInt] = [:]
        let responses = items.map { item in
            let failed = item.dependencies.contains { !(200..<300).contains(statuses[$0] ?? 424) }
            let response = failed ? Self.failedDependency : handler(request(for: item)) ?? Self.nested
            statuses[item.id.lowercased()] = response.status.code
            return Self.json(for: response, id: item.id)
        }
        return .json(["responses": .array(responses)])
    }

    private static func item(_ json: JSON) throws(GraphErrorResponse) -> Item {
        guard let id = json["id"]?.string, let method = json["method"]?.string, let url = json["url"]?.string else {
            throw .badRequest("A request of the batch lacks its id, method or url.")
        }
        var headers = HTTPHeaders()
        for header in json["headers"]?.members ?? [] {
            headers.add(name: header.name, value: header.value.string ?? "")
        }
        return Item(
            id: id, method: method.uppercased(), url: url, headers: headers,
            body: try body(json["body"], headers: headers),
            dependencies: (json["dependsOn"]?.array ?? []).compactMap { $0.string?.lowercased() })
    }

    /// A body other than JSON is in base64url, as documented, here without padding.
    private static func body(_ json: JSON?, headers: HTTPHeaders) throws(GraphErrorResponse) -> [UInt8] {
        guard let json else { return [] }
        guard let type = headers.first(name: "Content-Type") else {
            throw .badRequest("A request of the batch has a body and no Content-Type.")
        }
        guard case .string(let text) = json, !type.lowercased().hasPrefix("application/json") else {
            return json.serialized()
        }
        guard let bytes = UnpaddedBase64URL.decode(text) else {
            throw .badRequest("The body of a request of the batch is not in base64url.")
        }
        return bytes
    }

    private func request(for item: Item) -> HTTPServerRequest {
        var headers = item.headers
        headers.replaceOrAdd(name: "Authorization", value: authorization)
        let path = item.url.hasPrefix("/") ? item.url : "/\(item.url)"
        return HTTPServerRequest(
            method: HTTPMethod(rawValue: item.method), target: "/\(version)\(path)", headers: headers,
            body: item.body)
    }

    private static func json(for response: HTTPServerResponse, id: String) -> JSON {
        var headers: [JSON.Member] = []
        for name in ["Content-Type", "Retry-After", "WWW-Authenticate", "Location"] {
            guard let value = response.headers.first(name: name) else { continue }
            headers.append(JSON.Member(name: name, value: .string(value)))
        }
        var json: JSON = [
            "id": .string(id), "status": .integer(Int(response.status.code)), "headers": .object(headers),
        ]
        guard !response.body.isEmpty else { return json }
        let isJSON = response.headers.first(name: "Content-Type")?.hasPrefix("application/json") ?? false
        json["body"] =
            isJSON
            ? .verbatim(String(decoding: response.body, as: UTF8.self))
            : .string(Data(response.body).base64EncodedString())
        return json
    }

    private static var failedDependency: HTTPServerResponse {
        let message = "A request this one depends on has failed."
        return GraphResult.json(["error": ["code": "FailedDependency", "message": .string(message)]]).response
            .with(status: .failedDependency)
    }

    private static var nested: HTTPServerResponse {
        GraphResult.json(["error": ["code": "BadRequest", "message": "A batch cannot hold a batch."]]).response
            .with(status: .badRequest)
    }
}
