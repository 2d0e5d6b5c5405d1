import FoundationEssentials
import HTTPTransport

/// The key of access tokens and ID tokens in a cache: one account, one client, one tenant.
public struct TokenKey: Hashable, Sendable {
    public let account: AccountID
    public let clientID: String
    /// The tenant's GUID in lower case; empty for an issuer without tenants. MSAL's cache format calls it the realm.
    public let tenantID: String

    public init(account: AccountID, clientID: String, tenantID: String) {
        self.account = account
        self.clientID = clientID
        self.tenantID = tenantID.isGUID ? tenantID.lowercased() : tenantID
    }

    /// Whether the tenant is the account's home tenant; true for an issuer without tenants.
    var isHomeTenant: Bool {
        tenantID.isEmpty || account.homeTenantID.map(tenantID.equalsIgnoringASCIICase) ?? true
    }
}

/// The tokens of one token response, checked against the request and ready to be cached.
public struct TokenGrant: Sendable {
    public let account: AccountID
    /// The account as the tenant of this grant knows it; nil when a refresh returned no ID token.
    public let tenantProfile: TenantProfile?
    public let clientID: String
    /// The tenant's GUID; empty for an issuer without tenants.
    public let tenantID: String
    /// Nil when only OpenID Connect scopes were requested and the issuer gives no access token for those.
    public private(set) var accessToken: AccessToken?
    /// Why a renewal's response has an access token that must not be used; it is not in the grant. Nil for none.
    var accessTokenProblem: AccessTokenProblem?
    /// Nil when none was granted, or when the current one stays valid.
    public private(set) var refreshToken: RefreshToken?
    public let idToken: Secret?
    /// Requested scopes that were not granted, now or before.
    public let declinedScopes: Scopes
    /// The verified domains of the tenant, from the optional claims `verified_primary_domain` and
    /// `verified_secondary_domain` and from the username of a member; usually empty or one.
    public let verifiedDomains: [String]
    /// Whether the tokens come from the device's broker, which keeps the refresh token.
    public let isBrokered: Bool

    public init(
        account: AccountID, tenantProfile: TenantProfile?, clientID: String, tenantID: String,
        accessToken: AccessToken?, refreshToken: RefreshToken?, idToken: Secret?, declinedScopes: Scopes = [],
        verifiedDomains: [String] = [], isBrokered: Bool = false
    ) {
        self.account = account
        self.tenantProfile = tenantProfile
        self.clientID = clientID
        self.tenantID = tenantID
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.idToken = idToken
        self.declinedScopes = declinedScopes
        self.verifiedDomains = verifiedDomains
        self.isBrokered = isBrokered
    }

    public var key: TokenKey { TokenKey(account: account, clientID: clientID, tenantID: tenantID) }

    /// The same grant without its access token.
    public var withoutAccessToken: TokenGrant { with(accessToken: nil, refreshToken: refreshToken) }

    /// The account and its ID token, where its other tokens are cached already, or newer ones are.
    public var withoutAccessAndRefreshTokens: TokenGrant { with(accessToken: nil, refreshToken: nil) }

    /// The same grant with another refresh token.
    package func with(refreshToken: RefreshToken?) -> TokenGrant {
        with(accessToken: accessToken, refreshToken: refreshToken)
    }

    private func with(accessToken: AccessToken?, refreshToken: RefreshToken?) -> TokenGrant {
        var copy = self
        (copy.accessToken, copy.refreshToken) = (accessToken, refreshToken)
        return copy
    }
}
