/// Where the tokens of an app come from.
protocol ApplicationTokenSource: Sendable {
    /// A new token, which nobody has kept yet.
    func accessToken(for scopes: Scopes, claims: String?) async throws(AuthError) -> AccessToken
}

/// Renews by asking again: an app has no refresh token and needs none.
struct ApplicationRenewal: TokenRenewal {
    let source: any ApplicationTokenSource
    let cache: any TokenCache
    let grant: @Sendable (AccessToken) -> TokenGrant

    func renew(_ key: TokenKey, _ request: SilentRequest) async throws -> TokenGrant {
        let grant = grant(try await source.accessToken(for: request.scopes, claims: request.claims))
        guard try cache.saveRefreshed(grant) else {
            throw AuthError.interactionRequired(.init(account: key.account, scopes: request.scopes, reason: .noTokens))
        }
        return grant
    }
}
