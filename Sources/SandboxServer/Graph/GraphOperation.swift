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
