/// The names whose values are secrets wherever they turn up: in a query, in a form, in a header somebody set as text.
enum SensitiveName {
    /// OAuth parameters, pre-signed storage URLs, and what other APIs call a key.
    static func isQuery(_ name: String) -> Bool {
        queryNames.contains(name.lowercased())
    }

    /// Headers that hold credentials. `secret` and `x-identity-header` are those of managed identity endpoints.
    static func isHeader(_ name: String) -> Bool {
        headerNames.contains(name.lowercased())
    }

    /// Headers that hold a URL, which may hold secrets in its query.
    static func isURLHeader(_ name: String) -> Bool {
        urlHeaderNames.contains(name.lowercased())
    }

    private static let queryNames: Set<String> = [
        "access_token", "api_key", "apikey", "assertion", "authkey", "client_assertion", "client_secret", "code",
        "code_verifier", "device_code", "id_token", "id_token_hint", "key", "nonce", "password", "refresh_token",
        "request", "sas", "secret", "session_state", "sig", "signature", "state", "subject_token", "tempauth",
        "token", "user_code", "x-amz-credential", "x-amz-security-token", "x-amz-signature", "x-goog-signature",
    ]

    private static let headerNames: Set<String> = [
        "authorization", "cookie", "ocp-apim-subscription-key", "proxy-authorization", "secret", "set-cookie",
        "x-api-key", "x-identity-header",
    ]

    private static let urlHeaderNames: Set<String> = [
        "azure-asyncoperation", "content-location", "link", "location", "operation-location", "referer",
    ]
}
