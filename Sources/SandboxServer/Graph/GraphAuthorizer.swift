import FoundationEssentials
import NIOHTTP1

/// Decides who is calling and whether they may.
struct GraphGate {
    let emulation: Emulation

    func authenticate(_ request: Request) throws(GraphError) -> AccessToken {
        let base = emulation.origin.login
        guard let text = request.bearerToken else { throw .emptyToken(base: base) }
        guard let token = emulation.accessTokens[text] else { throw .unreadableToken(text, base: base) }
        guard token.resource == .graph, token.cloud == emulation.origin.cloud else { throw .otherAudience(base: base) }
        guard token.expires > emulation.clock.seconds else {
            throw .expiredToken(isOpaque: token.identity?.account.isPersonal ?? false, base: base)
        }
        if let time = token.revoked { throw .revokedToken(at: time, base: base) }
        return token
    }

    func authorize(_ token: AccessToken, for route: GraphRoute) throws(GraphError) {
        if route.isAboutMe, token.identity == nil { throw .applicationHasNoMe }
        if case .workAccounts = route.audience, token.identity?.account.isPersonal == true {
            throw .workAccountsOnly(base: emulation.origin.login)
        }
        guard route.permissions.contains(where: { token.permissions.contains($0) }) else { throw route.denial }
    }

    /// Whose token it is, good or not, for the request log.
    func caller(of request: Request) -> String? {
        guard let token = request.bearerToken.flatMap({ emulation.accessTokens[$0] }) else { return nil }
        return token.identity?.account.username ?? token.application.name
    }
}

/// The refusals that end in 401.
extension GraphError {
    static func emptyToken(base: String) -> GraphError {
        unauthenticated("Access token is empty.", base: base)
    }

    /// A JWT and an opaque token that cannot be read are told apart by their shape alone.
    static func unreadableToken(_ token: String, base: String) -> GraphError {
        let message =
            token.contains(".")
            ? "IDX14100: JWT is not well formed, there are no dots (.)."
            : "CompactToken parsing failed with error code: 80049217"
        return unauthenticated(message, base: base)
    }

    static func expiredToken(isOpaque: Bool, base: String) -> GraphError {
        let message =
            isOpaque
            ? "CompactToken validation failed with reason code: 80049228."
            : "Lifetime validation failed, the token is expired."
        return unauthenticated(message, base: base)
    }

    static func otherAudience(base: String) -> GraphError {
        unauthenticated("Access token validation failure. Invalid audience.", base: base)
    }

    /// Microsoft documents a 401 for a personal account's token on an API that is for work accounts only.
    static func workAccountsOnly(base: String) -> GraphError {
        GraphError(.unauthorized, "UnknownError", "", challenge: challenge(base: base))
    }

    /// The token was good until its grant was revoked; a new sign-in that satisfies the claims will do.
    static func revokedToken(at time: Int, base: String) -> GraphError {
        let claims: JSON = ["access_token": ["nbf": ["essential": true, "value": .string(String(time))]]]
        let encoded = Data(claims.serialized()).base64EncodedString()
        return GraphError(
            .unauthorized, "InvalidAuthenticationToken",
            "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: "
                + "TokenIssuedBeforeRevocationTimestamp",
            challenge: challenge(base: base) + ", error=\"insufficient_claims\", claims=\"\(encoded)\"")
    }

    private static func unauthenticated(_ message: String, base: String) -> GraphError {
        GraphError(.unauthorized, "InvalidAuthenticationToken", message, challenge: challenge(base: base))
    }

    private static func challenge(base: String) -> String {
        "Bearer realm=\"\", authorization_uri=\"\(base)/common/oauth2/authorize\", "
            + "client_id=\"\(Resource.graph.appID)\""
    }
}
