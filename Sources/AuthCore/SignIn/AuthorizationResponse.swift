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

/// For machines that no browser can come back to: the person opens the page elsewhere, and copies the address that the
/// browser ends on.
extension AuthorizationCodeFlow {
    /// - Parameter ask: shows the page's address and returns what the person copied; nil when they gave up.
    /// - Returns: a grant that is checked and not yet kept. Every check of the loopback redirect applies.
    func run(
        _ signIn: SignInRequest, copying ask: @Sendable (_ url: String) async -> String?
    ) async throws(AuthError) -> TokenGrant {
        let request = AuthorizationRequest(
            authority: authority, configuration: try await discovery.configuration(for: authority),
            clientID: clientID, redirectURI: CopiedRedirect.uri(port: redirectPort), signIn: signIn, isCopied: true)
        guard let text = await ask(request.url) else { throw .declined(OAuthError(code: "access_denied")) }
        let response = AuthorizationResponse(
            CopiedRedirect(text).fields, state: request.state, issuer: request.configuration.issuer)
        return try await redeem(response, request)
    }
}

/// The address of the page that the browser could not load, as a person copies it.
struct CopiedRedirect {
    let fields: FormFields

    /// Takes the whole address, or what stands behind its `?` or `#`, with spaces and quotes around it.
    init(_ text: String) {
        let text = text.prefix(64 << 10).drop { CopiedRedirect.surrounding.contains($0) }
        let end = text.lastIndex { !CopiedRedirect.surrounding.contains($0) }.map(text.index(after:)) ?? text.startIndex
        let address = text[..<end]
        let query = address.firstIndex { $0 == "?" || $0 == "#" }.map { address[address.index(after: $0)...] }
        // A browser may add a fragment of its own.
        fields = FormFields((query ?? address).prefix { $0 != "#" })
    }

    /// Registered without a port, which is ignored when matching; a fixed one is for servers that compare it.
    static func uri(port: Int) -> String {
        port == 0 ? "http://localhost" : "http://localhost:\(port)"
    }

    private static let surrounding: Set<Character> = [" ", "\t", "\n", "\r", "\r\n", "\"", "'", "<", ">"]
}
