/// The state that all emulated endpoints share. Confined to the listener's event loop, so it needs no lock.
final class SandboxState {
    let port: Int
    let options: SandboxOptions
    let seed = SeedData()
    let clock = SandboxClock()
    let consents = ConsentGrants()
    let sessions = BrowserSessions()
    let grants = GrantStore()
    let accessTokens = AccessTokenStore()
    let signer = TokenSigner()
    let credentials = RegisteredCredentials()
    let storage = FileStorage()
    let registryTokens = RegistryTokens()
    let arcAgentKeys: ArcAgentKeys
    /// The host of the request being handled. Requests are handled one at a time.
    private(set) var host: ServiceHost
    private var disabled: Set<String> = []
    /// The ids of the applications from whose registration the redirect URI of brokers was taken.
    private var withoutNativeClientRedirect: Set<String> = []

    init(port: Int, options: SandboxOptions) {
        self.port = port
        self.options = options
        arcAgentKeys = ArcAgentKeys(keyFolder: options.arcKeyFolder)
        host = ServiceHost(port: port)
        consentForCustomers()
    }

    /// Sets `host`. A `Host` header with one of Microsoft's names counts only with `SandboxOptions.servesPublicHosts`.
    func selectHost(for request: HTTPServerRequest) {
        let named = options.servesPublicHosts ? request.header("Host").flatMap(ServiceHost.init(publicHost:)) : nil
        host = named ?? ServiceHost(port: port)
    }

    var base: String { host.base }

    func isDisabled(_ account: DirectoryAccount) -> Bool {
        account.isDisabled || disabled.contains(account.homeAccountID)
    }

    func setDisabled(_ isDisabled: Bool, for account: DirectoryAccount) {
        if isDisabled {
            disabled.insert(account.homeAccountID)
        } else {
            disabled.remove(account.homeAccountID)
        }
    }

    /// The registration as an administrator has left it; nil for an id that no application has.
    func application(id: String) -> AppRegistration? {
        guard var application = seed.application(id: id) else { return nil }
        if withoutNativeClientRedirect.contains(application.id) { application.hasNativeClientRedirect = false }
        return application
    }

    /// Takes the redirect URI of brokers from a registration.
    func removeNativeClientRedirect(of application: AppRegistration) {
        withoutNativeClientRedirect.insert(application.id)
    }

    /// Revokes the account's refresh tokens and browser sessions, and those access tokens that are subject to
    /// continuous access evaluation. All other access tokens stay valid until they expire, as with Entra.
    func revoke(_ account: DirectoryAccount, includingRefreshTokens: Bool = true) {
        accessTokens.revoke(account, at: clock.seconds)
        guard includingRefreshTokens else { return }
        grants.revoke(account: account)
        sessions.end(account: account)
    }

    /// The authorization response with a new code (RFC 6749 §4.1.2).
    func issueCode(for request: ValidatedAuthorizationRequest, to identity: TenantIdentity) -> HTTPServerResponse {
        let code = "1.\(RandomID.token(bytes: 48))"
        grants.codes[code] = IssuedAuthorizationCode(
            identity: identity, request: request, expires: clock.now + 600, family: RandomID.guid())
        var parameters = URLEncodedParameters()
        parameters.append("code", code)
        if request.wantsClientInfo { parameters.append("client_info", request.authority.clientInfo(of: identity)) }
        parameters.append("session_state", RandomID.guid())
        return request.redirect.response(with: parameters).attributed(to: identity.account.username)
    }
}

extension SandboxState {
    /// Records the consent of Woodgrove's administrator: customers cannot consent themselves. Of Graph, a tenant for
    /// customers opens only the user's own profile.
    func consentForCustomers() {
        for application in seed.applications {
            for scope in ["User.Read openid profile email offline_access", "api://contoso-orders/Orders.Read"] {
                guard let scopes = try? RequestedScopes(parsing: scope, application: application) else { continue }
                consents.record(scopes, by: .allUsers(tenant: Tenant.woodgrove.id), application: application)
            }
        }
    }

    /// The authority that the first path segment names at the host of this request.
    func authority(named segment: String) -> SignInAuthority? {
        guard host.role == .customers else { return SignInAuthority(segment, in: seed) }
        let name = segment.lowercased()
        return name == Tenant.woodgrove.id || Tenant.woodgrove.owns(domain: name) ? .customers : nil
    }
}
