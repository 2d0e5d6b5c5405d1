import Foundation
import HTTPTransport

/// Asks the token endpoint for a token for the app itself (RFC 6749 section 4.4).
struct ClientCredentialsGrant: ApplicationTokenSource {
    let clientID: String
    let authority: Authority
    let credential: ApplicationCredential
    let http: any HTTPClient
    let discovery: Discovery
    let clock: WallClock

    func accessToken(for scopes: Scopes, claims: String?) async throws(AuthError) -> AccessToken {
        let url = try await discovery.tokenEndpoint(of: authority)
        let fields =
            [("client_id", clientID), ("grant_type", "client_credentials")]
            + (scopes.isEmpty ? [] : [("scope", scopes.spaceSeparated)]) + (claims.map { [("claims", $0)] } ?? [])
        let response: TokenResponse
        do throws(TokenEndpoint.Failure) {
            response = try await TokenEndpoint(http: http, url: url)
                .post(fields + proof(to: url), as: TokenResponse.self)
        } catch {
            throw meaning(of: error)
        }
        let check = TokenResponseValidator(
            clientID: clientID, authority: authority, requested: scopes, now: clock.now())
        guard let token = check.applicationToken(response) else { throw .malformedResponse(url: url, status: 200) }
        return token
    }

    /// The fields by which the server believes the app.
    private func proof(to url: String) throws(TokenEndpoint.Failure) -> [(String, String)] {
        do {
            switch credential {
            case .secret(let secret): return [("client_secret", secret.expose())]
            case .certificate(let path):
                let certificate = try ClientCertificate(path: path, now: clock.now())
                return assertion(
                    try ClientAssertion(clientID: clientID, audience: url, now: clock.now())
                        .signed(with: certificate, for: authority.kind))
            case .federatedTokenFile(let path): return assertion(try FederatedTokenFile(path: path).token())
            case .managedIdentity: return []
            }
        } catch {
            throw .transport(error)
        }
    }

    /// RFC 7523 section 2.2.
    private func assertion(_ token: Secret) -> [(String, String)] {
        [
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", token.expose()),
        ]
    }

    private func meaning(of failure: TokenEndpoint.Failure) -> AuthError {
        // RFC 6749 section 5.2. A bare 400 or 401 is read as `invalid_grant`, and what else could be meant here?
        if case .refused(let error) = failure, ["invalid_client", "invalid_grant"].contains(error.code) {
            return .application(.credentialRefused(error, credential))
        }
        return failure.asSignInError
    }
}
