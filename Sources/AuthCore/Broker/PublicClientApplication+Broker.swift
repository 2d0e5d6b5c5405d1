import HTTPTransport

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
