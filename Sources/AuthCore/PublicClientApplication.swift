import Foundation
import HTTPTransport

/// An app that signs people in and holds tokens for any number of accounts, without a secret of its own.
///
/// All state is in the cache; values of this type are cheap and can be made for each use.
public struct PublicClientApplication: Sendable {
    public let clientID: String
    public let authority: Authority
    let cache: any TokenCache
    let http: any HTTPClient
    let clock: WallClock
    let discovery: Discovery
    let clientCapabilities: [String]
    private let validatesAuthority: Bool

    /// - Parameters:
    ///   - clientID: of a registration that allows public client flows, with redirect URI `http://localhost`.
    ///   - authorityCache: what is kept of servers between runs; without one discovery documents are fetched when needed.
    ///   - clientCapabilities: `cp1` of an app that answers claims challenges. Its tokens live for a day and can be
    ///     revoked at once, so whoever else is given one has to answer challenges too.
    ///   - validatesAuthority: whether the platform is asked if a login host that is not in the table of clouds is one
    ///     of its own. For authorities that come from a file or a server; a host that a person typed needs no asking.
    public init(
        clientID: String, authority: Authority, cache: any TokenCache, http: any HTTPClient,
        authorityCache: (any AuthorityCache)? = nil, clientCapabilities: [String] = [],
        validatesAuthority: Bool = false,
        clock: WallClock = .system
    ) {
        self.clientID = clientID
        self.authority = authority
        self.cache = cache
        self.http = ThrottlingHTTPClient(client: http, authorityCache: authorityCache, clock: clock)
        discovery = Discovery(http: self.http, clock: clock, authorityCache: authorityCache)
        self.clientCapabilities = clientCapabilities
        self.validatesAuthority = validatesAuthority
        self.clock = clock
    }

    /// The accounts of this authority's environment.
    public func accounts() throws -> [Account] {
        try cache.accounts().filter { $0.id.environment == authority.environment }
    }

    public func account(homeAccountID: String) throws -> Account? {
        try cache.account(AccountID(homeAccountID: homeAccountID, environment: authority.environment))
    }

    /// Every account with this username, in any case: a username may belong to several.
    public func accounts(username: String) throws -> [Account] {
        try accounts().filter { account in
            account.tenantProfiles.contains { $0.username.caseInsensitiveEquals(username) }
        }
    }

    /// A token without asking the person: from the cache, or renewed.
    ///
    /// - Throws: `AuthError.interactionRequired` when only the person can help; errors of the network and of the
    ///   server leave everything as it was.
    public func acquireTokenSilently(_ request: SilentRequest) async throws -> AuthenticationResult {
        try await silentAcquisition(in: request.tenantID).run(request)
    }

    /// Signs an account that is there into this authority's tenant as well, by the refresh token it has: one refresh
    /// token serves every tenant in which the account is a member or a guest. The tokens are kept.
    ///
    /// - Throws: `AuthError.interactionRequired` when the tenant wants the person.
    public func signInSilently(_ account: AccountID, scopes: Scopes) async throws -> TokenGrant {
        let tenantID = try await tenantID(for: account)
        return try await silentAcquisition(in: tenantID)
            .grant(SilentRequest(account: account, tenantID: tenantID, scopes: scopes))
    }

    private func silentAcquisition(in tenantID: String) throws(AuthError) -> SilentAcquisition {
        SilentAcquisition(
            clientID: clientID, authority: try authority.with(tenant: tenantID), cache: cache, http: http,
            discovery: discovery, capabilities: clientCapabilities, clock: clock)
    }

    /// The GUID of the authority's tenant, which discovery tells where it is named by a domain; the account's own
    /// where a shared one is named.
    private func tenantID(for account: AccountID) async throws(AuthError) -> String {
        guard let named = authority.tenant else { return "" }
        if Authority.sharedTenants.contains(named) { return account.homeTenantID ?? named }
        return try await discovery.tenantID(of: authority)
    }

    /// What a sign-in does first; nothing where the host is known or trusted.
    func validateAuthority() async throws(AuthError) {
        guard validatesAuthority else { return }
        try await InstanceDiscovery(http: http, clock: clock, authorityCache: discovery.authorityCache).validate(
            authority)
    }

    /// The authority's discovery document, checked.
    public func openIDConfiguration() async throws(AuthError) -> OpenIDConfiguration {
        try await discovery.configuration(for: authority)
    }

    /// Removes all that is kept of an account. The server and the browser are not told: the browser stays signed in.
    public func remove(_ account: AccountID) throws -> RemovedTokens {
        try cache.remove(account)
    }
}
