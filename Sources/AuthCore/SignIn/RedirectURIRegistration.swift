import HTTPTransport

extension PublicClientApplication {
    /// Asks the Microsoft identity platform whether the registration of this client has a redirect URI.
    ///
    /// The request shows no page and has no session (OpenID Connect Core 1.0 section 3.1.2.1, `prompt=none`). Its error goes
    /// to the redirect URI, if that is registered, and nowhere else (RFC 6749 section 4.1.2.1).
    ///
    /// - Parameter tenantID: The tenant in whose name the platform is asked.
    /// - Returns: Nil where the response does not tell.
    public func isRegistered(redirectURI: String, inTenant tenantID: String) async throws(AuthError) -> Bool? {
        let endpoint = try await discovery.fetchConfiguration(of: authority.with(tenant: tenantID))
            .authorizationEndpoint
        let parameters = [
            ("client_id", clientID), ("response_type", "code"), ("redirect_uri", redirectURI), ("scope", "openid"),
            ("prompt", "none"), ("state", RandomToken.make()), ("code_challenge", PKCE().challenge),
            ("code_challenge_method", "S256"),
        ]
        let request = HTTPRequest(
            url: "\(endpoint)\(endpoint.contains("?") ? "&" : "?")\(QueryString.make(parameters))")
        let response: HTTPResponse
        do { response = try await http.send(request) } catch { throw .network(error) }
        if let location = response.headers["Location"], (300..<400).contains(response.status) {
            return location.hasPrefix(redirectURI) ? true : nil
        }
        return String(decoding: response.body, as: UTF8.self).contains("AADSTS50011") ? false : nil
    }
}
