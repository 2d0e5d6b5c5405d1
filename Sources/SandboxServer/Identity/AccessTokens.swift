/// A token some resource accepts, as the resource sees it.
struct AccessToken {
    /// Nil for an application that acts as itself.
    let identity: Identity?
    let tenant: Tenant
    let application: Application
    let resource: Resource
    /// Delegated permissions, or an application's roles.
    let permissions: [String]
    let expires: Int
    /// Whether the client has declared `cp1`: only such a token is challenged before it expires.
    let isContinuouslyEvaluated: Bool
    /// When it was taken back, in seconds since 1970.
    var revoked: Int?
}

/// The access tokens in circulation. Resources look them up instead of trusting what a token says about itself.
final class AccessTokens {
    private var tokens: [String: AccessToken] = [:]

    subscript(text: String) -> AccessToken? {
        get { tokens[text] }
        set { tokens[text] = newValue }
    }

    func revoke(_ account: Account, at time: Int) {
        for (text, token) in tokens where token.identity?.account == account && token.isContinuouslyEvaluated {
            tokens[text]?.revoked = time
        }
    }
}
