import HTTPTransport

/// Signs a user in through a browser: authorization code (RFC 6749 section 4.1) with PKCE, over a loopback redirect or a
/// redirect whose address the user copies.
struct AuthorizationCodeFlow: Sendable {
    let client: ClientAuthentication
    let http: any HTTPClient
    let discovery: Discovery
    let redirectURI: RedirectURI
    /// Opens the URL that redirects to the sign-in page. May return long after the redirect has arrived, and ends the
    /// sign-in if it throws.
    let openBrowser: @Sendable (_ url: String) async throws(AuthError) -> Void

    /// - Returns: A checked grant that is not cached yet.
    func run(_ signIn: SignInRequest) async throws(AuthError) -> TokenGrant {
        let configuration = try await discovery.fetchConfiguration(of: client.authority)
        return try await LoopbackListener.listen(on: redirectURI) { listener async throws(AuthError) in
            try await run(signIn, configuration: configuration, listener: listener)
        }
    }

    private func run(
        _ signIn: SignInRequest, configuration: OpenIDConfiguration, listener: LoopbackListener
    ) async throws(AuthError) -> TokenGrant {
        let request = AuthorizationRequest(
            authority: client.authority, configuration: configuration, clientID: client.clientID,
            redirectURI: listener.redirectURI, signIn: signIn)
        let receiver = RedirectReceiver(
            listener: listener, timeout: signIn.timeout ?? SignInRequest.browserTimeout, clock: client.clock,
            openBrowser: openBrowser)
        let redirect = try await receiver.response(to: request, at: request.page(of: client, over: http))
        do {
            let grant = try await redeem(redirect.response, of: request)
            await redirect.reply(.signedIn(username: grant.tenantProfile?.username ?? ""))
            return grant
        } catch {
            await redirect.reply(.failed(error.pageSentence))
            throw error
        }
    }

    /// Signs a user in through the browser of another machine. Every check of the loopback redirect applies.
    ///
    /// - Parameter ask: Shows the sign-in page's URL and returns the copied address; nil when the user gave up. It is called
    ///   again with the problem of a text that is no response to this sign-in, and ends the sign-in if it throws.
    /// - Returns: A checked grant that is not cached yet.
    func run(
        _ signIn: SignInRequest,
        copying ask: @Sendable (_ url: String, _ problem: RedirectProblem?) async throws(AuthError) -> String?
    ) async throws(AuthError) -> TokenGrant {
        let request = AuthorizationRequest(
            authority: client.authority, configuration: try await discovery.fetchConfiguration(of: client.authority),
            clientID: client.clientID, redirectURI: redirectURI.text, signIn: signIn,
            isRedirectCopied: true)
        let page = try await request.page(of: client, over: http)
        return try await redeem(copiedResponse(to: request, at: page, ask), of: request)
    }

    /// The first copied address that belongs to the sign-in; else the last response, which cannot be redeemed.
    private func copiedResponse(
        to request: AuthorizationRequest, at page: String,
        _ ask: @Sendable (_ url: String, _ problem: RedirectProblem?) async throws(AuthError) -> String?
    ) async throws(AuthError) -> AuthorizationResponse {
        var problem: RedirectProblem?
        for _ in 1...Self.copyAttempts {
            guard let text = try await ask(page, problem) else { break }
            let response = request.response(in: CopiedRedirect(text).fields)
            switch response {
            case .code, .error, .wrongIssuer: return response
            // A text without a state is no redirect of any sign-in.
            case .wrongState: problem = CopiedRedirect(text).fields["state"] == nil ? .missingCode : .wrongState
            case .missingCode: problem = .missingCode
            }
        }
        throw problem.map(AuthError.redirect) ?? .declined(OAuthError(code: "access_denied"))
    }

    /// Enough for a slip of the mouse; an endless loop would hide a wrong way to sign in.
    private static let copyAttempts = 3

    private func redeem(
        _ response: AuthorizationResponse, of request: AuthorizationRequest
    ) async throws(AuthError) -> TokenGrant {
        switch response {
        case .code(let code): try await redeem(code: code, of: request)
        case .error(let error) where error.isDeclined: throw .declined(error)
        case .error(let error): throw .refused(error)
        case .missingCode: throw .redirect(.missingCode)
        case .wrongState: throw .redirect(.wrongState)
        case .wrongIssuer(let issuer): throw .redirect(.wrongIssuer(issuer))
        }
    }

    /// RFC 6749 section 4.1.3.
    private func redeem(code: String, of request: AuthorizationRequest) async throws(AuthError) -> TokenGrant {
        let scopes = request.signIn.scopes.forOneToken(from: client.authority)
        let fields =
            [
                ("grant_type", "authorization_code"), ("code", code),
                ("redirect_uri", request.redirectURI), ("code_verifier", request.pkce.verifier),
                ("scope", scopes.union(request.configuration.openIDScopes).spaceSeparated),
            ] + client.authority.clientInfoField + request.signIn.claims.claimsField
            + client.authority.parameters.ofTokens
        let endpoint = TokenEndpoint(request.configuration.tokens, client: client, http: http)
        let response = try await post(fields, to: endpoint)
        let validator = TokenResponseValidator(
            clientID: client.clientID, authority: client.authority, requested: scopes, now: client.clock.now())
        return try validator.validateSignIn(
            response, configuration: request.configuration, nonce: request.nonce,
            expected: request.signIn.expectedAccount)
    }
}

extension AuthorizationCodeFlow {
    /// Posts once more where the connection was lost, the server failed or it asks for a short pause: the user has done
    /// their part, and the code is of no other use. If the server has used it after all, the second request is refused,
    /// and the first error counts.
    private func post(
        _ fields: [(String, String)], to endpoint: TokenEndpoint
    ) async throws(AuthError) -> TokenResponse {
        let lost: TokenEndpoint.Failure
        do { return try await endpoint.post(fields, expecting: TokenResponse.self) } catch { lost = error }
        guard let pause = lost.pauseBeforeRetry else { throw lost.signInError(of: client) }
        do { try await client.clock.sleep(pause) } catch { throw .network(.cancelled) }
        do { return try await endpoint.post(fields, expecting: TokenResponse.self) } catch {
            guard case .transport = error else { throw lost.signInError(of: client) }
            throw error.signInError(of: client)
        }
    }
}

extension TokenEndpoint.Failure {
    /// Nil where the same request would fail again, or the wait would be long.
    fileprivate var pauseBeforeRetry: Duration? {
        switch self {
        case .transport(.network(.connectionLost)), .transport(.serverUnavailable(_, 500, nil)),
            .transport(.serverUnavailable(_, 503, nil)):
            .seconds(1)
        case .transport(.serverUnavailable(_, _, let seconds?)) where seconds <= 30: .seconds(max(seconds, 1))
        default: nil
        }
    }
}

extension Authority {
    /// Requests `client_info` in the token response, where the issuer has it.
    var clientInfoField: [(String, String)] { kind.isMicrosoft ? [("client_info", "1")] : [] }
}

extension AuthError {
    /// The sentence on the browser's last page; the terminal shows the details.
    fileprivate var pageSentence: String {
        switch self {
        case .declined: "The sign-in was cancelled."
        case .wrongAccount(_, let received): "\(ServerText.line(received) ?? "This") is not the expected account."
        default: "The sign-in failed."
        }
    }
}
