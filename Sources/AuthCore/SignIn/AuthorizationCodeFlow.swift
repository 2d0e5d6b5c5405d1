import Foundation
import HTTPTransport

/// Signs a person in through their browser: authorization code with PKCE over a loopback redirect, or over an address
/// that the person copies.
struct AuthorizationCodeFlow: Sendable {
    let clientID: String
    let authority: Authority
    let http: any HTTPClient
    let discovery: Discovery
    let clock: WallClock
    /// A fixed port for the redirect, or 0.
    let redirectPort: Int
    /// Returns when the browser command has ended, which may be long after the answer came; throws to end the sign-in.
    let openBrowser: @Sendable (_ url: String) async throws(AuthError) -> Void

    /// - Returns: a grant that is checked and not yet kept.
    func run(_ signIn: SignInRequest) async throws(AuthError) -> TokenGrant {
        let configuration = try await discovery.configuration(for: authority)
        let listener = try await LoopbackListener.bind(port: redirectPort)
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
        let wait = RedirectWait(
            listener: listener, timeout: signIn.timeout, clock: clock, openBrowser: openBrowser)
        let answer = try await wait.answer(to: request)
        do {
            let grant = try await redeem(answer.response, request)
            await answer.reply(.signedIn(username: grant.tenantProfile?.username ?? ""))
            return grant
        } catch {
            await answer.reply(.failed(error.pageSentence))
            throw error
        }
    }

    func redeem(_ response: AuthorizationResponse, _ request: AuthorizationRequest) async throws(AuthError)
        -> TokenGrant
    {
        switch response {
        case .code(let code): try await redeem(code: code, request)
        case .error(let error) where error.isDeclined: throw .declined(error)
        case .error(let error): throw .refused(error)
        case .missingCode: throw .redirect(.missingCode)
        case .wrongState: throw .redirect(.wrongState)
        }
    }

    /// RFC 6749 section 4.1.3. A code works once, so this is never tried again.
    private func redeem(code: String, _ request: AuthorizationRequest) async throws(AuthError) -> TokenGrant {
        let scopes = request.signIn.scopes.ofFirstResource
        let fields =
            [
                ("client_id", clientID), ("grant_type", "authorization_code"), ("code", code),
                ("redirect_uri", request.redirectURI), ("code_verifier", request.pkce.verifier),
                ("scope", scopes.decorated.spaceSeparated),
            ] + authority.clientInfoField + (request.signIn.claims.map { [("claims", $0)] } ?? [])
        let endpoint = TokenEndpoint(http: http, url: request.configuration.tokenEndpoint)
        let response: TokenResponse
        do { response = try await endpoint.post(fields, as: TokenResponse.self) } catch { throw error.asSignInError }
        let check = TokenResponseValidator(
            clientID: clientID, authority: authority, requested: scopes, now: clock.now())
        return try check.signIn(
            response, configuration: request.configuration, nonce: request.nonce,
            expected: request.signIn.expectedAccount)
    }
}

extension Authority {
    /// Asks for `client_info` in token responses, where the platform knows it.
    var clientInfoField: [(String, String)] { kind.isMicrosoft ? [("client_info", "1")] : [] }
}

extension AuthError {
    /// What the browser's last page says; the terminal says more.
    fileprivate var pageSentence: String {
        switch self {
        case .declined: "The sign-in was cancelled."
        case .wrongAccount(_, let received): "\(received) is not the account that was asked for."
        default: "The sign-in did not work."
        }
    }
}
