import HTTPTransport

/// A way for an app to get a token for itself: its credential at the token endpoint, or its machine's identity service.
protocol ApplicationTokenSource: Sendable {
    /// A new token that is not cached yet.
    func accessToken(for scopes: Scopes, claims: String?) async throws(AuthError) -> AccessToken
}

/// Renews an app's token by requesting a new one: an app has no refresh token (RFC 6749 section 4.4.3).
struct ApplicationTokenRenewer: TokenRenewer {
    let source: any ApplicationTokenSource
    let cache: any TokenCache
    let clock: WallClock
    let grant: @Sendable (AccessToken) -> TokenGrant

    func renew(_ request: SilentRequest, key: TokenKey) async throws -> Renewal {
        // The secret of a signed-out app is not sent any more.
        guard try cache.account(key.account) != nil else { throw request.interactionRequired(.noTokens) }
        return try cache.renewal(storing: grant(try await accessToken(for: request, key: key)), for: request)
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

/// Requests a token for the app itself from the token endpoint (RFC 6749 section 4.4).
struct ClientCredentialsGrant: ApplicationTokenSource {
    let client: ClientAuthentication
    let http: ThrottlingHTTPClient
    let discovery: Discovery

    func accessToken(for scopes: Scopes, claims: String?) async throws(AuthError) -> AccessToken {
        let endpoint = try await discovery.tokenEndpoint(of: client.authority)
        let fields =
            [("grant_type", "client_credentials")] + (scopes.isEmpty ? [] : [("scope", scopes.spaceSeparated)])
            + claims.claimsField + client.authority.parameters.ofTokens
        let response: TokenResponse
        do throws(TokenEndpoint.Failure) {
            response = try await TokenEndpoint(endpoint, client: client, http: http.about([scopes.spaceSeparated]))
                .post(fields, expecting: TokenResponse.self)
        } catch {
            throw authError(of: error)
        }
        let validator = TokenResponseValidator(
            clientID: client.clientID, authority: client.authority, requested: scopes, now: client.clock.now())
        do throws(AccessTokenProblem) {
            guard let token = try validator.applicationToken(in: response) else { throw .malformed }
            return token
        } catch {
            throw error.authError(at: endpoint.url)
        }
    }

    private func authError(of failure: TokenEndpoint.Failure) -> AuthError {
        // RFC 6749 section 5.2. An empty 400 or 401 counts as `invalid_grant`, which can only mean the credential here.
        guard case .refused(let error) = failure else { return failure.signInError(of: client) }
        return ["invalid_client", "invalid_grant"].contains(error.code) ? client.refusal(error) : .refused(error)
    }
}
