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
    private let discovery: Discovery

    /// - Parameters:
    ///   - clientID: of a registration that allows public client flows, with redirect URI `http://localhost`.
    ///   - memory: what is kept of servers between runs; without one discovery documents are fetched when needed.
    public init(
        clientID: String, authority: Authority, cache: any TokenCache, http: any HTTPClient,
        memory: (any ServerMemory)? = nil, clock: WallClock = .system
    ) {
        self.clientID = clientID
        self.authority = authority
        self.cache = cache
        self.http = ConsiderateHTTPClient(client: http, memory: memory, clock: clock)
        discovery = Discovery(http: self.http, clock: clock, memory: memory)
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
        try await SilentAcquisition(
            clientID: clientID, authority: try authority.with(tenant: request.tenantID), cache: cache, http: http,
            discovery: discovery, clock: clock
        ).run(request)
    }

    /// Signs a person in through a browser and keeps the tokens.
    public func acquireTokenInteractively(
        _ request: SignInRequest, redirectPort: Int = 0,
        openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) async throws -> TokenGrant {
        let grant = try await signIn(request, redirectPort: redirectPort, openBrowser: openBrowser)
        try cache.save(grant)
        return grant
    }

    /// Signs a person in on another device and keeps the tokens.
    public func acquireTokenWithDeviceCode(
        _ request: SignInRequest, show: @escaping @Sendable (DeviceCode) async -> Void
    ) async throws -> TokenGrant {
        let grant = try await signInWithDeviceCode(request, show: show)
        try cache.save(grant)
        return grant
    }

    /// Signs an account that is there into this authority's tenant as well, by the refresh token it has: one refresh
    /// token serves every tenant in which the account is a member or a guest. The tokens are kept.
    ///
    /// - Throws: `AuthError.interactionRequired` when the tenant wants the person.
    public func signInSilently(_ account: AccountID, scopes: Scopes) async throws -> TokenGrant {
        let tenantID = try await tenantID(for: account)
        return try await SilentAcquisition(
            clientID: clientID, authority: try authority.with(tenant: tenantID), cache: cache, http: http,
            discovery: discovery, clock: clock
        ).grant(SilentRequest(account: account, tenantID: tenantID, scopes: scopes))
    }

    /// The GUID of the authority's tenant, which discovery tells where it is named by a domain; the account's own
    /// where a shared one is named.
    private func tenantID(for account: AccountID) async throws(AuthError) -> String {
        guard let named = authority.tenant else { return "" }
        if Authority.sharedTenants.contains(named) { return account.homeTenantID ?? named }
        return try await discovery.tenantID(of: authority)
    }

    /// Signs a person in through a browser; the caller decides whether the grant is kept.
    ///
    /// - Parameter redirectPort: a fixed loopback port where the server insists on one, else 0.
    public func signIn(
        _ request: SignInRequest, redirectPort: Int = 0,
        openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) async throws(AuthError) -> TokenGrant {
        try await AuthorizationCodeFlow(
            clientID: clientID, authority: authority, http: http, discovery: discovery, clock: clock,
            redirectPort: redirectPort,
            openBrowser: openBrowser
        ).run(request)
    }

    /// Signs a person in through a browser that cannot come back here: they copy the address that it ends on.
    ///
    /// - Parameter ask: shows the page's address and returns what was copied; nil when the person gave up.
    public func signIn(
        _ request: SignInRequest, redirectPort: Int = 0,
        copying ask: @escaping @Sendable (_ url: String) async -> String?
    ) async throws(AuthError) -> TokenGrant {
        try await AuthorizationCodeFlow(
            clientID: clientID, authority: authority, http: http, discovery: discovery, clock: clock,
            redirectPort: redirectPort, openBrowser: { _ in }
        ).run(request, copying: ask)
    }

    /// Signs a person in on another device; the caller decides whether the grant is kept.
    public func signInWithDeviceCode(
        _ request: SignInRequest, show: @escaping @Sendable (DeviceCode) async -> Void
    ) async throws(AuthError) -> TokenGrant {
        try await DeviceCodeFlow(
            clientID: clientID, authority: authority, http: http, discovery: discovery, clock: clock, show: show
        )
        .run(request)
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
