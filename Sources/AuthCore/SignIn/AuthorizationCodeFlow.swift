import HTTPTransport

/// Signs a user in through a browser: authorization code (RFC 6749 section 4.1) with PKCE, over a loopback redirect or a
/// redirect whose address the user copies.
struct AuthorizationCodeFlow: Sendable {
    let clientID: String
    let authority: Authority
    let http: any HTTPClient
    let discovery: Discovery
    let clock: WallClock
    let redirectURI: RedirectURI
    /// Opens the URL that redirects to the sign-in page. May return long after the redirect has arrived, and ends the sign-in if it throws.
    let openBrowser: @Sendable (_ url: String) async throws(AuthError) -> Void

    /// - Returns: A checked grant that is not cached yet.
    func run(_ signIn: SignInRequest) async throws(AuthError) -> TokenGrant {
        let configuration = try await discovery.configuration(for: authority)
        let listener = try await LoopbackListener.bind(redirectURI)
        do {
            let grant = try await run(signIn, configuration: configuration, listener: listener)
            await listener.close()
            return grant
        } catch {
            await listener.close()
            throw error
        }
    }

    private func run(
        _ signIn: SignInRequest, configuration: OpenIDConfiguration, listener: LoopbackListener
    ) async throws(AuthError) -> TokenGrant {
        let request = AuthorizationRequest(
            authority: authority, configuration: configuration, clientID: clientID, redirectURI: listener.redirectURI,
            signIn: signIn)
        let receiver = RedirectReceiver(
            listener: listener, timeout: signIn.timeout ?? SignInRequest.browserTimeout, clock: clock,
            openBrowser: openBrowser)
        let redirect = try await receiver.response(to: request)
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
            authority: authority, configuration: try await discovery.configuration(for: authority),
            clientID: clientID, redirectURI: redirectURI.text, signIn: signIn,
            isRedirectCopied: true)
        return try await redeem(copiedResponse(to: request, ask), of: request)
    }

    /// The first copied address that belongs to the sign-in; else the last response, which cannot be redeemed.
    private func copiedResponse(
        to request: AuthorizationRequest,
        _ ask: @Sendable (_ url: String, _ problem: RedirectProblem?) async throws(AuthError) -> String?
    ) async throws(AuthError) -> AuthorizationResponse {
        var problem: RedirectProblem?
        for _ in 1...Self.copyAttempts {
            guard let text = try await ask(request.url, problem) else { break }
            let response = AuthorizationResponse(
                CopiedRedirect(text).fields, state: request.state, issuer: request.configuration.issuer)
            switch response {
            case .code, .error: return response
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
        }
    }

    /// RFC 6749 section 4.1.3. A code works once, so the request is never retried.
    private func redeem(code: String, of request: AuthorizationRequest) async throws(AuthError) -> TokenGrant {
        let scopes = request.signIn.scopes.forOneToken(from: authority)
        let fields =
            [
                ("client_id", clientID), ("grant_type", "authorization_code"), ("code", code),
                ("redirect_uri", request.redirectURI), ("code_verifier", request.pkce.verifier),
                ("scope", scopes.withOpenID.spaceSeparated),
            ] + authority.clientInfoField + request.signIn.claims.claimsField
        let endpoint = TokenEndpoint(http: http, url: request.configuration.tokenEndpoint, clock: clock)
        let response: TokenResponse
        do { response = try await endpoint.post(fields, expecting: TokenResponse.self) } catch {
            throw error.asSignInError
        }
        let validator = TokenResponseValidator(
            clientID: clientID, authority: authority, requested: scopes, now: clock.now())
        return try validator.validateSignIn(
            response, configuration: request.configuration, nonce: request.nonce,
            expected: request.signIn.expectedAccount)
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
