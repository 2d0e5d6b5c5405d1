import FoundationEssentials
import HTTPTransport

/// A request for a token without user interaction.
public struct SilentRequest: Sendable {
    public var account: AccountID
    /// The tenant's GUID; empty for an issuer without tenants. Nil means the account's home tenant where the issuer has
    /// tenants.
    public var tenantID: String?
    public var scopes: Scopes
    /// Whether to request a new token even if a valid one is cached.
    public var forceRefresh: Bool
    /// The claims of a claims challenge, as JSON text. A cached token cannot answer a challenge.
    public var claims: String?
    /// The least time that a cached token has to be valid for. Nil means five minutes, or less if the token cannot be
    /// renewed now.
    public var minimumValidity: Duration?
    /// Whether a token without the scopes that the server has declined will do. They are not requested again until a
    /// sign-in. Scopes that the server has not declined are required all the same.
    public var allowsDeclinedScopes: Bool

    public init(
        account: AccountID, tenantID: String? = nil, scopes: Scopes, forceRefresh: Bool = false,
        claims: String? = nil, minimumValidity: Duration? = nil, allowsDeclinedScopes: Bool = false
    ) {
        self.account = account
        self.tenantID = tenantID
        self.scopes = scopes
        self.forceRefresh = forceRefresh
        self.claims = claims
        self.minimumValidity = minimumValidity
        self.allowsDeclinedScopes = allowsDeclinedScopes
    }

    /// Whether only a new token fulfils the request.
    var requiresServer: Bool { forceRefresh || claims != nil }

    /// The request with the tenant that it means at an authority.
    func resolved(at authority: Authority) -> SilentRequest {
        var request = self
        request.tenantID = tenantID ?? (authority.kind.hasTenants ? account.homeTenantID : nil) ?? ""
        return request
    }
}

/// An access token to call an API with, and the account that it belongs to.
public struct AuthenticationResult: Sendable {
    public let accessToken: Secret
    /// `token_type` of the response, usually `Bearer`.
    public let tokenType: String
    public let expiresOn: Date
    let expiryMargin: TimeInterval
    /// The granted scopes, which may be more than the requested ones.
    public let scopes: Scopes
    /// The requested scopes that the server declined; see ``SilentRequest/allowsDeclinedScopes``.
    public let declinedScopes: Scopes
    public let account: AccountID
    /// The tenant's GUID; empty for an issuer without tenants.
    public let tenantID: String
    public let source: Source
    /// The place where the tokens of a renewal are stored. The cache may have failed after the server had answered.
    public let storage: Renewal.Storage

    public enum Source: Hashable, Sendable {
        case cache
        case server
        /// A cached token that is still valid, returned because its renewal failed.
        case fallback
    }
}

extension AccessToken {
    /// Documented behaviour: a token counts as expired five minutes early, so that it outlives the call it is used for. One of
    /// a short life does at its half, or it could never be used twice.
    var expiryMargin: TimeInterval { min(300, expiresOn.timeIntervalSince(cachedAt) / 2) }
}

extension AuthenticationResult {
    /// Whether the token has enough time left for another call, as silent acquisition counts it.
    public func isFresh(at now: Date) -> Bool { expiresOn.timeIntervalSince(now) >= expiryMargin }

    /// The result of a sign-in whose tokens are cached; nil for one without an access token.
    init?(_ grant: TokenGrant) {
        guard let token = grant.accessToken else { return nil }
        self.init(
            accessToken: token.secret, tokenType: token.tokenType, expiresOn: token.expiresOn,
            expiryMargin: token.expiryMargin, scopes: token.scopes,
            declinedScopes: grant.declinedScopes, account: grant.account, tenantID: grant.tenantID, source: .server,
            storage: .saved)
    }
}
