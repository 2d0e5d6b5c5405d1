/// Everything the platform has handed out and will take back in exchange for tokens.
final class Grants {
    /// One sign-in and all refresh tokens that descend from it.
    typealias Chain = String

    var interactions: [String: Interaction] = [:]
    var codes: [String: AuthorizationCode] = [:]
    var devices: [String: DeviceCode] = [:]
    private(set) var refreshTokens: [String: RefreshToken] = [:]

    func addRefreshToken(_ text: String, _ token: RefreshToken) {
        refreshTokens[text] = token
    }

    func markUsed(_ text: String) {
        refreshTokens[text]?.isUsed = true
    }

    func revoke(chain: Chain) {
        revoke { $0.chain == chain }
    }

    func revoke(account: Account) {
        revoke { $0.account == account }
    }

    func device(userCode: String) -> DeviceCode? {
        let typed = userCode.uppercased().filter { $0.isLetter || $0.isNumber }
        return devices.values.first { $0.userCode == typed }
    }

    /// The first answer counts: two browsers may have the same code open.
    func decide(_ code: DeviceCode, _ state: DeviceCode.State) {
        guard case .pending = devices[code.deviceCode]?.state else { return }
        devices[code.deviceCode]?.state = state
    }

    private func revoke(where matches: (RefreshToken) -> Bool) {
        for (text, token) in refreshTokens where matches(token) {
            refreshTokens[text]?.isRevoked = true
        }
    }
}

/// A code on its way through the browser (RFC 6749 §4.1.2).
struct AuthorizationCode {
    let identity: Identity
    let request: AuthorizationRequest
    let expires: Double
    let chain: Grants.Chain
    var isRedeemed = false
}

/// Good for any resource and in any tenant that knows the account.
struct RefreshToken {
    let account: Account
    let application: Application
    let chain: Grants.Chain
    let scopes: ScopeRequest
    /// The nonce does not come back in a refresh, but the tenant of the first sign-in does.
    let tenant: Tenant
    /// Only the service that gave it takes it back, and a user flow only its own.
    let authority: Authority
    let cloud: Cloud
    var isUsed = false
    var isRevoked = false
}

/// A token some resource accepts, as the resource sees it.
struct AccessToken {
    /// Nil for an application that acts as itself.
    let identity: Identity?
    let tenant: Tenant
    let application: Application
    let resource: Resource
    /// Whose resources take it.
    let cloud: Cloud
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
