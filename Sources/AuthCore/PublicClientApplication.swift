import FoundationEssentials
import HTTPTransport

/// A public client (RFC 6749 section 2.1): an app without a secret that signs people in and holds tokens for any number
/// of accounts.
///
/// All state is in the cache. Values of this type are cheap and can be made for each use.
public struct PublicClientApplication: Sendable {
    public let clientID: String
    public let authority: Authority
    let cache: any TokenCache
    let http: ThrottlingHTTPClient
    let clock: WallClock
    let discovery: Discovery
    let clientCapabilities: [String]
    private let credential: ApplicationCredential?
    /// The broker that issues the tokens instead of the token endpoint; nil for none.
    var broker: DeviceBroker?

    /// - Parameters:
    ///   - clientID: The application (client) id of a registration that allows public client flows and has the redirect
    ///     URI `http://localhost`.
    ///   - authority: The tenant or issuer that people sign in to.
    ///   - cache: Storage of accounts and tokens.
    ///   - http: The transport. A `CurlHTTPClient` is one.
    ///   - authorityCache: Storage of discovery documents and throttling times. Without one, a document is fetched each time
    ///     that it is needed, and a server that throttles is not left alone for as long as it asks.
    ///   - credential: Authenticates the client, where the issuer demands that of an app that signs people in: Google of
    ///     every app, others of the registrations that they call web apps. Nil for a public client.
    ///   - broker: The device's broker, if the tokens come from there: it signs users in, and keeps their refresh tokens.
    ///   - clientCapabilities: `cp1` for an app that answers claims challenges. Its access tokens live for a day and can
    ///     be revoked at once, so every program that is given one has to answer challenges too.
    ///   - clock: The time of day, for expiry and polling.
    public init(
        clientID: String, authority: Authority, cache: any TokenCache, http: any HTTPClient,
        authorityCache: (any AuthorityCache)? = nil, credential: ApplicationCredential? = nil,
        broker: DeviceBroker? = nil, clientCapabilities: [String] = [], clock: WallClock = .system
    ) {
        self.clientID = clientID
        self.authority = authority
        self.cache = cache
        self.http = ThrottlingHTTPClient(
            client: authority.client(over: http, clock: clock), authorityCache: authorityCache, clock: clock)
        discovery = Discovery(http: self.http, clock: clock, authorityCache: authorityCache)
        self.credential = credential
        self.broker = broker
        self.clientCapabilities = clientCapabilities
        self.clock = clock
    }

    /// A token without user interaction: from the cache, or renewed with the refresh token. Where a token is for one
    /// resource, it is for that of the first scope.
    ///
    /// - Throws: ``AuthError/interactionRequired(_:)`` when the user has to sign in. Errors of the network and of the
    ///   server leave the cache unchanged. Errors of the cache pass through.
    public func acquireTokenSilently(_ request: SilentRequest) async throws -> AuthenticationResult {
        var request = request.resolved(at: authority)
        request.scopes = request.scopes.forOneToken(from: authority)
        return try await silentAcquisition(of: request).acquireToken()
    }

    /// Acquires tokens of a cached account in this authority's tenant with the account's refresh token, and caches them. One
    /// refresh token serves every tenant in which the account is a member or a guest.
    ///
    /// - Throws: ``AuthError/interactionRequired(_:)`` when the tenant requires the user to sign in.
    public func acquireTenantTokens(for account: AccountID, scopes: Scopes) async throws -> Renewal {
        // The broker's response has the GUID, so the authority need not be asked for it.
        let tenantID = broker == nil ? try await tenantID(for: account) : authority.tenant ?? ""
        let request = SilentRequest(
            account: account, tenantID: tenantID, scopes: scopes.forOneToken(from: authority))
        return try await silentAcquisition(of: request).renewToken()
    }

    /// - Parameter request: With its tenant.
    private func silentAcquisition(of request: SilentRequest) throws(AuthError) -> SilentAcquisition {
        SilentAcquisition(
            request, clientID: clientID, authority: authority, cache: cache, clock: clock,
            renewer: renewer(at: try authority.with(tenant: request.tenantID ?? "")))
    }

    private func renewer(at authority: Authority) -> any TokenRenewer {
        if let broker {
            return BrokerTokenRenewer(
                broker: broker, clientID: clientID, authority: authority, cache: cache, clock: clock)
        }
        return RefreshTokenRenewer(
            client: authentication(at: authority), cache: cache, http: http, discovery: discovery,
            capabilities: clientCapabilities)
    }

    /// The same application with its tokens from the device's broker, or from the token endpoint again.
    public func with(broker: DeviceBroker?) -> PublicClientApplication {
        var application = self
        application.broker = broker
        return application
    }

    func authentication(at authority: Authority) -> ClientAuthentication {
        ClientAuthentication(clientID: clientID, authority: authority, credential: credential, clock: clock)
    }

    /// The time until which the token endpoint has asked for no more sign-ins of an account, or for no more requests at all;
    /// nil where it has not. A sign-in is sent all the same, and may be refused. Renewals are throttled by their scopes and
    /// their refresh token.
    ///
    /// - Parameter account: Nil for a user who has not signed in yet.
    public func signInThrottledUntil(for account: AccountID?) -> Date? {
        discovery.cachedTokenEndpoint(of: authority).flatMap {
            http.about(clientID: clientID, account: account).throttledUntil($0)
        }
    }

    /// The GUID of the authority's tenant, from discovery where the authority names a domain. The account's home tenant
    /// where the authority is shared.
    private func tenantID(for account: AccountID) async throws(AuthError) -> String {
        guard let tenant = authority.tenant else { return "" }
        if Authority.sharedTenants.contains(tenant) { return account.homeTenantID ?? tenant }
        return try await discovery.tenantID(of: authority)
    }

    /// Fetches the authority's discovery document (OpenID Connect Discovery 1.0 section 4) and checks it.
    public func openIDConfiguration() async throws(AuthError) -> OpenIDConfiguration {
        try await discovery.fetchConfiguration(of: authority)
    }
}

/// The cached accounts.
extension PublicClientApplication {
    /// The accounts of this authority's environment, in no particular order.
    public func accounts() throws -> [Account] {
        try cache.accounts().filter { $0.id.environment == authority.environment }
    }

    /// The account with this home account id, `uid.utid`; nil if it is not signed in.
    public func account(homeAccountID: String) throws -> Account? {
        try cache.account(AccountID(homeAccountID: homeAccountID, environment: authority.environment))
    }

    /// Every account with this username, in any case: a work account and a personal account can share one address.
    public func accounts(username: String) throws -> [Account] {
        try accounts().filter { account in
            account.tenantProfiles.contains { $0.username.equalsIgnoringASCIICase(username) }
        }
    }

    /// Removes an account with its tokens from the cache. The server is not told, and the browser stays signed in; see
    /// ``revokeRefreshToken(of:tenantID:)`` and ``signOutURL(for:tenantID:)``.
    @discardableResult
    public func remove(_ account: AccountID) throws -> RemovedTokens {
        try cache.remove(account)
    }
}
