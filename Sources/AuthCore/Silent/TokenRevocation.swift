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
    case nothingKept
    /// The server's discovery document names no place to ask at.
    case notOffered
}
