import Foundation
import HTTPTransport

/// What a token endpoint granted, checked and ready to be kept.
public struct TokenGrant: Sendable {
    public let account: AccountID
    /// The account as the tenant of this grant knows it; nil when a refresh brought no ID token.
    public let tenantProfile: TenantProfile?
    public let clientID: String
    /// The tenant's GUID; empty for an issuer that has no tenants.
    public let tenantID: String
    /// Absent when only OpenID Connect scopes were asked for and the issuer gives no token for those.
    public let accessToken: AccessToken?
    /// Absent when none was granted, or when the one in use stays valid.
    public let refreshToken: RefreshToken?
    public let idToken: Secret?
    /// Scopes that were asked for and not granted.
    public let declinedScopes: Scopes
    /// Of the tenant, where it puts them into its ID tokens (the optional claims `verified_primary_domain` and
    /// `verified_secondary_domain`); usually empty.
    public let verifiedDomains: [String]

    public init(
        account: AccountID, tenantProfile: TenantProfile?, clientID: String, tenantID: String,
        accessToken: AccessToken?,
        refreshToken: RefreshToken?, idToken: Secret?, declinedScopes: Scopes = [], verifiedDomains: [String] = []
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
    }

    public var key: TokenKey { TokenKey(account: account, clientID: clientID, tenantID: tenantID) }
}
