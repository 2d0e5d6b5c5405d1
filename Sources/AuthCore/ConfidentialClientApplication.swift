import Foundation
import HTTPTransport

/// An app that acts for itself, without a person: a service, a scheduled job, a machine.
///
/// Its tokens are kept as a person's are, under an account of its own (see ``account``). A token that runs out is
/// replaced by asking again: one request at a time, and a token that is still valid survives a server in trouble.
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
    ///   - clientID: the app's id; for a managed identity ``ManagedIdentityID/clientID``.
    ///   - authority: of one tenant. A managed identity has the tenant of its machine, whatever is named here.
    ///   - authorityCache: what is kept of servers between runs.
    ///   - environment: where the kind of machine is told from.
    public init(
        clientID: String, authority: Authority, credential: ApplicationCredential, cache: any TokenCache,
        http: any HTTPClient, authorityCache: (any AuthorityCache)? = nil,
        environment: Environment = .process,
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

    /// The tenant as the authority names it; empty for an issuer that has none.
    public var tenantID: String {
        if case .managedIdentity = credential { return ManagedIdentityID.tenantID }
        return authority.tenant ?? ""
    }

    /// What the app's tokens are kept under: an app has no home account, so its id and tenant stand for one.
    public var account: AccountID {
        .application(clientID: clientID, tenantID: tenantID, environment: authority.environment)
    }

    /// A token for the app: from the cache, or a new one, which is kept.
    ///
    /// - Parameter scopes: one resource with `/.default`, such as `https://graph.microsoft.com/.default`.
    public func acquireTokenForClient(scopes: Scopes, forceRefresh: Bool = false) async throws -> AuthenticationResult {
        _ = try source(for: scopes)
        if try cache.account(account) == nil { try cache.save(grant(nil)) }
        return try await acquireTokenSilently(
            SilentRequest(account: account, tenantID: tenantID, scopes: scopes, forceRefresh: forceRefresh))
    }

    /// A token for an app that was signed in before: what was signed out meanwhile is not brought back.
    public func acquireTokenSilently(_ request: SilentRequest) async throws -> AuthenticationResult {
        let renewal = ApplicationRenewal(
            source: try source(for: request.scopes), cache: cache, clock: clock
        ) { grant($0) }
        var request = request
        (request.account, request.tenantID) = (account, tenantID)
        return try await SilentAcquisition(clientID: clientID, cache: cache, clock: clock, renewal: renewal)
            .run(request)
    }

    /// Proves the app to the server; the caller decides whether the grant is kept.
    public func signIn(scopes: Scopes) async throws(AuthError) -> TokenGrant {
        grant(try await source(for: scopes).accessToken(for: scopes, claims: nil))
    }

    /// The GUID of a tenant that may be named by a domain: accounts and tokens are best kept under what never changes.
    public func resolvedTenantID() async throws(AuthError) -> String {
        if case .managedIdentity = credential { return tenantID }
        try checkOneTenant()
        return try await discovery.tenantID(of: authority)
    }

    private func grant(_ token: AccessToken?) -> TokenGrant {
        TokenGrant(
            account: account,
            tenantProfile: TenantProfile(tenantID: tenantID, objectID: clientID, username: clientID, displayName: ""),
            clientID: clientID, tenantID: tenantID, accessToken: token, refreshToken: nil, idToken: nil)
    }

    /// - Throws: before anything is sent, what would be refused anyway.
    private func source(for scopes: Scopes) throws(AuthError) -> any ApplicationTokenSource {
        let isPlatform = authority.kind != .oidc && authority.kind != .adfs
        if case .managedIdentity(let identity) = credential {
            try checkOneDefault(scopes)
            return ManagedIdentity(
                identity: identity, endpoint: try ManagedIdentityEndpoints.detect(in: environment), http: http,
                clock: clock)
        }
        try checkOneTenant()
        if isPlatform { try checkOneDefault(scopes) }
        return ClientCredentialsGrant(
            clientID: clientID, authority: authority, credential: credential, http: considerateHTTP,
            discovery: discovery, clock: clock)
    }

    /// A machine's own service is not among the servers that are remembered.
    private var considerateHTTP: any HTTPClient {
        ThrottlingHTTPClient(client: http, authorityCache: authorityCache, clock: clock)
    }

    private var discovery: Discovery { Discovery(http: considerateHTTP, clock: clock, authorityCache: authorityCache) }

    private func checkOneTenant() throws(AuthError) {
        guard let tenant = authority.tenant, Authority.sharedTenants.contains(tenant) else { return }
        throw .application(.tenantRequired(tenant))
    }

    private func checkOneDefault(_ scopes: Scopes) throws(AuthError) {
        guard scopes.names.count == 1, scopes.defaults == scopes else {
            throw .application(.defaultScopeRequired(scopes))
        }
    }
}

extension AccountID {
    /// `app:{client id}.{tenant}`: like a person's id it ends with the tenant, and like none it begins.
    static func application(clientID: String, tenantID: String, environment: String) -> AccountID {
        AccountID(
            homeAccountID: applicationPrefix + clientID + (tenantID.isEmpty ? "" : ".\(tenantID)"),
            environment: environment)
    }

    /// Whether it stands for an app rather than a person.
    public var isApplication: Bool { homeAccountID.hasPrefix(AccountID.applicationPrefix) }

    private static let applicationPrefix = "app:"
}

/// What an app without a user proves itself with.
public enum ApplicationCredential: Hashable, Sendable {
    case secret(Secret)
    /// A PEM file that holds an X.509 certificate and its RSA key, unencrypted. It is read again for each token.
    case certificate(path: String)
    /// A file with a token of another issuer that the app's registration trusts. Whoever provides it replaces it before
    /// it expires, so it is read again for each token.
    case federatedTokenFile(path: String)
    /// What the machine was given by the cloud it runs in: there is nothing to keep secret.
    case managedIdentity(ManagedIdentityID)
}
