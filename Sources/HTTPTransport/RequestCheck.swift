/// Refuses requests that must not be sent, before anything is.
struct RequestCheck {
    /// Where the request goes, once nothing speaks against sending it.
    static func origin(of request: HTTPRequest) throws(HTTPError) -> HTTPOrigin {
        try checkMethod(request.method)
        for field in request.headers { try checkField(field) }
        let origin = try CurlURL(request.url).origin()
        let staysHere = origin.isLoopback || (request.allowsLinkLocal && origin.isLinkLocal)
        guard origin.scheme == "https" || staysHere else { throw .insecureURL(host: origin.host) }
        return origin
    }

    private static func checkMethod(_ method: String) throws(HTTPError) {
        guard isToken(method) else { throw .invalidRequest(reason: "the method holds characters that none may have") }
    }

    private static func checkField(_ field: HTTPHeaders.Field) throws(HTTPError) {
        guard isToken(field.name) else {
            throw .invalidRequest(reason: "the header name \(escapingControlCharacters(field.name)) is not a token")
        }
        // These say where a message goes and where it ends; two opinions on that are how requests are smuggled.
        guard !framing.contains(field.name.lowercased()) else {
            throw .invalidRequest(reason: "the header \(field.name) is set by the transport")
        }
        guard isSafe(field.value) else {
            throw .invalidRequest(reason: "the value of the header \(field.name) holds a line break or a NUL")
        }
    }

    private static func isSafe(_ value: HTTPHeaders.Field.Value) -> Bool {
        switch value {
        case .text(let text): isOneLine(text)
        case .secret(let secret): isOneLine(secret.expose())
        }
    }

    private static func isOneLine(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != 13 && $0 != 10 && $0 != 0 }
    }

    /// RFC 9110 §5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(tokenBytes.contains)
    }

    private static let framing: Set<String> = ["host", "content-length", "transfer-encoding"]

    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}
