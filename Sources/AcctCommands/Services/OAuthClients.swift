import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The OAuth clients that profiles act through: those that people sign in to, and those of apps that act for themselves.
struct OAuthClients: Sendable {
    let profiles: ProfileRepository
    let tokenCache: any TokenCache
    let authorityCache: any AuthorityCache
    let http: CurlHTTPClient
    let environment: Environment

    /// - Parameters:
    ///   - credential: of the client, where the issuer demands one.
    ///   - isBrokered: whether the tokens come from the device's broker.
    ///   - cache: another cache than the store, for tokens that must not be in it yet.
    func publicClient(
        _ clientID: String, at authority: Authority, credential: ApplicationCredential? = nil,
        isBrokered: Bool = false, cache: (any TokenCache)? = nil
    ) -> PublicClientApplication {
        PublicClientApplication(
            clientID: clientID, authority: authority, cache: cache ?? tokenCache, http: http,
            authorityCache: authorityCache, credential: credential,
            broker: isBrokered ? DeviceBroker(environment: environment) : nil)
    }

    /// The public client of a profile, at the authority it signs in to: the common one where the profile names no tenant.
    ///
    /// - Throws: `StoreError.alteredProfile`: its secrets could go elsewhere.
    func publicClient(of profile: Profile) throws -> PublicClientApplication {
        try publicClient(of: profile, at: profile.authority)
    }

    /// The client at the authority of the profile's tenant, for everything that must not end in another tenant.
    ///
    /// - Parameter credential: a new one of the client; nil for the one that is stored, if any.
    func tenantClient(
        of profile: Profile, credential: ApplicationCredential? = nil
    ) throws -> PublicClientApplication {
        try publicClient(of: profile, at: profile.authority.with(tenant: profile.tenantID), credential: credential)
    }

    private func publicClient(
        of profile: Profile, at authority: Authority, credential: ApplicationCredential? = nil
    ) throws -> PublicClientApplication {
        try profiles.requireUnaltered(profile)
        // Services of Microsoft let people sign in without a credential of the client.
        let stored = profile.kind == .oidc && credential == nil ? try profiles.credential(of: profile) : nil
        return publicClient(
            profile.clientID, at: authority, credential: credential ?? stored, isBrokered: profile.isBrokered)
    }

    /// The scopes of all profiles that share the refresh token of this one, its own first. At an issuer whose refresh tokens
    /// have scopes (RFC 6749 section 6), a sign-in for fewer would take theirs from the others.
    func scopesOfRefreshToken(of profile: Profile) throws -> Scopes {
        guard !profile.authority.kind.tokensHaveOneResource, profile.hasAccount else { return profile.scopes }
        return try profiles.profiles(of: profile.account).filter { $0.clientID == profile.clientID }
            .reduce(profile.scopes) { $0.union($1.scopes) }
    }

    func confidentialClient(
        _ clientID: String, at authority: Authority, credential: ApplicationCredential
    ) -> ConfidentialClientApplication {
        ConfidentialClientApplication(
            clientID: clientID, authority: authority, credential: credential, cache: tokenCache, http: http,
            authorityCache: authorityCache,
            environment: Environment(ExecIdentity.managedIdentityVariables(in: environment)))
    }

    /// The confidential client of an app's profile, with the credential that is stored for it.
    ///
    /// - Throws: `Failure` when the app was signed out, since its credential went with its tokens.
    func confidentialClient(of profile: Profile) throws -> ConfidentialClientApplication {
        guard let credential = try profiles.credential(of: profile) else {
            throw Failure.applicationSignedOut(profile)
        }
        let client = confidentialClient(profile.clientID, at: profile.authority, credential: credential)
        guard client.account == profile.account else { throw StoreError.alteredProfile(profile.name.text) }
        return client
    }
}
