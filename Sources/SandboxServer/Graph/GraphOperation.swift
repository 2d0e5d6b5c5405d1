import NIOHTTP1

/// One authenticated operation on its way to its handler.
struct GraphCall {
    let request: Request
    let path: GraphPath
    let parameters: [String: String]
    let token: AccessToken
    let emulation: Emulation

    var query: ODataQuery { ODataQuery(request.query) }

    /// Advanced directory queries work on an index that lags behind, and have to say that they know.
    var hasEventualConsistency: Bool {
        request.header("ConsistencyLevel")?.lowercased() == "eventual"
    }

    var root: String { "\(emulation.base)/\(path.version)" }

    func context(_ fragment: String) -> JSON {
        .string("\(root)/$metadata#\(fragment)")
    }

    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// The signed-in identity; routes under `/me` are not reached without one.
    func identity() throws(GraphError) -> Identity {
        guard let identity = token.identity else { throw .applicationHasNoMe }
        return identity
    }

    func body() throws(GraphError) -> JSON {
        guard let body = JSON(parsing: request.body), body.members != nil else {
            throw .badRequest(
                "The body is not a JSON object.")
        }
        return body
    }
}

/// What a Graph operation gives back when it succeeds.
enum GraphAnswer {
    case json(JSON, status: HTTPResponseStatus = .ok)
    /// An operation with nothing to say, 202 or 204, but perhaps where to go on.
    case empty(HTTPResponseStatus, location: String? = nil)
    case text(String)
    case binary([UInt8], contentType: String)

    var response: Response {
        switch self {
        case .json(let json, let status):
            Response(status: status, contentType: Self.jsonType, body: json.serialized())
        case .empty(let status, let location): Response(status: status).located(at: location)
        case .text(let text): Response(status: .ok, contentType: "text/plain", body: Array(text.utf8))
        case .binary(let bytes, let type): Response(status: .ok, contentType: type, body: bytes)
        }
    }

    static let jsonType =
        "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"
}

extension Response {
    fileprivate func located(at place: String?) -> Response {
        var copy = self
        if let place { copy.headers.add(name: "Location", value: place) }
        return copy
    }
}
