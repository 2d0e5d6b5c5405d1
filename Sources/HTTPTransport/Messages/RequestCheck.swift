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
            throw .invalidRequest(reason: "the header name \(field.name.escapingControlCharacters()) is not a token")
        }
        // These say where a message goes and where it ends; two opinions on that are how requests are smuggled.
        guard !framing.contains(where: field.isNamed) else {
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

    /// Looks at every byte whatever the first ones are, which is faster: it can be done for many at once.
    private static func isOneLine(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.reduce(0) { breaks, byte in breaks | (byte == 13 || byte == 10 || byte == 0 ? 1 : 0) } == 0
        }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isToken)
    }

    private static let framing = ["host", "content-length", "transfer-encoding"]
}
