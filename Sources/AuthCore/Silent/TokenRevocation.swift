import FoundationEssentials
import HTTPTransport

/// Sign-out at the server. Neither function removes a token from the cache; see ``PublicClientApplication/remove(_:)``.
extension PublicClientApplication {
    /// Asks the server to revoke this client's refresh token of an account (RFC 7009).
    ///
    /// - Parameter tenantID: The tenant's GUID; empty for an issuer without tenants.
    /// - Throws: `AuthError` when the server could not be reached or refused; the token may still be valid then.
    public func revokeRefreshToken(of account: AccountID, tenantID: String) async throws -> RevocationOutcome {
        guard try cache.refreshToken(account: account, clientID: clientID) != nil else { return .noRefreshToken }
        let configuration = try await openIDConfiguration()
        guard let url = configuration.revocationEndpoint else { return .notSupported }
        // Some servers demand a valid access token. Renewing one may replace the refresh token; a renewal that fails says
        // nothing about the revocation.
        let access = try? await acquireTokenSilently(SilentRequest(account: account, tenantID: tenantID, scopes: []))
        guard let token = try cache.refreshToken(account: account, clientID: clientID) else { return .noRefreshToken }
        try await TokenRevocation(
            endpoint: configuration.authenticated(url), client: authentication(at: authority),
            http: http.about(clientID: clientID, account: account)
        ).revoke(token, accessToken: access?.accessToken)
        return .revoked
    }

    /// The page that ends the user's session in the browser (OpenID Connect RP-Initiated Logout 1.0); nil when the server
    /// has none.
    ///
    /// The `login_hint` claim of the ID token, where there is one, tells the page the account. The ID token itself is not
    /// sent as `id_token_hint`: the URL becomes an argument of the browser's command, which every user of the machine can
    /// read.
    public func signOutURL(for account: AccountID, tenantID: String) async throws -> String? {
        let key = TokenKey(account: account, clientID: clientID, tenantID: tenantID)
        let hint = try cache.idToken(key).flatMap { try? IDToken($0) }?.loginHint
        guard let page = try await openIDConfiguration().endSessionEndpoint else { return nil }
        let query = QueryString.make([("client_id", clientID)] + (hint.map { [("logout_hint", $0)] } ?? []))
        return page + (page.contains("?") ? "&" : "?") + query
    }
}

/// The outcome of ``PublicClientApplication/revokeRefreshToken(of:tenantID:)``.
public enum RevocationOutcome: Hashable, Sendable {
    /// The server confirmed it.
    case revoked
    /// No refresh token is cached.
    case noRefreshToken
    /// The server's discovery document names no revocation endpoint.
    case notSupported
}

/// Revokes a refresh token (RFC 7009).
struct TokenRevocation: Sendable {
    let endpoint: AuthenticatedEndpoint
    let client: ClientAuthentication
    let http: any HTTPClient

    /// Returns when the server has confirmed that the token is no longer valid. RFC 7009 section 2.2 gives the same
    /// response for a token that was invalid before.
    ///
    /// - Parameter accessToken: For a server that responds 401 to a public client's `client_id` alone (section 2.1 leaves
    ///   the authentication of such clients open).
    func revoke(_ token: RefreshToken, accessToken: Secret?) async throws(AuthError) {
        let proof = try client.proof(at: endpoint)
        var response = try await post(token, proof)
        if response.status == 401, proof.header == nil, let accessToken {
            response = try await post(
                token,
                ClientAuthentication.Proof(
                    fields: proof.fields, header: Secret("Bearer \(accessToken.expose())")))
        }
        if response.status == 200 {
            guard !response.isWebPage else { throw .unexpectedPage(url: endpoint.url, status: response.status) }
            return
        }
        if let unavailability = response.unavailability(at: endpoint.url, now: client.clock.now()) {
            throw unavailability
        }
        let secrets = SentSecrets(
            fields: fields(token), proof: proof, credential: client.credential, accessToken: accessToken)
        if let error = secrets.error(in: response) { throw .refused(error) }
        if response.status == 401 || response.status == 403 { throw .refused(OAuthError(code: "invalid_client")) }
        throw .malformedResponse(url: endpoint.url, status: response.status)
    }

    private func post(
        _ token: RefreshToken, _ proof: ClientAuthentication.Proof
    ) async throws(AuthError) -> HTTPResponse {
        do {
            return try await http.send(HTTPRequest(form: fields(token), to: endpoint.url, with: proof))
        } catch {
            throw .network(error)
        }
    }

    private func fields(_ token: RefreshToken) -> [(String, String)] {
        [("token", token.secret.expose()), ("token_type_hint", "refresh_token")]
    }
}
