import FoundationEssentials
import NIOHTTP1

/// Validates the access token of a request and checks its permissions.
struct GraphAuthorizer {
    let sandbox: SandboxState

    func authenticate(_ request: HTTPServerRequest) throws(GraphErrorResponse) -> IssuedAccessToken {
        let base = sandbox.host.login
        guard let text = request.bearerToken else { throw .emptyToken(base: base) }
        guard let token = sandbox.accessTokens[text] else { throw .unreadableToken(text, base: base) }
        guard token.resource == .graph, token.cloud == sandbox.host.cloud else { throw .otherAudience(base: base) }
        guard token.expires > sandbox.clock.seconds else {
            throw .expiredToken(isOpaque: token.identity?.account.isPersonal ?? false, base: base)
        }
        if let time = token.revoked { throw .revokedToken(at: time, base: base) }
        return token
    }

    func authorize(_ token: IssuedAccessToken, for route: GraphRoute) throws(GraphErrorResponse) {
        if route.isAboutMe, token.identity == nil { throw .applicationHasNoMe }
        if case .workAccounts = route.audience, token.identity?.account.isPersonal == true {
            throw .workAccountsOnly(base: sandbox.host.login)
        }
        guard route.permissions.contains(where: { token.permissions.contains($0) }) else { throw route.denial }
    }

    /// The response with the user or application and the tenant of the token, valid or not, for the request log.
    func attribute(_ response: HTTPServerResponse, to request: HTTPServerRequest) -> HTTPServerResponse {
        guard let token = request.bearerToken.flatMap({ sandbox.accessTokens[$0] }) else { return response }
        return response.attributed(
            to: token.identity?.account.username ?? token.application.name, in: token.tenant.name)
    }
}

/// The errors with status 401.
extension GraphErrorResponse {
    static func emptyToken(base: String) -> GraphErrorResponse {
        unauthenticated("Access token is empty.", base: base)
    }

    /// Graph takes a token with a dot for a JWT and any other for an opaque token; the messages differ.
    static func unreadableToken(_ token: String, base: String) -> GraphErrorResponse {
        let message =
            token.contains(".")
            ? "IDX14100: JWT is not well formed, there are no dots (.)."
            : "CompactToken parsing failed with error code: 80049217"
        return unauthenticated(message, base: base)
    }

    static func expiredToken(isOpaque: Bool, base: String) -> GraphErrorResponse {
        let message =
            isOpaque
            ? "CompactToken validation failed with reason code: 80049228."
            : "Lifetime validation failed, the token is expired."
        return unauthenticated(message, base: base)
    }

    static func otherAudience(base: String) -> GraphErrorResponse {
        unauthenticated("Access token validation failure. Invalid audience.", base: base)
    }

    /// Microsoft documents a 401 for tokens of personal accounts on APIs for work accounts only.
    static func workAccountsOnly(base: String) -> GraphErrorResponse {
        GraphErrorResponse(.unauthorized, code: "UnknownError", "", challenge: challenge(base: base))
    }

    /// The claims challenge of continuous access evaluation: a token issued after the revocation satisfies its `nbf`.
    static func revokedToken(at time: Int, base: String) -> GraphErrorResponse {
        let claims: JSON = ["access_token": ["nbf": ["essential": true, "value": .string(String(time))]]]
        let encoded = Data(claims.serialized()).base64EncodedString()
        return GraphErrorResponse(
            .unauthorized, code: "InvalidAuthenticationToken",
            "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: "
                + "TokenIssuedBeforeRevocationTimestamp",
            challenge: challenge(base: base) + ", error=\"insufficient_claims\", claims=\"\(encoded)\"")
    }

    private static func unauthenticated(_ message: String, base: String) -> GraphErrorResponse {
        GraphErrorResponse(.unauthorized, code: "InvalidAuthenticationToken", message, challenge: challenge(base: base))
    }

    private static func challenge(base: String) -> String {
        "Bearer realm=\"\", authorization_uri=\"\(base)/common/oauth2/authorize\", "
            + "client_id=\"\(APIResource.graph.appID)\""
    }
}
