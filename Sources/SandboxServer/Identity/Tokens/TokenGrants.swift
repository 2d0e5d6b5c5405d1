import Crypto

extension GrantContext {
    func redeemCode() throws(EntraError) -> Response {
        guard let text = form["code"] else { throw .missing("code") }
        guard let code = emulation.grants.codes[text] else { throw .badCode }
        guard !code.isRedeemed else {
            // RFC 6749 §4.1.2: a code that comes twice has been stolen, and what it gave is taken back.
            emulation.grants.revoke(chain: code.chain)
            throw .codeAlreadyRedeemed
        }
        try check(code)
        emulation.grants.codes[text]?.isRedeemed = true
        guard !emulation.isDisabled(code.identity.account) else { throw .accountDisabled }
        let claims = try claims()
        return try issuer.issue(
            TokenIssuer.Order(
                authority: authority, identity: code.identity, application: application,
                scopes: scopes(orElse: code.request.scopes),
                chain: code.chain, nonce: code.request.nonce, wantsClientInfo: wantsClientInfo,
                isContinuouslyEvaluated: claims.declaresChallenges,
                idTokenClaims: claims.idToken.union(code.request.claims.idToken)))
    }

    private func check(_ code: AuthorizationCode) throws(EntraError) {
        guard code.expires > emulation.clock.now else { throw .codeExpired }
        guard code.request.application == application else { throw .codeOfOtherClient }
        guard code.request.authority == authority else { throw .codeOfOtherTenant }
        guard let redirect = form["redirect_uri"] else { throw .missing("redirect_uri") }
        guard redirect == code.request.reply.redirectURI else { throw .otherRedirectURI }
        guard let verifier = form["code_verifier"] else { throw .verifierMissing }
        let challenge = Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
        guard challenge == code.request.challenge else { throw .verifierMismatch }
    }
}

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

extension GrantContext {
    /// The client credentials grant (RFC 6749 §4.4): no refresh token, no ID token, no account.
    func actAsApplication() throws(EntraError) -> Response {
        guard application.secret != nil else { throw .secretMissing }
        guard case .tenant(let tenant) = authority else { throw .tenantNeeded }
        guard let scope = form["scope"] else { throw .missing("scope") }
        let scopes = try ScopeRequest(parsing: scope, application: application)
        guard let group = scopes.groups.first, scopes.groups.count == 1, scopes.openID.isEmpty,
            group.asksForDefault, group.permissions.isEmpty
        else { throw .notDefaultScope }
        return Response.json(issueForApplication(group.resource, in: tenant)).uncached().acting(for: application.name)
    }

    private func issueForApplication(_ resource: Resource, in tenant: Tenant) -> JSON {
        let now = emulation.clock.seconds
        let lifetime = emulation.options.accessTokenLifetime
        let token = AccessToken(
            identity: nil, tenant: tenant, application: application, resource: resource,
            cloud: emulation.origin.cloud,
            permissions: resource == .graph ? application.roles : [], expires: now + lifetime,
            isContinuouslyEvaluated: false)
        let text = emulation.signer.sign(emulation.claims(of: token, now: now))
        emulation.accessTokens[text] = token
        var body: JSON = [
            "token_type": "Bearer", "expires_in": .integer(lifetime), "ext_expires_in": .integer(lifetime),
            "access_token": .string(text),
        ]
        if lifetime > 7200 { body["refresh_in"] = .integer(lifetime / 2) }
        return body
    }
}
