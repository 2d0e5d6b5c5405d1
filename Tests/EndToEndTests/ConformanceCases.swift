/// The cases, by the message in which the issuer departs from the specifications.
extension ConformanceTests {
    /// OpenID Connect Core 1.0 sections 2 and 3.1.3.7.
    ///
    /// A client that reads the ID token from the token endpoint may leave the signature out: the TLS certificate is in its
    /// place (section 3.1.3.7 item 6, and the suite's description of `invalid-sig-*`). So the key does not matter
    /// (`kid-absent-*`), and no `alg` is refused: section 2 forbids issuers to use `none` unless the client registered for
    /// it, which the user did, not `acct`, and item 7 only advises clients. The suite lets them accept it, too.
    static let idTokens = [
        Case("oidcc-client-test", .accepted),
        Case(
            "oidcc-client-test-invalid-iss", .refused("comes from another issuer"), [.claims: ["iss": #""URLinvalid""#]]
        ),
        Case("iss with a slash", .refused("comes from another issuer"), [.claims: ["iss": #""URL/""#]]),
        Case("missing iss", .refused("has no iss"), [.claims: ["iss": nil]]),
        Case("oidcc-client-test-missing-sub", .refused("has no sub"), [.claims: ["sub": nil]]),
        Case("empty sub", .refused("has no sub"), [.claims: ["sub": #""""#]]),
        Case("sub that is a number", .refused("cannot be read"), [.claims: ["sub": "1"]]),
        Case("oidcc-client-test-invalid-aud", .refused("is for another client"), [.claims: ["aud": #""x""#]]),
        Case("oidcc-client-test-missing-aud", .refused("has no aud"), [.claims: ["aud": nil]]),
        Case("several audiences of others", .refused("is for another client"), [.claims: ["aud": #"["x","y"]"#]]),
        Case("array with one audience", .accepted, [.claims: ["aud": #"["s6BhdRkqt3"]"#]]),
        Case("several audiences without azp", .refused("(azp)"), [.claims: ["aud": #"["s6BhdRkqt3","x"]"#]]),
        Case(
            "several audiences with azp", .accepted,
            [.claims: ["aud": #"["x","s6BhdRkqt3"]"#, "azp": #""s6BhdRkqt3""#]]),
        Case("azp of another client", .refused("issued to another client"), [.claims: ["azp": #""x""#]]),
        Case("oidcc-client-test-missing-iat", .refused("has no iat"), [.claims: ["iat": nil]]),
        Case("missing exp", .refused("has no exp"), [.claims: ["exp": nil]]),
        // A wrong local clock must not prevent a sign-in.
        Case("exp in the past, iat in the future", .accepted, [.claims: ["exp": "1", "iat": "4102444800"]]),
        Case("oidcc-client-test-nonce-invalid", .refused("nonce does not match"), [.claims: ["nonce": #""x""#]]),
        Case("missing nonce", .refused("nonce does not match"), [.claims: ["nonce": nil]]),
        Case("oidcc-client-test-kid-absent-single-jwks", .accepted, [.header: ["kid": nil]]),
        Case("oidcc-client-test-kid-absent-multiple-jwks", .accepted, [.header: ["kid": nil]]),
        Case("oidcc-client-test-idtoken-sig-rs256", .accepted),
        Case("oidcc-client-test-idtoken-sig-none", .accepted, [.header: ["alg": #""none""#]], signature: ""),
        Case("oidcc-client-test-invalid-sig-rs256", .accepted, signature: "aW52YWxpZA"),
        Case("oidcc-client-test-invalid-sig-es256", .accepted, [.header: ["alg": #""ES256""#]]),
        Case("oidcc-client-test-invalid-sig-hs256", .accepted, [.header: ["alg": #""HS256""#]]),
        Case(
            "oidcc-client-test-distributed-claims", .accepted,
            [.claims: ["_claim_names": #"{"a":"s"}"#, "_claim_sources": #"{"s":{"endpoint":"URL/a"}}"#]]),
        Case("invalid at_hash", .accepted, [.claims: ["at_hash": #""x""#]]),
        Case("unknown claims and parameters", .accepted, [.claims: ["x": "[1,{}]"], .header: ["typ": #""JWT""#]]),
        Case("name and email that are no text", .accepted, [.claims: ["name": "5", "email": "{}"]]),
        Case("encrypted ID token", .refused("cannot be read"), signature: "eA.eA.eA"),
    ]

    /// RFC 6749 section 5.1, OpenID Connect Core 1.0 section 3.1.3.3.
    static let tokenResponses = [
        Case("missing id_token", .refused("sent no ID token"), [.tokenResponse: ["id_token": nil]]),
        Case("id_token that is no JWT", .refused("cannot be read"), [.tokenResponse: ["id_token": #""x""#]]),
        Case("token_type in lower case", .accepted, [.tokenResponse: ["token_type": #""bearer""#]]),
        Case("token_type in upper case", .accepted, [.tokenResponse: ["token_type": #""BEARER""#]]),
        Case(
            "token_type of another kind", .refused(#"token of type "DPoP""#),
            [.tokenResponse: ["token_type": #""DPoP""#]]),
        Case("unknown members", .accepted, [.tokenResponse: ["x": #"{"y":[null]}"#, "not-before-policy": "0"]]),
        Case("expires_in as text", .accepted, [.tokenResponse: ["expires_in": #""3600""#]]),
        Case("expires_in with a fraction", .accepted, [.tokenResponse: ["expires_in": "3600.5"]]),
        Case("expires_in null", .accepted, [.tokenResponse: ["expires_in": "null"]]),
        Case("missing expires_in", .accepted, [.tokenResponse: ["expires_in": nil]]),
        Case("scope null", .accepted, [.tokenResponse: ["scope": "null"]]),
        Case("scope with more spaces", .accepted, [.tokenResponse: ["scope": #"" openid  profile ""#]]),
        Case("missing refresh_token", .accepted, [.tokenResponse: ["refresh_token": nil]]),
        Case("refresh_token null", .accepted, [.tokenResponse: ["refresh_token": "null"]]),
    ]

    /// OpenID Connect Discovery 1.0 sections 3 and 4.3.
    static let documents = [
        Case("oidcc-client-test-discovery-openid-config", .accepted),
        Case(
            "oidcc-client-test-discovery-issuer-mismatch", .refused("is for the issuer https://op.example."),
            [.discovery: ["issuer": #""https://op.example""#]]),
        Case("issuer with another path", .refused("is for the issuer"), [.discovery: ["issuer": #""URL/x""#]]),
        Case("issuer with a slash", .accepted, [.discovery: ["issuer": #""URL/""#], .claims: ["iss": #""URL/""#]]),
        Case("issuer alone with a slash", .refused("from another issuer"), [.discovery: ["issuer": #""URL/""#]]),
        Case("missing issuer", .refused("has no issuer"), [.discovery: ["issuer": nil]]),
        Case("missing token_endpoint", .refused("has no token_endpoint"), [.discovery: ["token_endpoint": nil]]),
        Case(
            "missing authorization_endpoint", .refused("has no authorization_endpoint"),
            [.discovery: ["authorization_endpoint": nil]]),
        Case("missing jwks_uri", .accepted, [.discovery: ["jwks_uri": nil, "response_types_supported": nil]]),
        Case("unknown members", .accepted, [.discovery: ["x": #"{"y":[null]}"#, "end_session_endpoint": "null"]]),
        Case(
            "endpoint over http", .refused("is not a valid https address"),
            [.discovery: ["token_endpoint": #""http://op.example/t""#]]),
        Case(
            "relative endpoint", .refused("is not a valid https address"),
            [.discovery: ["token_endpoint": #""/token""#]]),
        Case(
            "endpoint with a fragment", .refused("is not a valid https address"),
            [.discovery: ["token_endpoint": #""URL/token#x""#]]),
        // Whichever member is read is the one that is checked.
        Case(
            "duplicated member", .refused("The discovery document at"),
            document: (200, #"{"issuer":"https://op.example","issuer":"https://op.example/x"}"#)),
        Case("document in HTML", .refused("no discovery document"), document: (200, "<html></html>")),
        Case("document that is an array", .refused("no discovery document"), document: (200, "[]")),
        Case("empty document", .refused("no discovery document"), document: (200, "")),
        Case("no document", .refused("status 404 and no discovery document"), document: (404, "")),
    ]

    /// RFC 6749 section 4.1.2, RFC 9207, OAuth 2.0 Form Post Response Mode.
    static let redirects = [
        Case("iss of the issuer", .accepted, [.redirect: ["iss": "URL"]]),
        Case(
            "iss of another issuer", .refused("is one of another issuer (https://op.example)"),
            [.redirect: ["iss": "https%3A%2F%2Fop.example"]]),
        Case(
            "iss of another issuer beside an error", .refused("is one of another issuer (https://op.example)"),
            [.redirect: ["code": nil, "error": "access_denied", "iss": "https%3A%2F%2Fop.example"]]),
        Case("empty iss", .refused("does not name the issuer"), [.redirect: ["iss": ""]]),
        Case(
            "missing iss that the issuer promises", .refused("does not name the issuer"),
            [.discovery: ["authorization_response_iss_parameter_supported": "true"]]),
        Case(
            "iss that the issuer promises", .accepted,
            [.discovery: ["authorization_response_iss_parameter_supported": "true"], .redirect: ["iss": "URL"]]),
        Case("unknown parameters", .accepted, [.redirect: ["session_state": "x.y", "scope": "openid+email", "x": ""]]),
        Case("missing code", .refused("has no authorization code"), [.redirect: ["code": nil]]),
        Case("empty code", .refused("has no authorization code"), [.redirect: ["code": ""]]),
        Case("two codes", .refused("has no authorization code"), [.redirect: ["code": "CODE&code=CODE"]]),
        Case(
            "oidcc-client-test-form-post-error", .refused("login_required"),
            [.redirect: ["code": nil, "error": "login_required"]]),
        Case(
            "access_denied", .refused(status: 2, "The sign-in was cancelled."),
            [.redirect: ["code": nil, "error": "access_denied"]]),
        Case(
            "error beside a code", .refused("Later"),
            [.redirect: ["error": "server_error", "error_description": "Later%0D%0A"]]),
    ]

    /// OpenID Connect Core 1.0 section 12.2.
    static let refreshes = [
        Case("oidcc-client-test-refresh-token", .accepted),
        Case(
            "oidcc-client-test-refresh-token-invalid-sub", .refused("was for another account"),
            [.refreshedClaims: ["sub": #""x""#]]),
        Case(
            "oidcc-client-test-refresh-token-invalid-aud", .refused("is for another client"),
            [.refreshedClaims: ["aud": #""x""#]]),
        Case(
            "oidcc-client-test-refresh-token-invalid-issuer", .refused("comes from another issuer"),
            [.refreshedClaims: ["iss": #""URLinvalid""#]]),
        Case("azp of another client", .refused("issued to another client"), [.refreshedClaims: ["azp": #""x""#]]),
        Case("missing iat", .refused("has no iat"), [.refreshedClaims: ["iat": nil]]),
        // Section 12.2 wants the first nonce or none. The token endpoint gave the token for this refresh token.
        Case("another nonce", .accepted, [.refreshedClaims: ["nonce": #""x""#]]),
        Case("no ID token", .accepted, [.refreshResponse: ["id_token": nil]]),
        Case("no refresh token", .accepted, [.refreshResponse: ["refresh_token": nil]]),
        Case("ID token that is no JWT", .refused("cannot be read"), [.refreshResponse: ["id_token": #""x""#]]),
    ]
}
