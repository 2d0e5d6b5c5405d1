import FoundationEssentials
import HTTPTransport

/// The request parameters that an authority takes beyond those of the protocol, in the order in which they were given:
/// `resource` (RFC 8707), the `audience` of other issuers, or one that chooses a page, such as `kc_idp_hint`.
public struct AuthorityParameters: Hashable, Sendable {
    public struct Parameter: Hashable, Sendable {
        public let name, value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public let all: [Parameter]

    public static let none = AuthorityParameters()

    private init() { all = [] }

    /// - Throws: ``AuthError/invalidParameter(_:)`` with the name of a parameter that the protocol itself sets, that is not
    ///   a name, or whose value is empty, has a control character or is longer than 2,048 bytes.
    public init(_ parameters: [Parameter]) throws(AuthError) {
        if let wrong = parameters.first(where: { !$0.isAllowed }) { throw .invalidParameter(wrong.name) }
        all = parameters
    }

    /// - Parameter query: Names and values as in a URL's query.
    init(query: some StringProtocol) throws(AuthError) {
        try self.init(FormFields.pairs(query).map { Parameter(name: $0.name, value: $0.value) })
    }

    /// The parameters that decide the resource of an access token; sent with every token request, and part of the cache key.
    var ofTokens: [(String, String)] { fields { ["resource", "audience"].contains($0.name) } }

    /// The parameters of the authorization request and of the device authorization request.
    var ofSignIn: [(String, String)] { fields { _ in true } }

    /// Whether a parameter names the resource of tokens.
    public var namesResource: Bool { !ofTokens.isEmpty }

    private func fields(_ isIncluded: (Parameter) -> Bool) -> [(String, String)] {
        all.filter(isIncluded).map { ($0.name, $0.value) }
    }

    public var isEmpty: Bool { all.isEmpty }
}

extension AuthorityParameters.Parameter {
    /// Parameters of OAuth 2.0, OpenID Connect and the Microsoft identity platform that AuthCore sets or that would change the
    /// kind of the flow.
    private static let ownOfTheProtocol: Set<String> = [
        "client_id", "client_secret", "client_assertion", "client_assertion_type", "client_info", "redirect_uri",
        "response_type", "response_mode", "scope", "state", "nonce", "code", "code_challenge",
        "code_challenge_method", "code_verifier", "grant_type", "refresh_token", "device_code", "username",
        "password", "assertion", "requested_token_use", "request", "request_uri", "registration", "claims", "prompt",
        "login_hint", "id_token_hint", "domain_hint", "token", "token_type_hint",
    ]

    fileprivate var isAllowed: Bool {
        let isName = !name.isEmpty && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || "._-".utf8.contains($0) }
        return isName && !Self.ownOfTheProtocol.contains(name.lowercased()) && !value.isEmpty
            && value.utf8.count <= 2048 && !value.unicodeScalars.contains(where: \.isUnsafeToPrint)
    }
}
