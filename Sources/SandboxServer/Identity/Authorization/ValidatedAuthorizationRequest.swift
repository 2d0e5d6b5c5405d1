/// An authorization request whose parameters are valid.
struct ValidatedAuthorizationRequest {
    let authority: SignInAuthority
    let application: AppRegistration
    let redirect: RedirectTarget
    let scopes: RequestedScopes
    let challenge: String
    let nonce: String?
    let prompts: Set<String>
    let hints: SignInHints
    let wantsClientInfo: Bool
    let claims: RequestedClaims

    init(
        _ parameters: URLEncodedParameters, authority: SignInAuthority, application: AppRegistration,
        redirect: RedirectTarget
    ) throws(EntraError) {
        guard let type = parameters["response_type"] else { throw .missing("response_type") }
        guard type == "code" else { throw .unsupportedResponseType(type) }
        guard let scope = parameters["scope"] else { throw .missing("scope") }
        self.authority = authority
        self.application = application
        self.redirect = redirect
        scopes = try authority.scopes(scope, for: application)
        challenge = try Self.challenge(in: parameters)
        nonce = parameters["nonce"]
        prompts = Set((parameters["prompt"] ?? "").split(separator: " ").map(String.init))
        hints = SignInHints(parameters)
        wantsClientInfo = parameters["client_info"] == "1"
        claims = try RequestedClaims(parameters["claims"])
    }

    /// RFC 7636 §4.3. Only S256 is accepted: RFC 7636 §7.2 discourages `plain`.
    private static func challenge(in parameters: URLEncodedParameters) throws(EntraError) -> String {
        guard let challenge = parameters["code_challenge"] else { throw .missingChallenge }
        guard parameters["code_challenge_method"] == "S256" else { throw .unsupportedChallengeMethod }
        guard challenge.utf8.count == 43 else { throw .badChallengeSize }
        return challenge
    }
}

/// The parameters that name or require an account.
struct SignInHints {
    let loginHint: String?
    let domainHint: String?
    /// `uid` and `utid` of the required account.
    let loginRequired: String?
    let domainRequired: String?

    init(_ parameters: URLEncodedParameters) {
        loginHint = parameters["login_hint"]?.lowercased()
        domainHint = parameters["domain_hint"]?.lowercased()
        loginRequired = parameters["login_req"]
        domainRequired = parameters["domain_req"]
    }

    var isEmpty: Bool { !namesAccount && domainHint == nil }

    var namesAccount: Bool { loginHint != nil || loginRequired != nil }

    func matches(_ account: DirectoryAccount) -> Bool {
        if let loginRequired, account.uid != loginRequired.lowercased() { return false }
        if let domainRequired, account.home.id != domainRequired.lowercased() { return false }
        if let loginHint, account.username != loginHint { return false }
        return matchesDomain(account)
    }

    private func matchesDomain(_ account: DirectoryAccount) -> Bool {
        switch domainHint {
        case nil: true
        case "organizations": !account.isPersonal
        case "consumers": account.isPersonal
        case .some(let domain): account.home.owns(domain: domain)
        }
    }
}
