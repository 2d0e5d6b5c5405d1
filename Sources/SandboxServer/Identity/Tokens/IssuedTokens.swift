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
