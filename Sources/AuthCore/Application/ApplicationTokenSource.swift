import HTTPTransport

/// Where the tokens of an app come from.
protocol ApplicationTokenSource: Sendable {
    /// A new token, which nobody has kept yet.
    func accessToken(for scopes: Scopes, claims: String?) async throws(AuthError) -> AccessToken
}

/// Renews by asking again: an app has no refresh token and needs none.
struct ApplicationRenewal: TokenRenewal {
    let source: any ApplicationTokenSource
    let cache: any TokenCache
    let clock: WallClock
    let grant: @Sendable (AccessToken) -> TokenGrant

    func renew(_ key: TokenKey, _ request: SilentRequest) async throws -> TokenGrant {
        let grant = grant(try await token(key, request))
        guard try cache.saveRefreshed(grant) else {
            throw AuthError.interactionRequired(.init(account: key.account, scopes: request.scopes, reason: .noTokens))
        }
        return grant
    }

    /// A secret that was refused is of no use until a sign-in brings another; a file may be another one next time.
    private func token(_ key: TokenKey, _ request: SilentRequest) async throws -> AccessToken {
        do {
            return try await source.accessToken(for: request.scopes, claims: request.claims)
        } catch AuthError.application(.credentialRefused(let error, let credential)) {
            if case .secret = credential, error.refusesSecret {
                try cache.markRejected(credential, of: key.account, at: clock.now())
            }
            throw AuthError.application(.credentialRefused(error, credential))
        }
    }
}
