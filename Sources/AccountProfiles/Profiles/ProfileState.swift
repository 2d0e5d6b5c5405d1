import AuthCore
import FoundationEssentials

/// Whether a profile can act without a person, as far as the store can tell without asking the server.
public enum ProfileState: String, Sendable, CaseIterable {
    /// A refresh token is there that the server has not refused, an app's credential, or an access token that is still
    /// valid.
    case signedIn
    /// Tokens are there, but the server wants the person.
    case signInRequired
    /// No token is there.
    case signedOut
}

/// A profile's state with the time until which it can act without asking the server.
public struct ProfileStatus: Hashable, Sendable {
    public let state: ProfileState
    /// Of the longest-lived access token kept; nil when there is none.
    public let accessTokenExpiresOn: Date?

    public init(state: ProfileState, accessTokenExpiresOn: Date?) {
        self.state = state
        self.accessTokenExpiresOn = accessTokenExpiresOn
    }

    public static let signedOut = ProfileStatus(state: .signedOut, accessTokenExpiresOn: nil)

    /// Right after a sign-in.
    public static func signedIn(_ grant: TokenGrant) -> ProfileStatus {
        ProfileStatus(state: .signedIn, accessTokenExpiresOn: grant.accessToken?.expiresOn)
    }
}
