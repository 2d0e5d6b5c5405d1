/// A sign-in an app has asked for, once everything in it has been found to be in order.
struct AuthorizationRequest {
    let authority: Authority
    let application: Application
    let reply: ReplyAddress
    let scopes: ScopeRequest
    let challenge: String
    let nonce: String?
    let prompts: Set<String>
    let hints: AccountHints
    let wantsClientInfo: Bool
    let claims: RequestedClaims

    init(
        _ fields: FormFields, authority: Authority, application: Application, reply: ReplyAddress
    ) throws(EntraError) {
        guard let type = fields["response_type"] else { throw .missing("response_type") }
        guard type == "code" else { throw .unsupportedResponseType(type) }
        guard let scope = fields["scope"] else { throw .missing("scope") }
        self.authority = authority
        self.application = application
        self.reply = reply
        scopes = try authority.scopes(scope, for: application)
        challenge = try Self.challenge(in: fields)
        nonce = fields["nonce"]
        prompts = Set((fields["prompt"] ?? "").split(separator: " ").map(String.init))
        hints = AccountHints(fields)
        wantsClientInfo = fields["client_info"] == "1"
        claims = try RequestedClaims(fields["claims"])
    }

    /// RFC 7636 §4.3; `plain` is refused, since a client able to hash has no use for it.
    private static func challenge(in fields: FormFields) throws(EntraError) -> String {
        guard let challenge = fields["code_challenge"] else { throw .missingChallenge }
        guard fields["code_challenge_method"] == "S256" else { throw .unsupportedChallengeMethod }
        guard challenge.utf8.count == 43 else { throw .badChallengeSize }
        return challenge
    }
}

/// What a request says about the account it would like to see.
struct AccountHints {
    let loginHint: String?
    let domainHint: String?
    /// `uid` and `utid` of the one account that will do.
    let loginRequired: String?
    let domainRequired: String?

    init(_ fields: FormFields) {
        loginHint = fields["login_hint"]?.lowercased()
        domainHint = fields["domain_hint"]?.lowercased()
        loginRequired = fields["login_req"]
        domainRequired = fields["domain_req"]
    }

    var isEmpty: Bool { !namesAccount && domainHint == nil }

    var namesAccount: Bool { loginHint != nil || loginRequired != nil }

    func matches(_ account: Account) -> Bool {
        if let loginRequired, account.uid != loginRequired.lowercased() { return false }
        if let domainRequired, account.home.id != domainRequired.lowercased() { return false }
        if let loginHint, account.username != loginHint { return false }
        return matchesDomain(account)
    }

    private func matchesDomain(_ account: Account) -> Bool {
        switch domainHint {
        case nil: true
        case "organizations": !account.isPersonal
        case "consumers": account.isPersonal
        case .some(let domain): account.home.owns(domain: domain)
        }
    }
}
