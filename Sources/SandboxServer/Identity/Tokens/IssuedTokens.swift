/// Everything the platform has handed out and will take back in exchange for tokens.
final class GrantStore {
    /// One sign-in and all refresh tokens that descend from it.
    typealias Family = String

    var interactions: [String: PendingSignIn] = [:]
    var codes: [String: IssuedAuthorizationCode] = [:]
    var devices: [String: IssuedDeviceCode] = [:]
    private(set) var refreshTokens: [String: IssuedRefreshToken] = [:]

    func addRefreshToken(_ text: String, _ token: IssuedRefreshToken) {
        refreshTokens[text] = token
    }

    func markUsed(_ text: String) {
        refreshTokens[text]?.isUsed = true
    }

    func revoke(chain: Family) {
        revoke { $0.chain == chain }
    }

    func revoke(account: DirectoryAccount) {
        revoke { $0.account == account }
    }

    func device(userCode: String) -> IssuedDeviceCode? {
        let typed = userCode.uppercased().filter { $0.isLetter || $0.isNumber }
        return devices.values.first { $0.userCode == typed }
    }

    /// The first answer counts: two browsers may have the same code open.
    func decide(_ code: IssuedDeviceCode, _ state: IssuedDeviceCode.State) {
        guard case .pending = devices[code.deviceCode]?.state else { return }
        devices[code.deviceCode]?.state = state
    }

    private func revoke(where matches: (IssuedRefreshToken) -> Bool) {
        for (text, token) in refreshTokens where matches(token) {
            refreshTokens[text]?.isRevoked = true
        }
    }
}

/// A code on its way through the browser (RFC 6749 §4.1.2).
struct IssuedAuthorizationCode {
    let identity: TenantIdentity
    let request: ValidatedAuthorizationRequest
    let expires: Double
    let chain: GrantStore.Family
    var isRedeemed = false
}

/// Good for any resource and in any tenant that knows the account.
struct IssuedRefreshToken {
    let account: DirectoryAccount
    let application: AppRegistration
    let chain: GrantStore.Family
    let scopes: RequestedScopes
    /// The nonce does not come back in a refresh, but the tenant of the first sign-in does.
    let tenant: Tenant
    /// Only the service that gave it takes it back, and a user flow only its own.
    let authority: SignInAuthority
    let cloud: CloudInstance
    var isUsed = false
    var isRevoked = false
}

/// A token some resource accepts, as the resource sees it.
struct IssuedAccessToken {
    /// Nil for an application that acts as itself.
    let identity: TenantIdentity?
    let tenant: Tenant
    let application: AppRegistration
    let resource: APIResource
    /// Whose resources take it.
    let cloud: CloudInstance
    /// Delegated permissions, or an application's roles.
    let permissions: [String]
    let expires: Int
    /// Whether the client has declared `cp1`: only such a token is challenged before it expires.
    let isContinuouslyEvaluated: Bool
    /// When it was taken back, in seconds since 1970.
    var revoked: Int?
}

/// The access tokens in circulation. Resources look them up instead of trusting what a token says about itself.
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
