/// Every way in that involves a person.
extension PublicClientApplication {
    /// Signs a person in through a browser and keeps the tokens.
    public func acquireTokenInteractively(
        _ request: SignInRequest, redirectPort: Int = 0,
        openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) async throws -> TokenGrant {
        let grant = try await signIn(request, redirectPort: redirectPort, openBrowser: openBrowser)
        try cache.save(grant)
        return grant
    }

    /// Signs a person in on another device and keeps the tokens.
    public func acquireTokenWithDeviceCode(
        _ request: SignInRequest, show: @escaping @Sendable (DeviceCode) async -> Void
    ) async throws -> TokenGrant {
        let grant = try await signInWithDeviceCode(request, show: show)
        try cache.save(grant)
        return grant
    }

    /// Signs a person in through a browser; the caller decides whether the grant is kept.
    ///
    /// - Parameter redirectPort: a fixed loopback port where the server insists on one, else 0.
    public func signIn(
        _ request: SignInRequest, redirectPort: Int = 0,
        openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) async throws(AuthError) -> TokenGrant {
        try await validateAuthority()
        return try await codeFlow(redirectPort, openBrowser).run(capable(request))
    }

    /// Signs a person in through a browser that cannot come back here: they copy the address that it ends on.
    ///
    /// - Parameter ask: shows the page's address and returns what was copied; nil when the person gave up.
    public func signIn(
        _ request: SignInRequest, redirectPort: Int = 0,
        copying ask: @escaping @Sendable (_ url: String) async -> String?
    ) async throws(AuthError) -> TokenGrant {
        try await validateAuthority()
        return try await codeFlow(redirectPort) { _ in }.run(capable(request), copying: ask)
    }

    /// Signs a person in on another device; the caller decides whether the grant is kept.
    public func signInWithDeviceCode(
        _ request: SignInRequest, show: @escaping @Sendable (DeviceCode) async -> Void
    ) async throws(AuthError) -> TokenGrant {
        try await validateAuthority()
        return try await DeviceCodeFlow(
            clientID: clientID, authority: authority, http: http, discovery: discovery, clock: clock, show: show
        ).run(capable(request))
    }

    private func codeFlow(
        _ redirectPort: Int, _ openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) -> AuthorizationCodeFlow {
        AuthorizationCodeFlow(
            clientID: clientID, authority: authority, http: http, discovery: discovery, clock: clock,
            redirectPort: redirectPort, openBrowser: openBrowser)
    }

    private func capable(_ request: SignInRequest) -> SignInRequest {
        var request = request
        request.claims = ClaimsRequest.merged(request.claims, capabilities: clientCapabilities)
        return request
    }
}
