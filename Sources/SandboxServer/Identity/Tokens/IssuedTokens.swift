/// The sign-ins in progress, and the authorization codes, device codes and refresh tokens that can be redeemed at the
/// token endpoint.
final class GrantStore {
    /// A token family: all refresh tokens that descend from one sign-in.
    typealias Family = String

    var pendingSignIns: [String: PendingSignIn] = [:]
    var codes: [String: IssuedAuthorizationCode] = [:]
    var deviceCodes: [String: IssuedDeviceCode] = [:]
    private(set) var refreshTokens: [String: IssuedRefreshToken] = [:]

    func add(_ token: IssuedRefreshToken, text: String) {
        refreshTokens[text] = token
    }

    func markUsed(_ text: String) {
        refreshTokens[text]?.isUsed = true
    }

    func revoke(family: Family) {
        revoke { $0.family == family }
    }

    func revoke(account: DirectoryAccount) {
        revoke { $0.account == account }
    }

    func deviceCode(userCode: String) -> IssuedDeviceCode? {
        let typed = userCode.uppercased().filter { $0.isLetter || $0.isNumber }
        return deviceCodes.values.first { $0.userCode == typed }
    }

    /// Records the user's decision. Only the first one counts, since two browsers can have the same code open.
    func settle(_ code: IssuedDeviceCode, as state: IssuedDeviceCode.State) {
        guard case .pending = deviceCodes[code.deviceCode]?.state else { return }
        deviceCodes[code.deviceCode]?.state = state
    }

    private func revoke(where matches: (IssuedRefreshToken) -> Bool) {
        for (text, token) in refreshTokens where matches(token) {
            refreshTokens[text]?.isRevoked = true
        }
    }
}

/// An authorization code (RFC 6749 §4.1.2).
struct IssuedAuthorizationCode {
    let identity: TenantIdentity
    let request: ValidatedAuthorizationRequest
    let expires: Double
    let family: GrantStore.Family
    var isRedeemed = false
}

/// A refresh token. It is valid for any resource and in any tenant that has the account.
struct IssuedRefreshToken {
    let account: DirectoryAccount
    let application: AppRegistration
    let family: GrantStore.Family
    let scopes: RequestedScopes
    /// The tenant of the sign-in, which a refresh at `common` keeps.
    let tenant: Tenant
    /// The authority of the sign-in: AD FS and each user flow accept only their own refresh tokens.
    let authority: SignInAuthority
    let cloud: CloudInstance
    var isUsed = false
    var isRevoked = false
}

/// An access token as the resource sees it.
struct IssuedAccessToken {
    /// The user; nil for an application's own token.
    let identity: TenantIdentity?
    let tenant: Tenant
    let application: AppRegistration
    let resource: APIResource
    /// The cloud instance whose resources accept the token.
    let cloud: CloudInstance
    /// Delegated permissions, or application permissions.
    let permissions: [String]
    let expires: Int
    /// Whether the client declared the capability `cp1`. Only such tokens can be revoked before they expire.
    let isContinuouslyEvaluated: Bool
    /// The time of revocation, in seconds since 1970.
    var revoked: Int?
}

/// All access tokens. Resources look them up instead of verifying signatures and claims.
final class AccessTokenStore {
    private var tokens: [String: IssuedAccessToken] = [:]

    subscript(text: String) -> IssuedAccessToken? {
        get { tokens[text] }
        set { tokens[text] = newValue }
    }

    func revoke(_ account: DirectoryAccount, at time: Int) {
        for (text, token) in tokens where token.identity?.account == account && token.isContinuouslyEvaluated {
            tokens[text]?.revoked = time
        }
    }
}
