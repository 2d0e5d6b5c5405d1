import AuthCore
import FoundationEssentials

/// A name for how to act as somebody: account, tenant, client and where to send requests.
///
/// Several profiles may share one account.
public struct Profile: Hashable, Sendable {
    public var name: ProfileName
    public var account: AccountID
    /// The username at the last sign-in: shown in lists and sent as the hint of the next sign-in.
    public var username: String
    public var displayName: String
    /// The tenant's GUID; empty for an issuer that has no tenants.
    public var tenantID: String
    public var kind: Kind
    public var clientID: String
    public var authority: Authority
    /// The Graph endpoint, an origin without a trailing slash; nil for an issuer that has no Graph.
    public var graph: String?
    /// What a token is asked for when a command names no scopes.
    public var scopes: Scopes
    public var mode: Mode
    public var lastUsed: Date?
    /// The loopback port that sign-ins come back to, where the server insists on one; else 0.
    public var redirectPort: UInt16

    public init(
        name: ProfileName, account: AccountID, username: String, displayName: String, tenantID: String, kind: Kind,
        clientID: String, authority: Authority, graph: String?, scopes: Scopes, mode: Mode = .readWrite,
        lastUsed: Date? = nil, redirectPort: UInt16 = 0
    ) {
        self.name = name
        self.account = account
        self.username = username
        self.displayName = displayName
        self.tenantID = tenantID
        self.kind = kind
        self.clientID = clientID
        self.authority = authority
        self.graph = graph
        self.scopes = scopes
        self.mode = mode
        self.lastUsed = lastUsed
        self.redirectPort = redirectPort
    }

    public var tokenKey: TokenKey { TokenKey(account: account, clientID: clientID, tenantID: tenantID) }

    /// What an identity is to the platform.
    public enum Kind: String, Sendable, CaseIterable {
        /// An Entra account in an organisation's tenant.
        case work
        /// A Microsoft account.
        case personal
        /// An application that acts for itself; there is no user.
        case app
        /// An account of any other OpenID Connect issuer.
        case oidc
    }

    /// What the profile may be used for.
    public enum Mode: String, Sendable, CaseIterable {
        case readWrite = "read-write"
        case readOnly = "read-only"
    }
}

extension Profile.Kind {
    /// The kind of what a sign-in brought.
    public init(of grant: TokenGrant, authority: Authority) {
        if authority.kind != .entra {
            self = .oidc
        } else {
            self = grant.tenantID == Authority.personalTenantID ? .personal : .work
        }
    }
}
