/// Whether a profile can act without a person, as far as the store can tell without asking the server.
public enum ProfileState: String, Sendable, CaseIterable {
    /// A refresh token is there that the server has not refused, or an access token that is still valid.
    case signedIn
    /// Tokens are there, but the server wants the person.
    case signInRequired
    /// No token is there.
    case signedOut
}
