import Foundation
import HTTPTransport

/// What a token is wanted for, without asking anybody.
public struct SilentRequest: Sendable {
    public var account: AccountID
    /// The tenant's GUID; empty for an issuer that has no tenants.
    public var tenantID: String
    public var scopes: Scopes
    /// Ask the server even if a valid token is there.
    public var forceRefresh: Bool
    /// A challenge to answer, as JSON text; a kept token cannot answer one.
    public var claims: String?
    /// A kept token with less than this left will not do. Nil asks for five minutes, but takes less when the token
    /// cannot be renewed now.
    public var minimumValidity: Duration?

    public init(
        account: AccountID, tenantID: String, scopes: Scopes, forceRefresh: Bool = false, claims: String? = nil,
        minimumValidity: Duration? = nil
    ) {
        self.account = account
        self.tenantID = tenantID
        self.scopes = scopes
        self.forceRefresh = forceRefresh
        self.claims = claims
        self.minimumValidity = minimumValidity
    }

    var needsServer: Bool { forceRefresh || claims != nil }
}

/// A token to call an API with, and whose it is.
public struct AuthenticationResult: Sendable {
    public let accessToken: Secret
    public let tokenType: String
    public let expiresOn: Date
    public let scopes: Scopes
    public let account: AccountID
    public let tenantID: String
    public let source: Source

    public enum Source: Hashable, Sendable {
        case cache
        case server
        /// A renewal failed; this is the token from before, still valid.
        case fallback
    }
}
