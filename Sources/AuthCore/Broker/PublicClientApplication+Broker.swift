import HTTPTransport

/// Renews a token at the device's broker, which holds the refresh token.
struct BrokerRenewal: TokenRenewal {
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
            try cache.markRejectedByBroker(key.account, clientID: clientID, at: clock.now())
            if let claims = details.claims ?? request.claims {
                try cache.savePendingClaims(claims, of: key)
            }
            throw AuthError.interactionRequired(details)
        }
        do {
            guard try cache.saveRenewed(grant) else { throw request.interactionRequired(.noTokens) }
            return Renewal(grant: grant, keeping: .saved)
        } catch let error as AuthError {
            throw error
        } catch {
            return Renewal(grant: grant, keeping: .uncached(error))
        }
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

/// Sign-in through the device's broker.
extension PublicClientApplication {
    /// The accounts that the device's broker has for this client. Empty without a broker; see the initializer.
    public func brokerAccounts() async throws -> [BrokerAccount] {
        try await broker?.accounts(of: clientID, at: authority) ?? []
    }

    /// Signs a user in who is signed in at the broker, without interaction, and returns the tokens without caching them.
    ///
    /// - Parameter account: One of ``brokerAccounts()``.
    /// - Throws: ``AuthError/interactionRequired(_:)`` where the broker has to ask the user.
    public func signInSilentlyThroughBroker(
        _ request: SignInRequest, account: BrokerAccount
    ) async throws -> TokenGrant {
        let silent = SilentRequest(
            account: id(of: account), tenantID: authority.tenant ?? "",
            scopes: request.scopes.forOneToken(from: authority), claims: request.claims)
        let response = try await requiredBroker.tokenSilently(
            for: silent, account: account, clientID: clientID, authority: authority, renewing: nil)
        return try grant(of: response, to: request, as: account)
    }

    /// Signs a user in in a window of the broker and returns the tokens without caching them.
    ///
    /// - Parameter account: One of ``brokerAccounts()``; nil to let the user choose in the window.
    public func signInThroughBroker(_ request: SignInRequest, account: BrokerAccount?) async throws -> TokenGrant {
        let response = try await requiredBroker.tokenInteractively(
            request, account: account, clientID: clientID, authority: authority)
        return try grant(of: response, to: request, as: account)
    }

    private var requiredBroker: DeviceBroker {
        get throws(AuthError) {
            guard let broker else { throw .broker(.unavailable(.notInstalled)) }
            return broker
        }
    }

    private func id(of account: BrokerAccount) -> AccountID {
        AccountID(homeAccountID: account.homeAccountID, environment: authority.environment)
    }

    private func grant(
        of response: BrokerTokenResponse, to request: SignInRequest, as account: BrokerAccount?
    ) throws(AuthError) -> TokenGrant {
        let tenant = authority.tenant == "consumers" ? Authority.personalTenantID : authority.tenant
        return try response.grant(
            clientID: clientID, authority: authority, requested: request.scopes.forOneToken(from: authority),
            expected: request.expectedAccount ?? account.map(id),
            tenantID: tenant.flatMap { $0.isGUID ? $0 : nil }, now: clock.now())
    }

    /// Removes an account from this client at the broker. The device stays signed in.
    ///
    /// - Returns: False where the broker does not have it.
    public func removeFromBroker(_ id: AccountID) async throws -> Bool {
        guard let broker else { return false }
        let accounts = try await broker.accounts(of: clientID, at: authority)
        guard let account = accounts.first(where: { $0.homeAccountID == id.homeAccountID }) else { return false }
        try await broker.remove(account, from: clientID)
        return true
    }
}
