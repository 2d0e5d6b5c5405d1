import HTTPTransport

/// Renews a token at the device's broker, which holds the refresh token.
struct BrokerTokenRenewer: TokenRenewer {
    let broker: DeviceBroker
    let clientID: String
    let authority: Authority
    let cache: any TokenCache
    let clock: WallClock

    func renew(_ request: SilentRequest, key: TokenKey) async throws -> Renewal {
        let grant: TokenGrant
        do {
            grant = try await newGrant(request, key: key)
        } catch AuthError.interactionRequired(let details) {
            // Recording must not replace the error.
            try? cache.markRejectedByBroker(key.account, clientID: clientID, at: clock.now())
            if let claims = details.claims ?? request.claims {
                try? cache.savePendingClaims(claims, of: key)
            }
            throw AuthError.interactionRequired(details)
        }
        return try cache.renewal(storing: grant, for: request)
    }

    private func newGrant(_ request: SilentRequest, key: TokenKey) async throws -> TokenGrant {
        // A signed-out account stays signed out, whatever the broker would give.
        guard key.account.environment == authority.environment, try cache.account(key.account) != nil else {
            throw request.interactionRequired(.noTokens)
        }
        let accounts = try await broker.accounts(of: clientID, at: authority)
        guard let account = accounts.first(where: { $0.homeAccountID == key.account.homeAccountID }) else {
            throw request.interactionRequired(.notAtBroker)
        }
        let old = request.requiresServer ? try cache.accessTokens(key).max { $0.cachedAt < $1.cachedAt } : nil
        let response = try await broker.tokenSilently(
            for: request, account: account, clientID: clientID, authority: authority, renewing: old?.secret)
        return try response.grant(
            clientID: clientID, authority: authority, requested: request.scopes, expected: key.account,
            tenantID: key.tenantID.isGUID ? key.tenantID : nil, now: clock.now())
    }
}
