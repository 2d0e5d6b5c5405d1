import NIOHTTP1

/// Exchanges a grant for tokens (RFC 6749 §3.2).
struct TokenEndpoint {
    let emulation: Emulation

    func respond(to request: Request, authority: Authority) throws(EntraError) -> Response {
        guard request.method == .POST, request.hasFormBody else { throw .notAForm }
        let form = request.form
        guard !form.hasRepeats else { throw .malformed }
        guard let grant = form["grant_type"] else { throw .missing("grant_type") }
        let application = try authenticate(form, authority: authority)
        let context = GrantContext(form: form, authority: authority, application: application, emulation: emulation)
        switch grant {
        case "authorization_code": return try context.redeemCode()
        case "refresh_token": return try context.refresh()
        case "client_credentials": return try context.actAsApplication()
        case "urn:ietf:params:oauth:grant-type:device_code", "device_code": return try context.pollDevice()
        default: throw .unsupportedGrant(grant)
        }
    }

    private func authenticate(_ form: FormFields, authority: Authority) throws(EntraError) -> Application {
        guard let id = form["client_id"] else { throw .missing("client_id") }
        guard let application = emulation.world.application(id: id) else { throw .unknownApplication(id) }
        let credential = form["client_secret"]
        guard let secret = application.secret else {
            guard credential == nil, form["client_assertion"] == nil else { throw .publicClientSentSecret }
            return application
        }
        if form["client_assertion"] != nil {
            guard credential == nil else { throw .secretAndAssertion }
            try AssertionCheck(application: application, authority: authority, emulation: emulation).verify(form)
            return application
        }
        guard let credential else { throw .secretMissing }
        guard credential == emulation.credentials.newSecret ?? secret else { throw .secretWrong }
        guard !emulation.credentials.isSecretExpired else { throw .secretExpired }
        return application
    }
}

/// One token request whose client has been identified.
struct GrantContext {
    let form: FormFields
    let authority: Authority
    let application: Application
    let emulation: Emulation

    var issuer: TokenIssuer { TokenIssuer(emulation: emulation) }

    var wantsClientInfo: Bool { form["client_info"] == "1" }

    /// The scopes of this request, or those of the grant where it names none.
    func scopes(orElse granted: ScopeRequest) throws(EntraError) -> ScopeRequest {
        guard let text = form["scope"] else { return granted }
        return try authority.scopes(text, for: application)
    }

    func claims() throws(EntraError) -> RequestedClaims { try RequestedClaims(form["claims"]) }
}
