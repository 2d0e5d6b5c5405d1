import Foundation
import HTTPTransport

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
