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
