import Foundation
import HTTPTransport

/// Tells a server that a refresh token is needed no more (RFC 7009).
struct TokenRevocation: Sendable {
    let http: any HTTPClient
    let url: String
    let clientID: String

    /// Returns when the server has said that the token is of no more use; RFC 7009 section 2.2 answers the same for a
    /// token that was of none before.
    ///
    /// - Parameter accessToken: what to show a server that does not take a public client's word (section 2.1 leaves
    ///   open how clients without a secret are told apart).
    func revoke(_ token: RefreshToken, accessToken: Secret?) async throws(AuthError) {
        var response = try await post(token, bearer: nil)
        if response.status == 401, let accessToken {
            response = try await post(token, bearer: accessToken)
        }
        if response.status == 200 { return }
        if response.status == 429 || response.status >= 500 {
            throw .serverUnavailable(
                url: url, status: response.status, retryAfterSeconds: response.retryAfterSeconds)
        }
        if let error = try? JSONDecoder().decode(OAuthError.self, from: response.body) { throw .refused(error) }
        if response.status == 401 || response.status == 403 { throw .refused(OAuthError(code: "invalid_client")) }
        throw .malformedResponse(url: url, status: response.status)
    }

    private func post(_ token: RefreshToken, bearer: Secret?) async throws(AuthError) -> HTTPResponse {
        var request = HTTPRequest(url: url)
        request.method = "POST"
        request.headers["Accept"] = "application/json"
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        if let bearer { request.headers.set("Authorization", secret: Secret("Bearer \(bearer.expose())")) }
        request.body = .form([
            ("token", token.secret.expose()), ("token_type_hint", "refresh_token"), ("client_id", clientID),
        ])
        request.bodyLimit = 1 << 20
        do { return try await http.send(request) } catch { throw .network(error) }
    }
}

/// What came of asking a server to take a refresh token back.
public enum RevocationOutcome: Hashable, Sendable {
    /// The server said so.
    case revoked
    /// No refresh token is kept.
    case noRefreshToken
    /// The server's discovery document names no place to ask at.
    case notSupported
}

/// What a sign-out may ask of the server. Neither removes anything here.
extension PublicClientApplication {
    /// Asks the server to end the refresh token that this client holds for an account, where the server offers that.
    ///
    /// - Throws: `AuthError` when the server could not be asked or refused; then nothing may be said of the token.
    public func revokeRefreshToken(of account: AccountID, tenantID: String) async throws -> RevocationOutcome {
        guard try cache.refreshToken(account: account, clientID: clientID) != nil else { return .noRefreshToken }
        guard let url = try await openIDConfiguration().revocationEndpoint else { return .notSupported }
        // Some servers want to see an access token that is still good. Renewing one may bring another refresh token,
        // and failing to says nothing about the revocation.
        let access = try? await acquireTokenSilently(SilentRequest(account: account, tenantID: tenantID, scopes: []))
        guard let token = try cache.refreshToken(account: account, clientID: clientID) else { return .noRefreshToken }
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
    public func signOutURL(for account: AccountID, tenantID: String) async throws -> String? {
        let key = TokenKey(account: account, clientID: clientID, tenantID: tenantID)
        let hint = try cache.idToken(key).flatMap { try? IDToken($0) }?.loginHint
        guard let page = try await openIDConfiguration().endSessionEndpoint else { return nil }
        let query = QueryString.make([("client_id", clientID)] + (hint.map { [("logout_hint", $0)] } ?? []))
        return page + (page.contains("?") ? "&" : "?") + query
    }
}
