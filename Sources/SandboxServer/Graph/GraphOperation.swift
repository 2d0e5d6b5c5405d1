import NIOHTTP1

/// A request to Graph whose token has been authorized, as its handler gets it.
struct GraphOperation {
    let request: HTTPServerRequest
    let path: GraphPath
    let parameters: [String: String]
    let token: IssuedAccessToken
    let sandbox: SandboxState

    var query: ODataQueryOptions { ODataQueryOptions(request.query) }

    /// Whether the request opts in to advanced queries, whose index lags behind the directory.
    var hasEventualConsistency: Bool {
        request.header("ConsistencyLevel")?.lowercased() == "eventual"
    }

    var root: String { "\(sandbox.base)/\(path.version)" }

    func context(_ fragment: String) -> JSON {
        .string("\(root)/$metadata#\(fragment)")
    }

    /// An entity with the properties of `$select`, after the context that names them.
    ///
    /// - Parameters:
    ///   - set: the entity set, as in `users`.
    ///   - defaults: the properties without `$select`; nil for all.
    func entity(_ json: JSON, of set: String, defaults: [String]? = nil) -> JSON {
        let selection = PropertySelection(query.select, defaults: defaults)
        let context: JSON = ["@odata.context": context(selection.context(set) + "/$entity")]
        return context.merging(selection.apply(json))
    }

    func parameter(_ name: String) -> String { parameters[name] ?? "" }

    /// The signed-in user. Routes under `/me` require one.
    func identity() throws(GraphErrorResponse) -> TenantIdentity {
        guard let identity = token.identity else { throw .applicationHasNoMe }
        return identity
    }

    func body() throws(GraphErrorResponse) -> JSON {
        guard let body = JSON(parsing: request.body), body.members != nil else {
            throw .badRequest(
                "The body is not a JSON object.")
        }
        return body
    }
}

/// The result of a successful operation.
enum GraphResult {
    case json(JSON, status: HTTPResponseStatus = .ok)
    /// A response without a body, 202 or 204, with or without a `Location`.
    case empty(HTTPResponseStatus, location: String? = nil)
    case text(String)
    case binary([UInt8], contentType: String)

    var response: HTTPServerResponse {
        switch self {
        case .json(let json, let status):
            HTTPServerResponse(status: status, contentType: Self.jsonType, body: json.serialized())
        case .empty(let status, let location): HTTPServerResponse(status: status).with(location: location)
        case .text(let text): HTTPServerResponse(status: .ok, contentType: "text/plain", body: Array(text.utf8))
        case .binary(let bytes, let type): HTTPServerResponse(status: .ok, contentType: type, body: bytes)
        }
    }

    static let jsonType =
        "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"
}

extension HTTPServerResponse {
    fileprivate func with(location: String?) -> HTTPServerResponse {
        var copy = self
        if let location { copy.headers.add(name: "Location", value: location) }
        return copy
    }
}
