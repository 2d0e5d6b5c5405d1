import FoundationEssentials
import HTTPTransport

/// The sign-ins of a cache file.
public struct CacheContents: Sendable {
    /// Sorted by username and tenant.
    public let signIns: [CachedSignIn]
    /// The number of entities that cannot be used, by reason.
    public let skipped: [SkippedEntity: Int]
}

/// An account of a cache file, in one tenant, signed in by one client.
public struct CachedSignIn: Sendable {
    /// The identity with the tokens that can still be used. The client id is empty if the file names none.
    public let grant: TokenGrant
    /// The authority of the account's tenant.
    public let authority: Authority
    /// The scopes of the client's token for Graph, else of its newest token.
    public let scopes: Scopes
    /// Whether the client is a program of Microsoft's, such as the Azure CLI. Its tokens must not be used by another
    /// program: the platform would take that program for this one.
    public let isFirstPartyClient: Bool

    /// The sign-in without tokens, client and scopes, to be completed with another client.
    public var withoutTokens: CachedSignIn {
        CachedSignIn(grant: identity(clientID: ""), authority: authority, scopes: [], isFirstPartyClient: true)
    }

    /// The account without tokens, for another client.
    public func identity(clientID: String) -> TokenGrant {
        TokenGrant(
            account: grant.account, tenantProfile: grant.tenantProfile, clientID: clientID, tenantID: grant.tenantID,
            accessToken: nil, refreshToken: nil, idToken: nil)
    }
}

/// The reasons why an entity of a cache file cannot be used.
public enum SkippedEntity: Hashable, Sendable {
    /// Not an object, or without a required field.
    case unreadable
    /// A token of an app without a user.
    case noAccount
    /// A token bound to a key or an assertion that only its own program has.
    case bound
    /// The host belongs neither to a Microsoft cloud nor to the trusted authority.
    case unknownHost(String)
    /// Nothing in the file tells the tenant in which the account was used.
    case unknownTenant(account: String)
    /// An account of another user flow of Azure AD B2C than that of the trusted authority.
    case otherUserFlow(account: String)
}
