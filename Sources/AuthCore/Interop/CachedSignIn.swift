import Foundation
import HTTPTransport

/// What a cache file knows of one account, in one tenant, by one client.
public struct CachedSignIn: Sendable {
    /// The identity with the tokens that can still be used; the client id is empty if the file names none.
    public let grant: TokenGrant
    /// The authority of the account's tenant.
    public let authority: Authority
    /// What the client had been granted for Graph, else for its newest token.
    public let scopes: Scopes
    /// Whether the client is one of Microsoft's own programs, such as the Azure CLI.
    ///
    /// Its tokens are not for others: the platform would see that program where another one acts.
    public let isFirstPartyClient: Bool

    /// The same as what only a person's own client can complete.
    public var withoutTokens: CachedSignIn {
        CachedSignIn(grant: identity(clientID: ""), authority: authority, scopes: [], isFirstPartyClient: true)
    }

    /// Who it is, without tokens, for a client of the person's own.
    public func identity(clientID: String) -> TokenGrant {
        TokenGrant(
            account: grant.account, tenantProfile: grant.tenantProfile, clientID: clientID, tenantID: grant.tenantID,
            accessToken: nil, refreshToken: nil, idToken: nil)
    }
}

/// What of a cache file cannot be used, and why not.
public enum SkippedEntry: Hashable, Sendable {
    /// Not an object, or without a field that it needs.
    case unreadable
    /// A token of an app that acts for nobody.
    case noAccount
    /// A token that needs a key or an assertion which only its own program has.
    case bound
    /// The host is none of Microsoft's, nor the one that was named.
    case unknownHost(String)
    /// Nothing says in which tenant the account was used.
    case unknownTenant(account: String)
}

/// All that a cache file holds for us.
public struct CacheContents: Sendable {
    /// By username and tenant.
    public let signIns: [CachedSignIn]
    public let skipped: [SkippedEntry: Int]
}
