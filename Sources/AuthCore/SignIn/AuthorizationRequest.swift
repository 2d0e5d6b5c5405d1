import Crypto
import Foundation
import HTTPTransport

/// An authorization request with PKCE (RFC 6749 section 4.1.1, RFC 7636, OpenID Connect Core 3.1.2.1).
struct AuthorizationRequest {
    let authority: Authority
    let configuration: OpenIDConfiguration
    let clientID: String
    let redirectURI: String
    let signIn: SignInRequest
    /// Whether the answer comes in an address that the person copies, where a form could not be.
    var isCopied = false
    let state = RandomToken.make()
    let nonce = RandomToken.make()
    let pkce = PKCE()

    /// The page to open in the browser.
    var url: String {
        let query = QueryString.make(parameters + platformParameters)
        return configuration.authorizationEndpoint + (configuration.authorizationEndpoint.contains("?") ? "&" : "?")
            + query
    }

    private var parameters: [(String, String)] {
        [
            ("client_id", clientID), ("response_type", "code"), ("redirect_uri", redirectURI),
            ("scope", signIn.scopes.decorated.spaceSeparated), ("state", state), ("nonce", nonce),
            ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"),
        ] + optional("login_hint", signIn.loginHint) + optional("prompt", prompt?.rawValue)
            + optional("claims", signIn.claims)
    }

    /// What only the Microsoft identity platform knows. `form_post` keeps the code out of the browser's history.
    private var platformParameters: [(String, String)] {
        guard authority.kind.isMicrosoft else { return [] }
        return [("response_mode", isCopied ? "query" : "form_post"), ("client_info", "1")]
            + optional("domain_hint", signIn.domainHint ?? ownDomainHint)
    }

    private var ownDomainHint: String? {
        let isPersonal = signIn.expectedAccount?.homeTenantID == Authority.personalTenantID
        return isPersonal && authority.tenant == "common" ? "consumers" : nil
    }

    /// With `select_account` the platform ignores the hint, so a hint wins.
    private var prompt: SignInRequest.Prompt? {
        if let prompt = signIn.prompt { return prompt }
        // Somebody who adds an account means another than the one the browser knows.
        return signIn.loginHint == nil && authority.kind.isMicrosoft ? .selectAccount : nil
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
    /// 256 bits of the system's randomness, base64url.
    static func make() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64URL
    }
}
