import HTTPTransport

/// A way for an app to get a token for itself: its credential at the token endpoint, or its machine's identity service.
protocol ApplicationTokenSource: Sendable {
    /// A new token that is not cached yet.
    func accessToken(for scopes: Scopes, claims: String?) async throws(AuthError) -> AccessToken
}

/// Renews an app's token by requesting a new one: an app has no refresh token (RFC 6749 section 4.4.3).
struct ApplicationTokenRenewal: TokenRenewal {
    let source: any ApplicationTokenSource
    let cache: any TokenCache
    let clock: WallClock
    let grant: @Sendable (AccessToken) -> TokenGrant

    func renew(_ request: SilentRequest, key: TokenKey) async throws -> Renewal {
        try cache.renewal(storing: grant(try await accessToken(for: request, key: key)), for: request)
    }

    /// Records the refusal of a secret, which stays refused until a sign-in replaces it. A file can be replaced at any
    /// time.
    private func accessToken(for request: SilentRequest, key: TokenKey) async throws -> AccessToken {
        do {
            return try await source.accessToken(for: request.scopes, claims: request.claims)
        } catch AuthError.application(.credentialRefused(let error, let credential)) {
            if case .secret = credential, error.rejectsSecret {
                // Recording must not replace the error.
                try? cache.markRejected(credential, of: key.account, at: clock.now())
            }
            throw AuthError.application(.credentialRefused(error, credential))
        }
    }
}
