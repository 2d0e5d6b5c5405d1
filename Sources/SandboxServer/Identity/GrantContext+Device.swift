extension GrantContext {
    func pollDevice() throws(EntraError) -> Response {
        // Entra takes either name, ADFS only the older one.
        let name = authority == .federation ? "code" : "device_code"
        guard let text = form[name] ?? form["code"] else { throw .missing(name) }
        guard var code = emulation.grants.devices[text], code.application == application else { throw .badDeviceCode }
        guard code.expires > emulation.clock.now else { throw .deviceCodeExpired }
        let isTooEarly = code.isPolledTooEarly(at: emulation.clock.now)
        emulation.grants.devices[text] = code
        guard !isTooEarly else { throw .slowDown }
        switch code.state {
        case .pending: throw .authorizationPending
        case .declined: throw .deviceCodeDeclined
        case .redeemed: throw .codeAlreadyRedeemed
        case .approved(let identity): return try redeem(code, for: identity)
        }
    }

    private func redeem(_ code: DeviceCode, for identity: Identity) throws(EntraError) -> Response {
        emulation.grants.devices[code.deviceCode]?.state = .redeemed
        guard !emulation.isDisabled(identity.account) else { throw .accountDisabled }
        let claims = try claims()
        return try issuer.issue(
            TokenIssuer.Order(
                authority: authority, identity: identity, application: application, scopes: scopes(orElse: code.scopes),
                chain: RandomID.guid(), wantsClientInfo: wantsClientInfo,
                isContinuouslyEvaluated: claims.declaresChallenges, idTokenClaims: claims.idToken))
    }
}
