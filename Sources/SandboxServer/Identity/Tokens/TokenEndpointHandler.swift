import NIOHTTP1

/// The token endpoint (RFC 6749 §3.2).
struct TokenEndpointHandler {
    let sandbox: SandboxState

    func respond(to request: HTTPServerRequest, authority: SignInAuthority) throws(EntraError) -> HTTPServerResponse {
        guard request.method == .POST, request.hasFormBody else { throw .notAForm }
        let form = request.form
        guard !form.hasRepeats else { throw .malformed }
        guard let grant = form["grant_type"] else { throw .missing("grant_type") }
        let application = try authenticate(form, authority: authority)
        let context = GrantRequest(
            form: form, authority: authority, application: application, sandbox: sandbox, request: request)
        switch grant {
        case "authorization_code": return try context.redeemCode()
        case "refresh_token": return try context.refresh()
        case "client_credentials": return try context.actAsApplication()
        case "urn:ietf:params:oauth:grant-type:device_code", "device_code": return try context.pollDevice()
        default: throw .unsupportedGrant(grant)
        }
    }

    private func authenticate(_ form: URLEncodedParameters, authority: SignInAuthority) throws(EntraError)
        -> AppRegistration
    {
        guard let id = form["client_id"] else { throw .missing("client_id") }
        guard let application = sandbox.application(id: id) else { throw .unknownApplication(id) }
        let credential = form["client_secret"]
        guard let secret = application.secret else {
            guard credential == nil, form["client_assertion"] == nil else { throw .publicClientSentSecret }
            return application
        }
        if form["client_assertion"] != nil {
            guard credential == nil else { throw .secretAndAssertion }
            try ClientAssertionVerifier(application: application, authority: authority, sandbox: sandbox).verify(form)
            return application
        }
        guard let credential else { throw .secretMissing }
        guard credential == sandbox.credentials.newSecret ?? secret else { throw .secretWrong }
        guard !sandbox.credentials.isSecretExpired else { throw .secretExpired }
        return application
    }
}

/// A token request whose client has been authenticated.
struct GrantRequest {
    let form: URLEncodedParameters
    let authority: SignInAuthority
    let application: AppRegistration
    let sandbox: SandboxState
    let request: HTTPServerRequest

    var issuer: TokenIssuer { TokenIssuer(sandbox: sandbox) }

    var wantsClientInfo: Bool { form["client_info"] == "1" }

    /// The requested scopes, or those of the grant if the request has none.
    func scopes(orElse granted: RequestedScopes) throws(EntraError) -> RequestedScopes {
        guard let text = form["scope"] else { return granted }
        return try authority.scopes(text, for: application)
    }

    func claims() throws(EntraError) -> RequestedClaims { try RequestedClaims(form["claims"]) }
}
