/// The names whose values are secrets in any query, form, header or JSON object.
enum SensitiveName {
    /// In a query or a form: OAuth parameters, pre-signed storage URLs, and the usual names of API keys.
    static func isQuery(_ name: String) -> Bool {
        queryNames.contains(name.lowercased())
    }

    /// Headers that hold credentials. `secret` and `x-identity-header` belong to managed identity endpoints.
    static func isHeader(_ name: String) -> Bool {
        headerNames.contains(name.lowercased())
    }

    /// Headers that hold a URL, which may be a secret or have some in its query.
    static func isURLHeader(_ name: String) -> Bool {
        urlHeaderNames.contains(name.lowercased())
    }

    /// A member of a JSON object: in a token response (`access_token`), in a resource of Graph (`secretText`,
    /// `passwordProfile.password`), or a pre-signed URL (`uploadUrl`, `@microsoft.graph.downloadUrl`). `code` is an
    /// error's in JSON. Or a header of a request in a batch.
    static func isMember(_ name: String) -> Bool {
        let words = name.lowercased().split { $0 == "." || $0 == "@" }.last ?? ""
        let bare = words.filter { $0 != "_" && $0 != "-" }
        return memberNames.contains(bare) || isHeader(name) || memberSuffixes.contains { bare.hasSuffix($0) }
    }

    private static let queryNames: Set<String> = [
        "access", "access_token", "api_key", "apikey", "assertion", "authkey", "authtoken", "client_assertion",
        "client_secret", "code", "code_verifier", "device_code", "id_token", "id_token_hint", "key", "nonce",
        "password",
        "refresh_token", "request", "sas", "secret", "session_state", "sig", "signature", "state", "subject_token",
        "tempauth", "token", "user_code", "x-amz-credential", "x-amz-security-token", "x-amz-signature",
        "x-goog-signature",
    ]

    private static let headerNames: Set<String> = [
        "authorization", "cookie", "ocp-apim-subscription-key", "proxy-authorization", "secret", "set-cookie",
        "x-api-key", "x-identity-header",
    ]

    private static let urlHeaderNames: Set<String> = [
        "azure-asyncoperation", "content-location", "link", "location", "operation-location", "referer",
    ]

    private static let memberNames: Set<String> = [
        "assertion", "clientstate", "codeverifier", "devicecode", "key", "passwordbase64", "pin", "privatekey",
        "secrettext", "temporaryaccesspass", "usercode",
    ]

    private static let memberSuffixes = ["assertion", "downloadurl", "password", "secret", "token", "uploadurl"]
}
