extension GrantContext {
    func refresh() throws(EntraError) -> Response {
        guard let text = form["refresh_token"] else { throw .missing("refresh_token") }
        guard let token = emulation.grants.refreshTokens[text] else { throw .badRefreshToken }
        guard token.isGood(at: authority, in: emulation.origin.cloud) else { throw .refreshTokenOfOtherService }
        guard token.application == application else { throw .refreshTokenOfOtherClient }
        guard !emulation.isDisabled(token.account) else { throw .accountDisabled }
        if token.isUsed, emulation.options.detectsRefreshTokenReuse {
            emulation.grants.revoke(chain: token.chain)
            throw .refreshTokenRevoked
        }
        guard !token.isRevoked else { throw .refreshTokenRevoked }
        let response = try issuer.issue(order(for: token))
        // The federation service gives no other one, and this stays good for all of its time.
        if authority != .federation { emulation.grants.markUsed(text) }
        return response
    }

    /// Any resource, any tenant: a refresh token is bound to the account and the client alone.
    private func order(for token: RefreshToken) throws(EntraError) -> TokenIssuer.Order {
        guard let identity = identity(for: token) else { throw .notInTenant(token.account.username) }
        let claims = try claims()
        return TokenIssuer.Order(
            authority: authority, identity: identity, application: application,
            scopes: try scopes(orElse: token.scopes).keepingOffline(),
            chain: token.chain, wantsClientInfo: wantsClientInfo,
            isContinuouslyEvaluated: claims.declaresChallenges, idTokenClaims: claims.idToken,
            isRenewal: true)
    }

    /// `common` and `organizations` stay with the tenant of the sign-in; a tenant's own path asks for that tenant.
    private func identity(for token: RefreshToken) -> Identity? {
        switch authority {
        case .common: token.account.identity(in: token.tenant)
        case .organizations: token.account.isPersonal ? nil : token.account.identity(in: token.tenant)
        case .consumers, .tenant, .federation, .userFlow, .customers: authority.identity(of: token.account)
        }
    }
}
