import AccountProfiles
import AuthCore

extension Services {
    /// A token for one resource, from the cache or by a refresh, as the token endpoint of `acct exec` gives it.
    ///
    /// - Throws: `Failure` for scopes of several resources, and where the profile may have no token for the resource.
    func silentToken(
        for scopes: Scopes, as profile: Profile, claims: String? = nil
    ) async throws -> AuthenticationResult {
        try await authenticator.token(for: profile, scopes: try profile.scopesInside(scopes), claims: claims)
    }
}

extension Profile {
    /// The scopes that give a program a token with these; nil for the profile's own.
    fileprivate func scopesInside(_ scopes: Scopes) throws -> Scopes? {
        if scopes.names.count == 1, let name = scopes.names.first, name.hasSuffix("/.default") {
            return try scopesInside(resource: String(name.dropLast("/.default".count)))
        }
        guard authority.kind.tokensHaveOneResource else {
            throw Failure.otherResource(scopes.resource ?? scopes.spaceSeparated, than: self)
        }
        try scopes.requireOneResource(at: authority) { scopes, _ in
            "acct token -p \(name.text.asShellWord) \(scopes.optionWords)"
        }
        return scopes
    }
}
