import FoundationEssentials
import NIOHTTP1

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
