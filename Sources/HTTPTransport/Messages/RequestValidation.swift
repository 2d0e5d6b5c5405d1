extension HTTPRequest {
    /// Checks that the request may be sent: its URL, method and headers are valid, and nothing goes elsewhere in the clear.
    package func validate() throws(HTTPError) { _ = try RequestValidation.origin(of: self) }
}

/// Refuses requests that must not be sent, before a connection is made.
enum RequestValidation {
    /// The origin that a request goes to.
    ///
    /// - Throws: the reason why the request must not be sent.
    static func origin(of request: HTTPRequest) throws(HTTPError) -> HTTPOrigin {
        guard isToken(request.method) else { throw .invalidRequest(reason: "the method contains invalid characters") }
        for field in request.headers { try validate(field) }
        let origin = try CurlURL(request.url).origin()
        let staysHere = origin.isLoopback || (request.allowsPrivateAddress && origin.isPrivate)
        guard origin.scheme == "https" || staysHere else { throw .insecureURL(host: origin.host) }
        return origin
    }

    private static func validate(_ field: HTTPHeaders.Field) throws(HTTPError) {
        guard isToken(field.name) else {
            let name = field.name.escapingControlCharacters()
            throw .invalidRequest(reason: "the header name \(name) contains invalid characters")
        }
        // These fields say where a message goes and where it ends. Two contradicting fields are how requests are smuggled
        // past a proxy.
        guard !framing.contains(where: field.isNamed) else {
            throw .invalidRequest(reason: "the header \(field.name) is set by the client itself")
        }
        let value =
            switch field.value {
            case .text(let text): text
            case .secret(let secret): secret.expose()
            }
        guard isOneLine(value) else {
            throw .invalidRequest(reason: "the value of the header \(field.name) contains a line break or a NUL")
        }
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(\.isToken)
    }

    private static let framing = ["host", "content-length", "transfer-encoding"]
}
