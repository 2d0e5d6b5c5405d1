import HTTPTransport

/// A way to get new tokens for a cached account. Called under the refresh lock; it stores the tokens before it returns
/// them.
protocol TokenRenewer: Sendable {
    func renew(_ request: SilentRequest, key: TokenKey) async throws -> Renewal
}

/// Renews with the refresh token of a user's sign-in.
struct RefreshTokenRenewer: TokenRenewer {
    let client: ClientAuthentication
    let cache: any TokenCache
    let http: ThrottlingHTTPClient
    let discovery: Discovery
    let capabilities: [String]

    func renew(_ request: SilentRequest, key: TokenKey) async throws -> Renewal {
        // A refresh token is sent to its own issuer only, whatever authority a caller or an altered profile names.
        guard key.account.environment == client.authority.environment, let token = try refreshToken(key) else {
            throw request.interactionRequired(.noTokens)
        }
        do {
            return try await renew(request, with: token, key: key)
        } catch AuthError.interactionRequired(let details) {
            // A sign-in may have replaced the token while the server looked at the old one.
            guard let newer = try? refreshToken(key), newer.secret != token.secret else {
                record(details, of: request, key: key, token: token)
                throw AuthError.interactionRequired(details)
            }
            return try await renew(request, with: newer, key: key)
        }
    }

    private func refreshToken(_ key: TokenKey) throws -> RefreshToken? {
        try cache.refreshToken(account: key.account, clientID: client.clientID)
    }

    private func renew(
        _ request: SilentRequest, with token: RefreshToken, key: TokenKey
    ) async throws -> Renewal {
        let endpoint = try await tokenEndpoint()
        let renewal = try await cache.redeem(token, of: key) { [self] in
            try await redeem(token, at: endpoint, for: request, key: key)
        }
        guard let renewal else { throw request.interactionRequired(.noTokens) }
        // Only now that the new refresh token is stored.
        if let problem = renewal.grant.accessTokenProblem { throw problem.authError(at: endpoint.url) }
        return renewal
    }

    /// The account has signed in here, so the address is right: a page in place of the discovery document is that of a
    /// network or a proxy.
    private func tokenEndpoint() async throws(AuthError) -> AuthenticatedEndpoint {
        do {
            return try await discovery.tokenEndpoint(of: client.authority)
        } catch .discovery(let url, .notJSON(let status)) {
            throw .unexpectedPage(url: url, status: status)
        }
    }

    /// RFC 6749 section 6.
    private func redeem(
        _ token: RefreshToken, at endpoint: AuthenticatedEndpoint, for request: SilentRequest, key: TokenKey
    ) async throws -> TokenGrant {
        let cached = try cache.accessTokens(key)
        let declined = try cache.declinedScopes(key)
        // Read before the token is spent. An ID token that cannot be read must not lose the new tokens.
        let previous = try? cache.idToken(key)
        let scopes = scopes(for: request, declined: declined, granted: cached)
        let fields =
            [
                ("grant_type", "refresh_token"), ("refresh_token", token.secret.expose()),
                ("scope", scopes.union(endpoint.openIDScopes.without(declined)).spaceSeparated),
            ] + client.authority.clientInfoField
            + ClaimsRequest.merge(request.claims, capabilities: capabilities).claimsField
            + client.authority.parameters.ofTokens
        do {
            // A sign-in replaces the token, so that no throttling from before holds its first refresh up.
            let http = http.about(clientID: client.clientID, account: key.account)
                .about([scopes.spaceSeparated, token.secret.expose()])
            let response = try await TokenEndpoint(endpoint, client: client, http: http)
                .post(fields, expecting: TokenResponse.self)
            let validator = TokenResponseValidator(
                clientID: client.clientID, authority: client.authority, requested: scopes, declinedBefore: declined,
                now: client.clock.now())
            return try validator.validateRefresh(response, key: key, previous: previous)
        } catch let failure as TokenEndpoint.Failure {
            guard case .refused(let error) = failure else { throw failure.signInError(of: client) }
            if error.isInvalidScope {
                throw AuthError.invalidScope(scopesRefused(to: request, granted: cached), error)
            }
            guard error.isInteractionRequired else { throw failure.signInError(of: client) }
            throw request.interactionRequired(.server(error))
        }
    }

    /// The scopes of a refresh: those of the request, without the declined ones where it can do without them.
    ///
    /// Where a token is for one resource, the refresh token serves every resource. Elsewhere it has scopes of its own, and
    /// some servers let a refresh for fewer narrow them for good: so all that the tokens in the cache were granted are
    /// requested again. A token with more of them serves the request as well.
    private func scopes(
        for request: SilentRequest, declined: Scopes, granted cached: [AccessToken]
    ) -> Scopes {
        let wanted = request.allowsDeclinedScopes ? request.scopes.without(declined) : request.scopes
        return client.authority.kind.tokensHaveOneResource
            ? wanted : wanted.union(Scopes(cached.flatMap(\.scopes.names)))
    }

    /// The scopes that `invalid_scope` is about: "any scope not originally granted" (RFC 6749 section 6), and all where the
    /// cached tokens have them all.
    private func scopesRefused(to request: SilentRequest, granted cached: [AccessToken]) -> Scopes {
        let missing = request.scopes.missing(from: Scopes(cached.flatMap(\.scopes.names)), at: client.authority)
        return missing.isEmpty ? request.scopes : missing
    }

    /// Recording must not replace the error.
    private func record(
        _ details: InteractionRequired, of request: SilentRequest, key: TokenKey, token: RefreshToken
    ) {
        guard case .server(let error) = details.reason else { return }
        // Another tenant than the home tenant may not know the account, which says nothing about the token.
        if error.rejectsRefreshToken, key.isHomeTenant {
            try? cache.markRejected(token, account: key.account, clientID: client.clientID, at: client.clock.now())
        }
        // The claims that the resource demanded still have to be requested if the server adds none of its own.
        if let claims = error.claims ?? request.claims {
            try? cache.savePendingClaims(claims, of: key)
        }
    }
}

extension SilentRequest {
    func interactionRequired(_ reason: InteractionRequired.Reason) -> AuthError {
        .interactionRequired(InteractionRequired(account: account, scopes: scopes, reason: reason))
    }
}
