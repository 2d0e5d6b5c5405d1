import Foundation
import HTTPTransport

/// Which access tokens a lookup means: one account, one client, one tenant.
public struct TokenKey: Hashable, Sendable {
    public let account: AccountID
    public let clientID: String
    /// The tenant's GUID; empty for an issuer that has no tenants.
    public let tenantID: String

    public init(account: AccountID, clientID: String, tenantID: String) {
        self.account = account
        self.clientID = clientID
        self.tenantID = tenantID
    }

    /// Whether the tenant is the one that the account lives in, where there are tenants at all.
    var isHome: Bool {
        tenantID.isEmpty || account.homeTenantID.map(tenantID.caseInsensitiveEquals) ?? true
    }
}

/// An access token as it is kept. It is opaque: personal accounts get tokens that are not JWTs.
public struct AccessToken: Hashable, Sendable {
    public let secret: Secret
    /// As the server sent it, usually `Bearer`.
    public let tokenType: String
    public let scopes: Scopes
    public let cachedAt: Date
    public let expiresOn: Date
    /// From here on a new token should be fetched, with this one as the fallback (`refresh_in`).
    public let refreshOn: Date?

    public init(
        secret: Secret, tokenType: String, scopes: Scopes, cachedAt: Date, expiresOn: Date, refreshOn: Date?
    ) {
        self.secret = secret
        self.tokenType = tokenType
        self.scopes = scopes
        self.cachedAt = cachedAt
        self.expiresOn = expiresOn
        self.refreshOn = refreshOn
    }

    /// Whether a cache that keeps this token has no more use for an older one of the same key.
    ///
    /// It has none for a token that has expired, nor for one that can do nothing which this one cannot. That holds
    /// even if the older one lasts longer: the server may have refused it and granted this one instead.
    public func supersedes(_ olderScopes: Scopes, expiringOn olderExpiry: Date) -> Bool {
        olderExpiry <= cachedAt || olderScopes.names.allSatisfy(scopes.contains)
    }
}

/// A refresh token as it is kept: one for each account and client, good for any tenant and resource.
public struct RefreshToken: Hashable, Sendable {
    public let secret: Secret
    /// `foci` of the response: "1" for a client of Microsoft's own family, else nil.
    public let familyID: String?
    public let cachedAt: Date
    /// When the server last said that it wants the person to sign in instead. The token is kept all the same:
    /// only a sign-out or a newer token removes one.
    public let rejectedAt: Date?

    public init(secret: Secret, familyID: String?, cachedAt: Date, rejectedAt: Date? = nil) {
        self.secret = secret
        self.familyID = familyID
        self.cachedAt = cachedAt
        self.rejectedAt = rejectedAt
    }
}

/// What one removal took away.
public struct RemovedTokens: Hashable, Sendable {
    public let accessTokens: Int
    public let refreshTokens: Int
    public let idTokens: Int

    public init(accessTokens: Int, refreshTokens: Int, idTokens: Int) {
        self.accessTokens = accessTokens
        self.refreshTokens = refreshTokens
        self.idTokens = idTokens
    }
}
