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
