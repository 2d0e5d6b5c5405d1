import FoundationEssentials
import HTTPTransport

/// An app that acts for itself, without a user (RFC 6749 section 4.4): a service, a scheduled job, a virtual machine.
///
/// Its tokens are cached as a user's are, under an account of its own (see ``account``). An expired token is replaced by
/// requesting a new one: one request at a time, and a token that is still valid survives an unavailable server.
public struct ConfidentialClientApplication: Sendable {
    public let clientID: String
    public let authority: Authority
    private let credential: ApplicationCredential
    private let cache: any TokenCache
    private let http: any HTTPClient
    private let authorityCache: (any AuthorityCache)?
    private let environment: Environment
    private let clock: WallClock

    /// - Parameters:
    ///   - clientID: The application (client) id; for a managed identity ``ManagedIdentityID/clientID``.
    ///   - authority: The authority of one tenant. A managed identity always uses the tenant of its machine.
    ///   - credential: Authenticates the app to the token endpoint.
    ///   - cache: Storage of the app's tokens.
    ///   - http: The transport. A `CurlHTTPClient` is one.
    ///   - authorityCache: Storage of discovery documents and throttling times. Without one, a document is fetched each time
    ///     that it is needed, and a server that throttles is not left alone for as long as it asks.
    ///   - environment: The variables that tell the kind of machine, for a managed identity.
    ///   - clock: The time of day, for expiry and retries.
    public init(
        clientID: String, authority: Authority, credential: ApplicationCredential, cache: any TokenCache,
        http: any HTTPClient, authorityCache: (any AuthorityCache)? = nil, environment: Environment = .process,
        clock: WallClock = .system
    ) {
        self.clientID = clientID
        self.authority = authority
        self.credential = credential
        self.cache = cache
        self.http = http
        self.authorityCache = authorityCache
        self.environment = environment
        self.clock = clock
    }

    /// The tenant as the authority names it, a GUID or a domain; empty for an issuer without tenants.
    public var tenantID: String {
        if case .managedIdentity = credential { return ManagedIdentityID.tenantID }
        return authority.tenant ?? ""
    }

    /// The account under which the app's tokens are cached. An app has no home account, so its client id and tenant
    /// stand for one.
    public var account: AccountID {
        .application(clientID: clientID, tenantID: tenantID, environment: authority.environment)
    }

    /// A token for the app: from the cache, or a new one, which is cached.
    ///
    /// - Parameters:
    ///   - scopes: One resource with `/.default`, such as `https://graph.microsoft.com/.default`.
    ///   - forceRefresh: Whether to request a new token even if a valid one is cached.
    /// - Throws: ``AuthError/application(_:)`` when the credential or the scopes cannot be used.
    public func acquireTokenForClient(scopes: Scopes, forceRefresh: Bool = false) async throws -> AuthenticationResult {
        _ = try tokenSource(for: scopes)
        if try cache.account(account) == nil { try cache.save(grant(accessToken: nil)) }
        return try await acquireTokenSilently(scopes: scopes, forceRefresh: forceRefresh)
    }

    /// A token for an app that was signed in before. The parameters are those of a ``SilentRequest``.
    ///
    /// - Throws: ``AuthError/interactionRequired(_:)`` when the app was signed out.
    public func acquireTokenSilently(
        scopes: Scopes, forceRefresh: Bool = false, claims: String? = nil, minimumValidity: Duration? = nil
    ) async throws -> AuthenticationResult {
        let renewer = ApplicationTokenRenewer(
            source: try tokenSource(for: scopes), cache: cache, clock: clock
        ) { grant(accessToken: $0, of: scopes) }
        // An app has no sign-in at which it could ask again for scopes that were declined.
        let request = SilentRequest(
            account: account, tenantID: tenantID, scopes: scopes, forceRefresh: forceRefresh, claims: claims,
            minimumValidity: minimumValidity, allowsDeclinedScopes: true)
        return try await SilentAcquisition(
            request, clientID: clientID, authority: authority, cache: cache, clock: clock, renewer: renewer
        ).acquireToken()
    }

    /// Authenticates the app and returns its token without caching it.
    public func signIn(scopes: Scopes) async throws(AuthError) -> TokenGrant {
        grant(accessToken: try await tokenSource(for: scopes).accessToken(for: scopes, claims: nil), of: scopes)
    }

    /// The GUID of the tenant, from discovery where the authority names a domain. Domains change hands, so accounts and
    /// tokens are best stored under the GUID.
    public func resolvedTenantID() async throws(AuthError) -> String {
        if case .managedIdentity = credential { return tenantID }
        try requireOneTenant()
        return try await discovery.tenantID(of: authority)
    }

    private func grant(accessToken: AccessToken?, of requested: Scopes = []) -> TokenGrant {
        TokenGrant(
            account: account,
            tenantProfile: TenantProfile(tenantID: tenantID, objectID: clientID, username: clientID, displayName: ""),
            clientID: clientID, tenantID: tenantID, accessToken: accessToken, refreshToken: nil, idToken: nil,
            declinedScopes: accessToken.map { requested.missing(from: $0.scopes, at: authority) } ?? [])
    }

    /// - Throws: ``AuthError/application(_:)``, before anything is sent, for a request that the platform always refuses.
    private func tokenSource(for scopes: Scopes) throws(AuthError) -> any ApplicationTokenSource {
        if case .managedIdentity(let identity) = credential {
            return ManagedIdentity(
                identity: identity, resource: try resource(of: scopes),
                endpoint: try ManagedIdentityEndpoints.detect(in: environment), http: http, clock: clock)
        }
        try requireOneTenant()
        if authority.kind.isMicrosoft { _ = try resource(of: scopes) }
        return ClientCredentialsGrant(
            client: ClientAuthentication(
                clientID: clientID, authority: authority, credential: credential, clock: clock),
            http: throttlingHTTP.about([clientID]), discovery: discovery)
    }

    /// The HTTP client for the identity platform only: the identity service of a machine is never throttled across
    /// runs.
    private var throttlingHTTP: ThrottlingHTTPClient {
        ThrottlingHTTPClient(
            client: authority.client(over: http, clock: clock), authorityCache: authorityCache, clock: clock)
    }

    private var discovery: Discovery { Discovery(http: throttlingHTTP, clock: clock, authorityCache: authorityCache) }

    private func requireOneTenant() throws(AuthError) {
        guard let tenant = authority.tenant, Authority.sharedTenants.contains(tenant) else { return }
        throw .application(.tenantRequired(tenant))
    }

    private func resource(of scopes: Scopes) throws(AuthError) -> String {
        guard scopes.resourceOfDefault != nil,
            let resource = scopes.forOneToken(from: authority).resourceOfDefault
        else { throw .application(.defaultScopeRequired(scopes)) }
        return resource
    }
}

/// The credential with which an app without a user authenticates (RFC 6749 section 2.3).
public enum ApplicationCredential: Hashable, Sendable {
    case secret(Secret)
    /// The path of a PEM file with an X.509 certificate and its unencrypted RSA key. The file is read for each new token.
    case certificate(path: String)
    /// The path of a file with a token of another issuer that the app's registration trusts (workload identity
    /// federation). Its provider, such as Kubernetes, replaces it before it expires, so it is read for each new token.
    case federatedTokenFile(path: String)
    /// The identity that Azure gave the machine; there is no secret to store.
    case managedIdentity(ManagedIdentityID)
}
