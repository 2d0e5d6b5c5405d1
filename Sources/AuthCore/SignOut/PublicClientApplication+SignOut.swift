import HTTPTransport

/// What a sign-out may ask of the server. Neither removes anything here.
extension PublicClientApplication {
    /// Asks the server to end the refresh token that this client holds for an account, where the server offers that.
    ///
    /// - Throws: `AuthError` when the server could not be asked or refused; then nothing may be said of the token.
    public func revokeRefreshToken(of account: AccountID, tenantID: String) async throws -> RevocationOutcome {
        guard try cache.refreshToken(account: account, clientID: clientID) != nil else { return .nothingKept }
        guard let url = try await openIDConfiguration().revocationEndpoint else { return .notOffered }
        // Some servers want to see an access token that is still good. Renewing one may bring another refresh token,
        // and failing to says nothing about the revocation.
        let access = try? await acquireTokenSilently(SilentRequest(account: account, tenantID: tenantID, scopes: []))
        guard let token = try cache.refreshToken(account: account, clientID: clientID) else { return .nothingKept }
        try await TokenRevocation(http: http, url: url, clientID: clientID)
            .revoke(token, accessToken: access?.accessToken)
        return .revoked
    }

    /// The page on which a person ends their session in the browser (OpenID Connect RP-Initiated Logout 1.0); nil when
    /// the server names none.
    ///
    /// The page is told whose session it is by the `login_hint` claim of the ID token, where there is one. The ID token
    /// itself is not sent along as `id_token_hint`: the address becomes an argument of the browser's command, which
    /// every user of the machine can read.
    public func signOutPage(for account: AccountID, tenantID: String) async throws -> String? {
        let key = TokenKey(account: account, clientID: clientID, realm: tenantID)
        let hint = try cache.idToken(key).flatMap { try? IDToken($0) }?.loginHint
        guard let page = try await openIDConfiguration().endSessionEndpoint else { return nil }
        let query = QueryString.make([("client_id", clientID)] + (hint.map { [("logout_hint", $0)] } ?? []))
        return page + (page.contains("?") ? "&" : "?") + query
    }
}
