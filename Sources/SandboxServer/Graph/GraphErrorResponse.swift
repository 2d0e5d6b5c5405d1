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
        GraphError(.badRequest, "BadRequest", "Nothing in Graph answers to the segment '\(segment)'.")
    }

    static func unknownProperty(_ name: String, type: String) -> GraphError {
        GraphError(.badRequest, "BadRequest", "The type '\(type)' has no property '\(name)'.")
    }

    static func unsupportedQuery(_ message: String) -> GraphError {
        GraphError(.badRequest, "Request_UnsupportedQuery", message)
    }

    static let methodNotAllowed = GraphError(
        .methodNotAllowed, "Request_BadRequest", "This address does not take that method.")

    static func noSuchObject(_ id: String) -> GraphError {
        GraphError(
            .notFound, "Request_ResourceNotFound",
            "The directory holds no object '\(id)'.")
    }

    static let noSuchItem = GraphError(
        .notFound, "ErrorItemNotFound", "The mailbox holds no such item.")

    static let denied = GraphError(
        .forbidden, "Authorization_RequestDenied", "The token lacks the privileges for this operation.")

    static let mailboxDenied = GraphError(
        .forbidden, "ErrorAccessDenied", "The token does not open this mailbox.")

    static let driveDenied = GraphError(.forbidden, "accessDenied", "The token does not open this drive.")

    static let applicationHasNoMe = GraphError.badRequest(
        "/me needs a signed-in user, and this token is an application's.")

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

/// The two ids of a request to Graph: the service's own, and the caller's, which stands in for it if there is none.
struct GraphRequestIDs {
    let request = RandomID.guid()
    let client: String

    init(_ request: Request) {
        client = request.header("client-request-id").flatMap(RandomID.normalizedGUID) ?? self.request
    }
}
