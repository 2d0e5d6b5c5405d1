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

/// What a sign-in asks for.
public struct SignInRequest: Sendable {
    public var scopes: Scopes
    /// Shown filled in on the sign-in page.
    public var loginHint: String?
    /// Whose sign-in page to go to without asking: a domain that is federated, `organizations` or `consumers`, or the
    /// identity provider of a customers' tenant. Only the Microsoft identity platform knows it.
    public var domainHint: String?
    /// The only account that may sign in; anybody else is refused and nothing is kept.
    public var expectedAccount: AccountID?
    public var prompt: Prompt?
    /// Claims that the server demanded, as JSON text.
    public var claims: String?
    /// How long to wait for the person.
    public var timeout: Duration

    public init(
        scopes: Scopes, loginHint: String? = nil, domainHint: String? = nil, expectedAccount: AccountID? = nil,
        prompt: Prompt? = nil, claims: String? = nil, timeout: Duration = .seconds(300)
    ) {
        self.scopes = scopes
        self.loginHint = loginHint
        self.domainHint = domainHint
        self.expectedAccount = expectedAccount
        self.prompt = prompt
        self.claims = claims
        self.timeout = timeout
    }

    /// OpenID Connect Core 3.1.2.1.
    public enum Prompt: String, Sendable {
        case login, consent
        case selectAccount = "select_account"
    }
}
