import AccountProfiles
import AuthCore
import MicrosoftGraph

/// A read-only profile requests only scopes that read, so that its tokens cannot write either.
extension Profile {
    /// - Throws: `Failure` of kind `policy` when one of the scopes may allow a change. Apps are exempt: their tokens carry
    ///   all granted permissions, whichever they request.
    func refuseWritingScopes(_ scopes: Scopes) throws {
        if let scope = forbiddenScope(among: scopes) { throw Failure.readOnlyProfile(name, scope: scope) }
    }

    /// - Throws: `Failure` of kind `policy` for a token that allows changes. The platform puts all that the account has
    ///   consented to in the app into a token of Graph, also for another profile.
    fileprivate func refuseWritingToken(_ token: AuthenticationResult) throws {
        guard mode == .readOnly, kind != .app, authority.kind.tokensHaveOneResource else { return }
        let scopes = token.scopes.beyondReading
        guard scopes.names.isEmpty else { throw Failure.writableToken(of: name, scopes: scopes) }
    }

    /// The first scope that may allow a change, in a read-only profile of a user; else nil.
    func forbiddenScope(among scopes: Scopes) -> String? {
        mode == .readOnly && kind != .app ? scopes.beyondReading.names.first : nil
    }
}

extension Authenticator {
    /// A token that leaves acct, for a program that may do with it whatever it allows.
    ///
    /// - Throws: `Failure` for a read-only profile whose token allows changes; `ActingError` for all else.
    func tokenForProgram(
        of profile: Profile, scopes: Scopes? = nil, forceRefresh: Bool = false, claims: String? = nil,
        minimumValidity: Duration? = nil
    ) async throws -> AuthenticationResult {
        let token = try await token(
            for: profile, scopes: scopes, forceRefresh: forceRefresh, claims: claims, minimumValidity: minimumValidity)
        try profile.refuseWritingToken(token)
        return token
    }
}

extension Scopes {
    /// The scopes that may allow a change. Scopes of other resources than Graph are among them, since nothing is known of
    /// them.
    var beyondReading: Scopes { Scopes(names.filter { !GraphScope($0).isReadOnly }) }
}
