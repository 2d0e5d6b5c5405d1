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
