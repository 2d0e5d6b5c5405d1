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
    var isUsed = false
    var isRevoked = false
}
