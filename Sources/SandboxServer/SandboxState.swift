/// The state all endpoints share. It lives on one event loop and is not for any other thread.
final class Emulation {
    let port: Int
    let options: SandboxOptions
    let world = World()
    let clock = Clock()
    let consents = Consents()
    let sessions = BrowserSessions()
    let grants = Grants()
    let accessTokens = AccessTokens()
    let signer = TokenSigner()
    let credentials = ClientCredentials()
    let storage = Storage()
    let machines: Machines
    /// Where the request came that is being answered: one at a time is.
    private(set) var origin: Origin
    private var disabled: Set<String> = []

    init(port: Int, options: SandboxOptions) {
        self.port = port
        self.options = options
        machines = Machines(keyFolder: options.arcKeyFolder)
        origin = Origin(port: port)
        consentForCustomers()
    }

    /// A name of Microsoft's counts only if somebody has said that it leads here.
    func take(_ request: Request) {
        let named = options.answersPublicHosts ? request.header("Host").flatMap(Origin.init(publicHost:)) : nil
        origin = named ?? Origin(port: port)
    }

    var base: String { origin.base }

    func isDisabled(_ account: Account) -> Bool {
        account.isDisabled || disabled.contains(account.homeAccountID)
    }

    func setDisabled(_ isDisabled: Bool, _ account: Account) {
        if isDisabled {
            disabled.insert(account.homeAccountID)
        } else {
            disabled.remove(account.homeAccountID)
        }
    }

    /// Revokes what would let the account go on without a new sign-in; access tokens only where continuous access
    /// evaluation watches over them.
    func revoke(_ account: Account, includingRefreshTokens: Bool = true) {
        accessTokens.revoke(account, at: clock.seconds)
        guard includingRefreshTokens else { return }
        grants.revoke(account: account)
        sessions.end(account: account)
    }

    func grantCode(_ request: AuthorizationRequest, to identity: Identity) -> Response {
        let code = "1.\(RandomID.token(bytes: 48))"
        grants.codes[code] = AuthorizationCode(
            identity: identity, request: request, expires: clock.now + 600, chain: RandomID.guid())
        var fields = FormFields()
        fields.append("code", code)
        if request.wantsClientInfo { fields.append("client_info", request.authority.clientInfo(of: identity)) }
        fields.append("session_state", RandomID.guid())
        return request.reply.response(fields).acting(for: identity.account.username)
    }
}

/// The tenant of Woodgrove's customers (Microsoft Entra External ID), which no shared authority leads to.
extension Emulation {
    /// Customers cannot consent. Their tenant's administrator has, to what is open to customers: of Graph that is no
    /// more than one's own profile.
    func consentForCustomers() {
        for application in world.applications {
            for scope in ["User.Read openid profile email offline_access", "api://contoso-orders/Orders.Read"] {
                guard let scopes = try? ScopeRequest(parsing: scope, application: application) else { continue }
                consents.record(scopes, by: .everybody(tenant: Tenant.woodgrove.id), application: application)
            }
        }
    }

    /// Whom the first segment of a path names, at the host that was asked.
    func authority(named segment: String) -> Authority? {
        guard origin.role == .customers else { return Authority(segment, in: world) }
        let name = segment.lowercased()
        return name == Tenant.woodgrove.id || Tenant.woodgrove.owns(domain: name) ? .customers : nil
    }
}

extension Tenant {
    static let woodgrove = Tenant(
        id: "30d90e5e-a7b8-4c9d-8e0f-1a2b3c4d5e05", name: "woodgrove.example", displayName: "Woodgrove Groceries",
        isPersonal: false)
}

extension Account {
    /// Has signed up with an address of her own, which is in no tenant's domain.
    static let wanda = Account(
        uid: "3a4da000-a2b3-4c4d-9e6f-708192a3b40d", home: .woodgrove, username: "wanda@mail.example",
        givenName: "Wanda", surname: "Núñez", jobTitle: "")
}
