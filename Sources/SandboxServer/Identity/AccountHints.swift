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
