import NIOHTTP1

/// A refusal in Graph's shape: a status, a code for programs and a message for people.
struct GraphError: Error {
    let status: HTTPResponseStatus
    let code: String
    let message: String
    /// The challenge of a 401.
    var challenge: String?

    init(_ status: HTTPResponseStatus, _ code: String, _ message: String, challenge: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.challenge = challenge
    }

    static func badRequest(_ message: String) -> GraphError {
        GraphError(.badRequest, "BadRequest", message)
    }

    static func unknownSegment(_ segment: String) -> GraphError {
        GraphError(.badRequest, "BadRequest", "Resource not found for the segment '\(segment)'.")
    }

    static func unknownProperty(_ name: String, type: String) -> GraphError {
        GraphError(.badRequest, "BadRequest", "Could not find a property named '\(name)' on type '\(type)'.")
    }

    static func unsupportedQuery(_ message: String) -> GraphError {
        GraphError(.badRequest, "Request_UnsupportedQuery", message)
    }

    static let methodNotAllowed = GraphError(
        .methodNotAllowed, "Request_BadRequest", "Specified HTTP method is not allowed for the request target.")

    static func noSuchObject(_ id: String) -> GraphError {
        GraphError(
            .notFound, "Request_ResourceNotFound",
            "Resource '\(id)' does not exist or one of its queried reference-property objects are not present.")
    }

    static let noSuchItem = GraphError(
        .notFound, "ErrorItemNotFound", "The specified object was not found in the store.")

    static let denied = GraphError(
        .forbidden, "Authorization_RequestDenied", "Insufficient privileges to complete the operation.")

    static let mailboxDenied = GraphError(
        .forbidden, "ErrorAccessDenied", "Access is denied. Check credentials and try again.")

    static let driveDenied = GraphError(.forbidden, "accessDenied", "Access denied")

    static let applicationHasNoMe = GraphError.badRequest(
        "/me request is only valid with delegated authentication flow.")

    func response(ids: GraphRequestIDs, time: Timestamp) -> Response {
        let inner: JSON = [
            "date": .string(time.graph), "request-id": .string(ids.request),
            "client-request-id": .string(ids.client),
        ]
        let error: JSON = ["code": .string(code), "message": .string(message), "innerError": inner]
        var response = GraphAnswer.json(["error": error], status: status).response
        if let challenge { response.headers.add(name: "WWW-Authenticate", value: challenge) }
        return response
    }
}
