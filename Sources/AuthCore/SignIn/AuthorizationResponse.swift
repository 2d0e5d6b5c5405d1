/// What the browser brought back to the redirect URI (RFC 6749 sections 4.1.2 and 4.1.2.1).
enum AuthorizationResponse: Equatable {
    case code(String)
    case error(OAuthError)
    /// Not an answer to the request that is waiting.
    case wrongState
    case missingCode

    /// - Parameter issuer: compared with `iss` where the answer has one (RFC 9207).
    init(_ fields: FormFields, state: String, issuer: String) {
        guard fields["state"] == state else {
            self = .wrongState
            return
        }
        if let code = fields["error"] {
            self = .error(
                OAuthError(code: code, description: fields["error_description"], suberror: fields["error_subcode"]))
        } else if let named = fields["iss"], !issuer.contains("{"), named != issuer {
            self = .wrongState
        } else if let code = fields["code"], !code.isEmpty {
            self = .code(code)
        } else {
            self = .missingCode
        }
    }
}
