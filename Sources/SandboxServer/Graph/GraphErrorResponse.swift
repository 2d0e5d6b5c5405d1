import NIOHTTP1

/// An error response of Graph: a status, an error code and a message.
struct GraphErrorResponse: Error {
    let status: HTTPResponseStatus
    let code: String
    let message: String
    /// The `WWW-Authenticate` header of a 401.
    var challenge: String?

    init(_ status: HTTPResponseStatus, code: String, _ message: String, challenge: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.challenge = challenge
    }

    static func badRequest(_ message: String) -> GraphErrorResponse {
        GraphErrorResponse(.badRequest, code: "BadRequest", message)
    }

    static func unknownSegment(_ segment: String) -> GraphErrorResponse {
        GraphErrorResponse(.badRequest, code: "BadRequest", "Nothing in Graph answers to the segment '\(segment)'.")
    }

    static func unknownProperty(_ name: String, type: String) -> GraphErrorResponse {
        GraphErrorResponse(.badRequest, code: "BadRequest", "The type '\(type)' has no property '\(name)'.")
    }

    static func unsupportedQuery(_ message: String) -> GraphErrorResponse {
        GraphErrorResponse(.badRequest, code: "Request_UnsupportedQuery", message)
    }

    static let methodNotAllowed = GraphErrorResponse(
        .methodNotAllowed, code: "Request_BadRequest", "This address does not take that method.")

    static func noSuchObject(_ id: String) -> GraphErrorResponse {
        GraphErrorResponse(
            .notFound, code: "Request_ResourceNotFound",
            "The directory holds no object '\(id)'.")
    }

    static let noSuchItem = GraphErrorResponse(
        .notFound, code: "ErrorItemNotFound", "The mailbox holds no such item.")

    static let denied = GraphErrorResponse(
        .forbidden, code: "Authorization_RequestDenied", "The token lacks the privileges for this operation.")

    static let mailboxDenied = GraphErrorResponse(
        .forbidden, code: "ErrorAccessDenied", "The token does not open this mailbox.")

    static let driveDenied = GraphErrorResponse(.forbidden, code: "accessDenied", "The token does not open this drive.")

    static let applicationHasNoMe = GraphErrorResponse.badRequest(
        "/me needs a signed-in user, and this token is an application's.")

    func response(ids: GraphRequestIDs, time: Timestamp) -> HTTPServerResponse {
        let inner: JSON = [
            "date": .string(time.graph), "request-id": .string(ids.request),
            "client-request-id": .string(ids.client),
        ]
        let error: JSON = ["code": .string(code), "message": .string(message), "innerError": inner]
        var response = GraphResult.json(["error": error], status: status).response
        if let challenge { response.headers.add(name: "WWW-Authenticate", value: challenge) }
        return response
    }
}

/// The `request-id` and `client-request-id` of a request. Without a `client-request-id` from the client both are the
/// same.
struct GraphRequestIDs {
    let request = RandomID.guid()
    let client: String

    init(_ request: HTTPServerRequest) {
        client = request.header("client-request-id").flatMap(RandomID.normalizedGUID) ?? self.request
    }
}
