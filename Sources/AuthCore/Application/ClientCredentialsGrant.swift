import HTTPTransport

/// Requests a token for the app itself from the token endpoint (RFC 6749 section 4.4).
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
            + (scopes.isEmpty ? [] : [("scope", scopes.spaceSeparated)]) + claims.claimsField
            + (try credentialFields(audience: url))
        let response: TokenResponse
        do throws(TokenEndpoint.Failure) {
            response = try await TokenEndpoint(http: http, url: url, clock: clock)
                .post(fields, expecting: TokenResponse.self)
        } catch {
            throw authError(of: error)
        }
        let validator = TokenResponseValidator(
            clientID: clientID, authority: authority, requested: scopes, now: clock.now())
        guard let token = validator.applicationToken(in: response) else {
            throw .malformedResponse(url: url, status: 200)
        }
        return token
    }

    /// The fields that authenticate the app (RFC 6749 section 2.3).
    private func credentialFields(audience: String) throws(AuthError) -> [(String, String)] {
        switch credential {
        case .secret(let secret): return [("client_secret", secret.expose())]
        case .certificate(let path):
            let certificate = try ClientCertificate(path: path, now: clock.now())
            let assertion = try ClientAssertion(clientID: clientID, audience: audience, now: clock.now())
                .signed(with: certificate, for: authority.kind)
            return assertionFields(assertion)
        case .federatedTokenFile(let path): return assertionFields(try FederatedTokenFile(path: path).token())
        case .managedIdentity: return []
        }
    }

    /// RFC 7523 section 2.2.
    private func assertionFields(_ assertion: Secret) -> [(String, String)] {
        [
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", assertion.expose()),
        ]
    }

    private func authError(of failure: TokenEndpoint.Failure) -> AuthError {
        // RFC 6749 section 5.2. An empty 400 or 401 counts as `invalid_grant`, which can only mean the credential here.
        if case .refused(let error) = failure, ["invalid_client", "invalid_grant"].contains(error.code) {
            return .application(.credentialRefused(error, credential))
        }
        return failure.asSignInError
    }
}
