import Crypto

extension GrantRequest {
    /// The authorization code grant (RFC 6749 §4.1.3, RFC 7636 §4.6).
    func redeemCode() throws(EntraError) -> HTTPServerResponse {
        guard let text = form["code"] else { throw .missing("code") }
        guard let code = sandbox.grants.codes[text] else { throw .badCode }
        guard !code.isRedeemed else {
            // RFC 6749 §4.1.2: a code that is used twice may be stolen, so its tokens are revoked.
            sandbox.grants.revoke(family: code.family)
            throw .codeAlreadyRedeemed
        }
        try check(code)
        sandbox.grants.codes[text]?.isRedeemed = true
        guard !sandbox.isDisabled(code.identity.account) else { throw .accountDisabled }
        let claims = try claims()
        return try issuer.issue(
            TokenIssuer.ResolvedGrant(
                authority: authority, identity: code.identity, application: application,
                scopes: scopes(orElse: code.request.scopes),
                family: code.family, nonce: code.request.nonce, wantsClientInfo: wantsClientInfo,
                isContinuouslyEvaluated: claims.supportsClaimsChallenges,
                idTokenClaims: claims.idToken.union(code.request.claims.idToken)))
    }

    private func check(_ code: IssuedAuthorizationCode) throws(EntraError) {
        guard code.expires > sandbox.clock.now else { throw .codeExpired }
        guard code.request.application.id == application.id else { throw .codeOfOtherClient }
        guard code.request.authority == authority else { throw .codeOfOtherTenant }
        guard let redirectURI = form["redirect_uri"] else { throw .missing("redirect_uri") }
        guard redirectURI == code.request.redirect.uri else { throw .otherRedirectURI }
        guard let verifier = form["code_verifier"] else { throw .verifierMissing }
        let challenge = UnpaddedBase64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
        guard challenge == code.request.challenge else { throw .verifierMismatch }
    }
}

extension GrantRequest {
    /// The refresh token grant (RFC 6749 §6).
    func refresh() throws(EntraError) -> HTTPServerResponse {
        guard let text = form["refresh_token"] else { throw .missing("refresh_token") }
        guard let token = sandbox.grants.refreshTokens[text] else { throw .badRefreshToken }
        guard token.isAccepted(at: authority, in: sandbox.host.cloud) else { throw .refreshTokenOfOtherService }
        guard token.application.id == application.id else { throw .refreshTokenOfOtherClient }
        guard !sandbox.isDisabled(token.account) else { throw .accountDisabled }
        if token.isUsed, sandbox.options.detectsRefreshTokenReuse {
            sandbox.grants.revoke(family: token.family)
            throw .refreshTokenRevoked
        }
        guard !token.isRevoked else { throw .refreshTokenRevoked }
        let response = try issuer.issue(grant(for: token))
        // AD FS keeps the refresh token valid and issues no new one.
        if authority != .federation { sandbox.grants.markUsed(text) }
        return response
    }

    /// A refresh token is bound to the account and the client only, so any resource and tenant can be requested.
    private func grant(for token: IssuedRefreshToken) throws(EntraError) -> TokenIssuer.ResolvedGrant {
        guard let identity = identity(for: token) else { throw .notInTenant(token.account.username) }
        guard identity.mayUseDevice(of: request) else { throw .managedDeviceRequired }
        let claims = try claims()
        return TokenIssuer.ResolvedGrant(
            authority: authority, identity: identity, application: application,
            scopes: try scopes(orElse: token.scopes).addingOfflineAccess(),
            family: token.family, wantsClientInfo: wantsClientInfo,
            isContinuouslyEvaluated: claims.supportsClaimsChallenges, idTokenClaims: claims.idToken,
            isRenewal: true)
    }

    /// `common` and `organizations` keep the tenant of the sign-in; a tenant's own authority selects that tenant.
    private func identity(for token: IssuedRefreshToken) -> TenantIdentity? {
        switch authority {
        case .common: token.account.identity(in: token.tenant)
        case .organizations: token.account.isPersonal ? nil : token.account.identity(in: token.tenant)
        case .consumers, .tenant, .federation, .userFlow, .customers: authority.identity(of: token.account)
        }
    }
}

extension GrantRequest {
    /// The client credentials grant (RFC 6749 §4.4). It gives no refresh token and no ID token.
    func actAsApplication() throws(EntraError) -> HTTPServerResponse {
        guard application.secret != nil else { throw .secretMissing }
        guard case .tenant(let tenant) = authority else { throw .tenantNeeded }
        guard let scope = form["scope"] else { throw .missing("scope") }
        let scopes = try RequestedScopes(parsing: scope, application: application)
        guard let group = scopes.groups.first, scopes.groups.count == 1, scopes.openID.isEmpty,
            group.requestsDefault, group.permissions.isEmpty
        else { throw .notDefaultScope }
        return HTTPServerResponse.json(issueForApplication(group.resource, in: tenant)).uncached().attributed(
            to: application.name)
    }

    private func issueForApplication(_ resource: APIResource, in tenant: Tenant) -> JSON {
        let now = sandbox.clock.seconds
        let lifetime = sandbox.options.accessTokenLifetime
        let token = IssuedAccessToken(
            identity: nil, tenant: tenant, application: application, resource: resource,
            cloud: sandbox.host.cloud,
            permissions: resource == .graph ? application.roles : [], expires: now + lifetime,
            isContinuouslyEvaluated: false)
        let text = sandbox.signer.sign(sandbox.accessTokenClaims(for: token, now: now))
        sandbox.accessTokens[text] = token
        var body: JSON = [
            "token_type": "Bearer", "expires_in": .integer(lifetime), "ext_expires_in": .integer(lifetime),
            "access_token": .string(text),
        ]
        if lifetime > 7200 { body["refresh_in"] = .integer(lifetime / 2) }
        return body
    }
}
