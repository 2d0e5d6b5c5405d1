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
