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
