import Crypto
import FoundationEssentials
import HTTPTransport

/// An authorization request with PKCE (RFC 6749 section 4.1.1, RFC 7636, OpenID Connect Core 1.0 section 3.1.2.1).
struct AuthorizationRequest {
    let authority: Authority
    let configuration: OpenIDConfiguration
    let clientID: String
    let redirectURI: String
    let signIn: SignInRequest
    /// Whether the user copies the redirect's address, in which a form would be missing.
    var isRedirectCopied = false
    let state = RandomToken.make()
    let nonce = RandomToken.make()
    let pkce = PKCE()

    /// The sign-in page, with the parameters in its address.
    var url: String { address(parameters) }

    /// The page to open in the browser: ``url``; or, for an issuer that demands it, a page with a reference to the
    /// parameters, which the issuer is told directly (RFC 9126).
    func page(of client: ClientAuthentication, over http: any HTTPClient) async throws(AuthError) -> String {
        guard let pushURL = configuration.pushedAuthorizationEndpoint else { return url }
        struct Pushed: Decodable { let request_uri: String }
        let endpoint = TokenEndpoint(configuration.authenticated(pushURL), client: client, http: http)
        do {
            let pushed = try await endpoint.post(parameters, expecting: Pushed.self)
            return address([("client_id", clientID), ("request_uri", pushed.request_uri)])
        } catch {
            throw error.signInError(of: client)
        }
    }

    private func address(_ parameters: [(String, String)]) -> String {
        let endpoint = configuration.authorizationEndpoint
        return endpoint + (endpoint.contains("?") ? "&" : "?") + QueryString.make(parameters)
    }

    /// The response to this request in a redirect.
    func response(in fields: FormFields) -> AuthorizationResponse {
        AuthorizationResponse(
            fields, state: state, issuer: configuration.issuer, namesIssuer: configuration.namesIssuerInRedirects)
    }

    private var parameters: [(String, String)] {
        protocolParameters + platformParameters + authority.parameters.ofSignIn
    }

    private var protocolParameters: [(String, String)] {
        [
            ("client_id", clientID), ("response_type", "code"), ("redirect_uri", redirectURI),
            ("scope", signIn.scopes.union(configuration.openIDScopes).spaceSeparated), ("state", state),
            ("nonce", nonce),
            ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"),
        ] + optional("login_hint", signIn.loginHint) + optional("prompt", prompt?.rawValue)
            + signIn.claims.claimsField
    }

    /// Parameters of the Microsoft identity platform. `form_post` keeps the code out of the browser's history.
    private var platformParameters: [(String, String)] {
        guard authority.kind.isMicrosoft else { return [] }
        return [("response_mode", isRedirectCopied ? "query" : "form_post"), ("client_info", "1")]
            + optional("domain_hint", signIn.domainHint ?? domainHintOfExpectedAccount)
    }

    private var domainHintOfExpectedAccount: String? {
        let isPersonal = signIn.expectedAccount?.homeTenantID == Authority.personalTenantID
        return isPersonal && authority.tenant == "common" ? "consumers" : nil
    }

    /// A user who adds an account may mean another one than the browser is signed in to.
    ///
    /// The platform ignores a login hint beside `select_account`, and finds the session of the hint, so a hint suppresses
    /// the prompt. Other servers may ignore the hint while there is a session.
    private var prompt: SignInRequest.Prompt? {
        if let prompt = signIn.prompt { return prompt }
        if authority.kind.choosesSessionByLoginHint { return signIn.loginHint == nil ? .selectAccount : nil }
        return signIn.expectedAccount == nil ? configuration.promptForAnotherAccount : nil
    }

    private func optional(_ name: String, _ value: String?) -> [(String, String)] {
        value.map { [(name, $0)] } ?? []
    }
}

/// Proof Key for Code Exchange (RFC 7636) with the S256 method.
struct PKCE: Sendable {
    let verifier: String

    /// A verifier of 32 random octets, 43 characters (RFC 7636 section 4.1).
    init() {
        verifier = RandomToken.make()
    }

    init(verifier: String) {
        self.verifier = verifier
    }

    /// BASE64URL(SHA256(verifier)), RFC 7636 section 4.2.
    var challenge: String {
        Data(SHA256.hash(data: Data(verifier.utf8))).base64URL
    }
}

/// Unguessable text for `state`, `nonce` and code verifiers.
enum RandomToken {
    /// Bits of the system's randomness, base64url.
    static func make(size: SymmetricKeySize = .bits256) -> String {
        SymmetricKey(size: size).withUnsafeBytes { Data($0) }.base64URL
    }
}
