import FoundationEssentials
import HTTPTransport

/// A cached access token (RFC 6749 section 1.4). It is opaque: tokens for personal accounts are not JWTs.
public struct AccessToken: Hashable, Sendable {
    public let secret: Secret
    /// `token_type` of the response, usually `Bearer`.
    public let tokenType: String
    public let scopes: Scopes
    public let cachedAt: Date
    public let expiresOn: Date
    /// The time from which a new token should be requested, with this one as the fallback (`refresh_in`); nil without
    /// one.
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

    /// Whether a cache that stores this token can drop an older one of the same key: the older one has expired, or all
    /// of its scopes are in this one. That holds even if the older one lasts longer, because the server may have revoked
    /// it and granted this one instead.
    public func supersedes(_ olderScopes: Scopes, expiringOn olderExpiry: Date) -> Bool {
        olderExpiry <= cachedAt || olderScopes.names.allSatisfy(scopes.contains)
    }
}

/// A cached refresh token (RFC 6749 section 1.5): one for each account and client, valid for every tenant and resource.
public struct RefreshToken: Hashable, Sendable {
    public let secret: Secret
    /// `foci` of the response: "1" for a client of Microsoft's family of client ids, else nil.
    public let familyID: String?
    public let cachedAt: Date
    /// The time until which the token can be used, as the server or its documentation states it; nil where neither does.
    /// A renewal gives a new token, with a new end at most servers.
    public let expiresOn: Date?
    /// The time at which the server refused the token and demanded a sign-in; nil if it has not. The token stays in the
    /// cache: only a sign-out or a newer token removes it.
    public internal(set) var rejectedAt: Date?

    public init(
        secret: Secret, familyID: String?, cachedAt: Date, expiresOn: Date? = nil, rejectedAt: Date? = nil
    ) {
        self.secret = secret
        self.familyID = familyID
        self.cachedAt = cachedAt
        self.expiresOn = expiresOn
        self.rejectedAt = rejectedAt
    }
}

/// The number of tokens that a removal deleted.
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
