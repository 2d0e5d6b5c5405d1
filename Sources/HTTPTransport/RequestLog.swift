/// Records requests and responses: request line and header fields, status line and header fields, times and sizes.
///
/// Bodies are never recorded. A secret is `<redacted>`, whether it is a ``Secret``, the value of a header known to hold
/// credentials, or a query value known to be one. Control characters are escaped. Each event is one call of the writer, with
/// `\n` between lines and none at the end; `[n]` numbers the requests, which may overlap.
public struct RequestLog: Sendable {
    private let write: @Sendable (String) -> Void

    public init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    /// The URL without its secrets, for messages and logs.
    public static func redacted(url: String) -> String {
        URLRedaction.redacted(url)
    }

    func requestStarts(_ id: Int, _ request: HTTPRequest) {
        var lines = ["> \(request)"] + request.headers.map { "> \(Self.line($0))" }
        if let body = request.body { lines.append("> (\(body.description.escapingControlCharacters()))") }
        emit(id, lines)
    }

    func responseStarts(_ id: Int, _ head: ResponseHead, after elapsed: Duration) {
        let status = "< \(head.version.escapingControlCharacters()) \(head.status) in \(Self.milliseconds(elapsed)) ms"
        emit(id, [status] + head.headers.map { "< \(Self.line($0))" })
    }

    func responseEnds(_ id: Int, bytes: Int, after elapsed: Duration) {
        emit(id, ["= \(bytes) bytes in \(Self.milliseconds(elapsed)) ms"])
    }

    func requestFails(_ id: Int, _ error: HTTPError, after elapsed: Duration) {
        emit(id, ["! \("\(error)".escapingControlCharacters()) after \(Self.milliseconds(elapsed)) ms"])
    }

    private func emit(_ id: Int, _ lines: [String]) {
        write(lines.map { "[\(id)] \($0)" }.joined(separator: "\n"))
    }

    private static func line(_ field: HTTPHeaders.Field) -> String {
        "\(field.name.escapingControlCharacters()): \(shown(field))"
    }

    private static func shown(_ field: HTTPHeaders.Field) -> String {
        guard case .text(let text) = field.value, !SensitiveName.isHeader(field.name) else { return Secret.placeholder }
        return SensitiveName.isURLHeader(field.name) ? redacted(url: text) : text.escapingControlCharacters()
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
    }
}

/// Hides the secrets of a URL and leaves the rest unchanged, so that a log line still tells the requests apart.
private enum URLRedaction {
    /// Hides the values of sensitive names in the query and in the fragment, and everything before an `@`.
    static func redacted(_ url: String) -> String {
        let (beforeFragment, fragment) = split(url, at: "#")
        let (path, query) = split(beforeFragment, at: "?")
        var result = withoutUserInfo(path)
        if let query { result += "?" + redactedPairs(query) }
        if let fragment { result += "#" + redactedPairs(fragment) }
        return result.escapingControlCharacters()
    }

    private static func split(_ text: String, at separator: Character) -> (String, String?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }

    private static func redactedPairs(_ query: String) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let (name, value) = split(String(pair), at: "=")
            // To the server, `%63ode` is `code`.
            guard value != nil, SensitiveName.isQuery(PercentEncoding.decode(name)) else { return String(pair) }
            return "\(name)=\(Secret.placeholder)"
        }.joined(separator: "&")
    }

    private static func withoutUserInfo(_ text: String) -> String {
        guard let slashes = text.firstRange(of: "//") else { return text }
        let authority = text[slashes.upperBound...].prefix { $0 != "/" && $0 != "\\" }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return text[..<slashes.upperBound] + Secret.placeholder + text[at...]
    }
}

/// The names whose values are secrets in any query, form or header.
enum SensitiveName {
    /// OAuth parameters, pre-signed storage URLs, and the usual names of API keys.
    static func isQuery(_ name: String) -> Bool {
        queryNames.contains(name.lowercased())
    }

    /// Headers that hold credentials. `secret` and `x-identity-header` belong to managed identity endpoints.
    static func isHeader(_ name: String) -> Bool {
        headerNames.contains(name.lowercased())
    }

    /// Headers that hold a URL, whose query may hold secrets.
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
