import AccountProfiles
import AccountStore
import AuthCore

/// Consent by the user of a profile.
extension Authenticator {
    /// Signs the person in again, requests more scopes, and stores the tokens. Granted scopes of the profile's own resource
    /// become the profile's.
    ///
    /// - Parameter claims: those that the server demanded when it refused the last token; nil for those that are pending.
    /// - Returns: the profile, the grant, and whether the profile requests the scopes from now on.
    /// - Throws: `Failure.scopesDeclined`, after the granted ones were stored.
    func requestConsent(
        to scopes: Scopes, for profile: Profile, options: SignInOptions, claims: String? = nil
    ) async throws -> (profile: Profile, grant: TokenGrant, isOfProfile: Bool) {
        let command = SuggestedCommand.consent(to: scopes, of: profile.name)
        // The new scopes come first: the token is for the resource of the first scope. Those of another resource than the
        // profile's are requested alone, since a `.default` scope among them allows no others.
        let scopes = scopes.relative(to: profile.graphResource)
        let isOfProfile = profile.canRequestTogether(scopes)
        let request = SignInRequest(
            scopes: isOfProfile ? scopes.union(try clients.scopesOfRefreshToken(of: profile)) : scopes,
            loginHint: profile.username, expectedAccount: profile.account,
            claims: try claims ?? tokenCache.pendingClaims(of: profile.tokenKey))
        let application = try clients.tenantClient(of: profile)
        let attempt = SignInAttempt(
            request: request, application: application, options: options, command: command,
            adminConsentCommand: command.adding("--admin"))
        let (grant, reservation) = try await ActingError.naming(profile.name) {
            try await reservedSignIn(attempt, to: profile)
        }
        let declined = grant.declined(among: scopes)
        var profile = profile
        profile.adopt(grant)
        let stored = try await profiles.update(
            profile, addedScopes: isOfProfile ? scopes.without(declined) : [], with: grant, in: reservation)
        guard declined.isEmpty else {
            throw Failure.scopesDeclined(declined, of: profile.name, retryCommand: command.adding(options.words))
        }
        return (stored, grant, isOfProfile)
    }
}

extension Profile {
    /// Whether the profile can request the scopes together with its own. Those of another resource need a token of their
    /// own.
    fileprivate func canRequestTogether(_ added: Scopes) -> Bool {
        guard authority.kind.tokensHaveOneResource, let own = scopes.byResource.first else { return true }
        return own.union(added).byResource.count == 1
    }
}
