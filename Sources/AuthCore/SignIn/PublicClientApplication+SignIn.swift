import Synchronization

/// Sign-in with user interaction.
extension PublicClientApplication {
    /// Signs a user in through a browser and caches the tokens.
    ///
    /// - Parameters:
    ///   - redirectURI: On loopback, as it is registered.
    ///   - openBrowser: Opens the sign-in page; see ``signIn(_:redirectURI:openBrowser:)``.
    /// - Throws: `AuthError`, or an error of the cache or of `openBrowser`.
    public func acquireTokenInteractively(
        _ request: SignInRequest, redirectURI: RedirectURI = .localhost,
        openBrowser: @escaping @Sendable (_ url: String) async throws -> Void
    ) async throws -> AuthenticationResult {
        let failure = OpeningFailure()
        let grant: TokenGrant
        do {
            grant = try await signIn(request, redirectURI: redirectURI) { url throws(AuthError) in
                do { try await openBrowser(url) } catch { throw failure.record(error) }
            }
        } catch {
            guard case .browserUnavailable = error, let original = failure.recorded else { throw error }
            throw original
        }
        return try cached(grant)
    }

    /// Signs a user in on another device (RFC 8628) and caches the tokens.
    ///
    /// - Parameter show: Shows the code and the address of the page to enter it on.
    /// - Throws: `AuthError`, or an error of the cache.
    public func acquireTokenWithDeviceCode(
        _ request: SignInRequest, show: @escaping @Sendable (DeviceCode) async -> Void
    ) async throws -> AuthenticationResult {
        try cached(try await signInWithDeviceCode(request, show: show))
    }

    /// - Throws: ``AuthError/noScopeForAccessToken(clientID:)`` for a sign-in that brought no access token. It is cached all the
    ///   same.
    private func cached(_ grant: TokenGrant) throws -> AuthenticationResult {
        try cache.save(grant)
        guard let result = AuthenticationResult(grant) else {
            throw AuthError.noScopeForAccessToken(clientID: clientID)
        }
        return result
    }

    /// Signs a user in through a browser and returns the tokens without caching them.
    ///
    /// - Parameters:
    ///   - redirectURI: On loopback, as it is registered.
    ///   - openBrowser: Opens a loopback URL that redirects to the sign-in page: other users of the machine can read a
    ///     browser's arguments, and must not learn the page's. It ends the sign-in if it throws. Where the redirect arrives
    ///     before it returns, its task is cancelled, and the sign-in waits for it to return.
    public func signIn(
        _ request: SignInRequest, redirectURI: RedirectURI = .localhost,
        openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) async throws(AuthError) -> TokenGrant {
        let http = signInHTTP()
        return try await authorizationCodeFlow(
            request, over: http, redirectURI: redirectURI, openBrowser: openBrowser
        ).run(withCapabilities(request))
    }

    /// Signs a user in through the browser of another machine and returns the tokens without caching them. The redirect
    /// cannot reach this machine, so the user copies the address at which the browser ends.
    ///
    /// - Parameters:
    ///   - redirectURI: Any that is registered.
    ///   - ask: Shows the sign-in page's URL and returns the copied address; nil when the user gave up. It is called again,
    ///     up to three times, with the problem of the text that it returned before, and ends the sign-in if it throws.
    public func signIn(
        _ request: SignInRequest, redirectURI: RedirectURI = .localhost,
        copying ask: @escaping @Sendable (_ url: String, _ problem: RedirectProblem?) async throws(AuthError) -> String?
    ) async throws(AuthError) -> TokenGrant {
        let http = signInHTTP()
        return try await authorizationCodeFlow(request, over: http, redirectURI: redirectURI) { _ in }
            .run(withCapabilities(request), copying: ask)
    }

    /// Signs a user in on another device (RFC 8628) and returns the tokens without caching them.
    public func signInWithDeviceCode(
        _ request: SignInRequest, show: @escaping @Sendable (DeviceCode) async -> Void
    ) async throws(AuthError) -> TokenGrant {
        let http = signInHTTP()
        return try await DeviceCodeFlow(
            client: authentication(at: authority),
            http: http.about(clientID: clientID, account: request.expectedAccount),
            discovery: discovery(over: http), show: show
        ).run(withCapabilities(request))
    }

    /// A transport for one sign-in, which earlier throttling does not hold up.
    private func signInHTTP() -> ThrottlingHTTPClient {
        var http = http
        http.ignoresStoredThrottling = true
        return http
    }

    private func discovery(over http: ThrottlingHTTPClient) -> Discovery {
        Discovery(http: http, clock: clock, authorityCache: discovery.authorityCache)
    }

    private func authorizationCodeFlow(
        _ request: SignInRequest, over http: ThrottlingHTTPClient, redirectURI: RedirectURI,
        openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) -> AuthorizationCodeFlow {
        AuthorizationCodeFlow(
            client: authentication(at: authority),
            http: http.about(clientID: clientID, account: request.expectedAccount),
            discovery: discovery(over: http), redirectURI: redirectURI, openBrowser: openBrowser)
    }

    private func withCapabilities(_ request: SignInRequest) -> SignInRequest {
        var request = request
        request.claims = ClaimsRequest.merge(request.claims, capabilities: clientCapabilities)
        return request
    }
}

/// The error of the caller's own code, which ends a sign-in.
private final class OpeningFailure: Sendable {
    private let error = Mutex<(any Error)?>(nil)

    var recorded: (any Error)? { error.withLock { $0 } }

    /// - Returns: The error by which the sign-in ends meanwhile.
    func record(_ failure: any Error) -> AuthError {
        error.withLock { $0 = failure }
        return failure as? AuthError ?? .browserUnavailable("\(failure)")
    }
}

/// A request to sign a user in.
public struct SignInRequest: Sendable {
    /// May name several resources: the user consents to all, and the access token is for the first.
    public var scopes: Scopes
    /// The username that the sign-in page is filled in with.
    public var loginHint: String?
    /// The identity provider to go to directly: a federated domain, `organizations` or `consumers`, or an identity
    /// provider of an External ID tenant. Only the Microsoft identity platform uses it.
    public var domainHint: String?
    /// The only account that may sign in. Another one is refused with ``AuthError/wrongAccount(expected:received:)``.
    public var expectedAccount: AccountID?
    /// Nil means that the user chooses the account, unless a login hint or the expected account tells it.
    public var prompt: Prompt?
    /// The claims that the server demanded, as JSON text; see ``InteractionRequired/claims``.
    public var claims: String?
    /// The time limit for the user; nil for ``browserTimeout``, and for as long as a device code is valid.
    public var timeout: Duration?

    /// The time limit in a browser, unless a request has another one.
    public static let browserTimeout = Duration.seconds(300)

    public init(
        scopes: Scopes, loginHint: String? = nil, domainHint: String? = nil, expectedAccount: AccountID? = nil,
        prompt: Prompt? = nil, claims: String? = nil, timeout: Duration? = nil
    ) {
        self.scopes = scopes
        self.loginHint = loginHint
        self.domainHint = domainHint
        self.expectedAccount = expectedAccount
        self.prompt = prompt
        self.claims = claims
        self.timeout = timeout
    }

    /// The values of `prompt` (OpenID Connect Core 1.0 section 3.1.2.1).
    public enum Prompt: String, Sendable, CaseIterable {
        case login, consent
        case selectAccount = "select_account"
    }
}
