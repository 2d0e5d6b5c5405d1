import FoundationEssentials
import HTTPTransport

extension GraphClient {
    /// The requirements for the access token of the next request.
    ///
    /// `TokenRequest()` accepts any valid token. After a refusal both members belong in the token request: a cached token
    /// was refused, and the resource may have named the claims that the new one has to carry.
    public struct TokenRequest: Hashable, Sendable {
        /// Whether a cached token must not be used, because Graph has just refused it.
        public var forceRefresh: Bool
        /// The claims of the challenge in the refusal, as JSON text: the value of the `claims` parameter of a token
        /// request (OpenID Connect Core 1.0 §5.5). Nil when the refusal had no challenge.
        public var claims: String?

        public init(forceRefresh: Bool = false, claims: String? = nil) {
            self.forceRefresh = forceRefresh
            self.claims = claims
        }

        /// The requirements for the token of a second attempt; nil when the response does not refuse the token. A 403 does
        /// so where it demands claims, as services with Conditional Access authentication contexts do.
        ///
        /// - Parameter redirectedHost: a host outside of Graph that sent the response. It got no token, so it refused none,
        ///   and it must not choose the claims of the next one.
        init?(after status: Int, _ headers: HTTPHeaders, redirectedTo redirectedHost: String? = nil) {
            guard status == 401 || status == 403, redirectedHost == nil else { return nil }
            let claims = ClaimsChallenge.claims(in: headers)
            guard status == 401 || claims != nil else { return nil }
            self.init(forceRefresh: true, claims: claims)
        }
    }
}

/// The claims that a resource demands of the next token, for continuous access evaluation or an authentication context.
///
/// Documented for Microsoft's APIs as status 401, or 403, with
/// `WWW-Authenticate: Bearer … error="insufficient_claims", claims="<base64>"`.
enum ClaimsChallenge {
    /// The claims as JSON text; nil when the response demands none.
    static func claims(in headers: HTTPHeaders) -> String? {
        for challenge in AuthenticationChallenge.all(in: headers) where challenge.scheme == "bearer" {
            guard challenge.parameters["error"] == "insufficient_claims",
                let encoded = challenge.parameters["claims"], let claims = decode(encoded)
            else { continue }
            return claims
        }
        return nil
    }

    /// Services write standard or URL-safe base64, with padding or without.
    private static func decode(_ text: String) -> String? {
        guard let data = Data(base64URL: text), JSONValue(parsing: data)?.objectValue != nil else { return nil }
        return String(validating: data, as: UTF8.self)
    }
}
