import AccountProfiles
import AuthCore

extension Services {
    /// A token for one resource, from the cache or by a refresh, as the token endpoint of `acct exec` gives it.
    ///
    /// - Throws: `Failure` for scopes of several resources, and where the profile may have no token for the resource.
    func silentToken(
        for scopes: Scopes, as profile: Profile, claims: String? = nil
    ) async throws -> AuthenticationResult {
        try await authenticator.tokenForProgram(
            of: profile, scopes: try profile.scopes(ofOneResource: scopes), claims: claims)
    }
}

extension Authenticator {
    /// A token for a resource, with all permissions that were consented to there; nil for the profile's own scopes.
    ///
    /// - Throws: `Failure` for an issuer whose scopes name no resource, and for a read-only profile, whose token could
    ///   write; `ActingError` for all else.
    func tokenForProgram(of profile: Profile, resource: String?) async throws -> AuthenticationResult {
        try await tokenForProgram(of: profile, scopes: try resource.flatMap { try profile.scopes(forResource: $0) })
    }
}

extension Profile {
    /// The scopes that give a program a token for a resource; nil for the profile's own.
    ///
    /// - Throws: `Failure` where the profile may have no token for it: a read-only one gets tokens of its own scopes, and so
    ///   does one of an issuer that names no resource by a scope.
    fileprivate func scopes(forResource resource: String) throws -> Scopes? {
        guard authority.kind.tokensHaveOneResource else {
            let named = authority.parameters.all.filter { ["resource", "audience"].contains($0.name) }
            guard named.contains(where: { $0.value == resource }) else {
                throw Failure.otherResource(resource, than: self)
            }
            return nil
        }
        guard mode == .readOnly, kind != .app else { return Scopes(defaultOf: resource) }
        let forms = resource.hasSuffix("/") ? [resource, String(resource.dropLast())] : [resource, resource + "/"]
        let isOwn = forms.contains { Scopes(defaultOf: $0).missing(from: scopes).isEmpty }
        guard isOwn else { throw Failure.readOnlyProfile(name, resource: resource) }
        return nil
    }

    /// The scopes that give a program a token with these; nil for the profile's own.
    fileprivate func scopes(ofOneResource wanted: Scopes) throws -> Scopes? {
        if let resource = wanted.resourceOfDefault { return try scopes(forResource: resource) }
        guard authority.kind.tokensHaveOneResource else {
            throw Failure.otherResource(wanted.resource ?? wanted.spaceSeparated, than: self)
        }
        try wanted.requireOneResource(at: authority, graph: graphResource) { scopes, _ in
            .token(of: name, for: scopes)
        }
        return wanted
    }
}
