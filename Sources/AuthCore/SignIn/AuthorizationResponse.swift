/// The response in a redirect (RFC 6749 sections 4.1.2 and 4.1.2.1).
enum AuthorizationResponse: Equatable {
    case code(String)
    case error(OAuthError)
    /// Not a response to this request: another `state`, or another issuer.
    case wrongState
    case missingCode

    /// - Parameter issuer: Compared with `iss` where the redirect has one, of an error too (RFC 9207 section 2.4). A template cannot be compared.
    init(_ fields: FormFields, state: String, issuer: String) {
        guard fields["state"] == state else {
            self = .wrongState
            return
        }
        if let named = fields["iss"], !issuer.contains("{"), named != issuer {
            self = .wrongState
        } else if let error = OAuthError(redirect: fields) {
            self = .error(error)
        } else if let code = fields["code"], !code.isEmpty {
            self = .code(code)
        } else {
            self = .missingCode
        }
    }
}

/// A redirect that could not reach this machine, as the user copies its address from the browser.
struct CopiedRedirect {
    let fields: FormFields

    /// Accepts the whole address or the part after its `?` or `#`, with surrounding spaces, quotes and angle brackets.
    init(_ text: String) {
        let text = text.prefix(64 << 10).drop { Self.surrounding.contains($0) }
        let end = text.lastIndex { !Self.surrounding.contains($0) }.map(text.index(after:)) ?? text.startIndex
        let address = text[..<end]
        let query = address.firstIndex { $0 == "?" || $0 == "#" }.map { address[address.index(after: $0)...] }
        // A browser may append a fragment of its own.
        fields = FormFields((query ?? address).prefix { $0 != "#" })
    }

    private static let surrounding: Set<Character> = [" ", "\t", "\n", "\r", "\r\n", "\"", "'", "<", ">"]
}
