import AuthCore
import HTTPTransport

/// The accounts of a program, and access tokens for them.
struct Accounts {
    private let application: PublicClientApplication
    private let scopes: Scopes = ["User.Read"]
    private let openBrowser: @Sendable (_ url: String) async throws -> Void

    init(
        clientID: String, authority: Authority,
        openBrowser: @escaping @Sendable (_ url: String) async throws -> Void
    ) {
        application = PublicClientApplication(
            clientID: clientID, authority: authority, cache: InMemoryTokenCache(),
            http: CurlHTTPClient(userAgent: "example/1"))
        self.openBrowser = openBrowser
    }

    /// Signs a user in through the browser. The tokens are cached, so each user does this once.
    func signIn(expecting account: AccountID? = nil, claims: String? = nil) async throws -> AuthenticationResult {
        let request = SignInRequest(scopes: scopes, expectedAccount: account, claims: claims)
        return try await application.acquireTokenInteractively(request, openBrowser: openBrowser)
    }

    func all() throws -> [Account] {
        try application.accounts()
    }

    /// The account with this home account id or username; nil if two accounts have the same username.
    func account(_ name: String) throws -> Account? {
        if let account = try application.account(homeAccountID: name) { return account }
        let accounts = try application.accounts(username: name)
        return accounts.count == 1 ? accounts.first : nil
    }

    /// An access token: from the cache, renewed, or by another sign-in if the server demands one.
    func accessToken(for account: Account, forceRefresh: Bool = false, claims: String? = nil) async throws -> Secret {
        let request = SilentRequest(
            account: account.id, scopes: scopes, forceRefresh: forceRefresh, claims: claims)
        do {
            return try await application.acquireTokenSilently(request).accessToken
        } catch AuthError.interactionRequired(let required) {
            // The server may demand claims, such as those of multifactor authentication.
            return try await signIn(expecting: required.account, claims: required.claims).accessToken
        }
    }

    func signOut(_ account: Account) throws {
        try application.remove(account.id)
    }
}
