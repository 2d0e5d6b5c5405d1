/// Changes accounts: revokes their tokens, disables them, and approves device codes in their name.
struct AccountControls {
    let sandbox: SandboxState

    /// Revokes all tokens, as an administrator does. With `keepRefreshTokens` only access tokens under continuous access
    /// evaluation are revoked.
    func revoke(_ body: JSON) throws(ControlError) {
        for account in try requiredAccounts(body) {
            sandbox.revoke(account, includingRefreshTokens: body["keepRefreshTokens"]?.bool != true)
        }
    }

    func disable(_ body: JSON) throws(ControlError) {
        for account in try requiredAccounts(body) {
            sandbox.setDisabled(body["disabled"]?.bool ?? true, for: account)
        }
    }

    /// Approves or declines a device code without a browser.
    func approve(_ body: JSON) throws(ControlError) {
        guard let code = body["user_code"]?.string.flatMap(sandbox.grants.deviceCode(userCode:)) else {
            throw ControlError("\"user_code\" is not one that was handed out.")
        }
        if body["answer"]?.string == "decline" { return sandbox.grants.settle(code, as: .declined) }
        let tenant = body["tenant"]?.string
        let authority = tenant.flatMap { SignInAuthority($0, in: sandbox.seed) } ?? code.authority
        guard let identity = accounts(body).compactMap({ authority.identity(of: $0) }).first else {
            throw ControlError("\"username\" must be somebody who can sign in at this authority.")
        }
        if code.authority.isEntra {
            sandbox.consents.record(
                code.scopes, by: .account(identity.account.homeAccountID), application: code.application)
        }
        sandbox.grants.settle(code, as: .approved(identity))
    }

    private func requiredAccounts(_ body: JSON) throws(ControlError) -> [DirectoryAccount] {
        let accounts = accounts(body)
        guard !accounts.isEmpty else { throw ControlError("\"username\" must be somebody in the world.") }
        return accounts
    }

    /// The accounts with the username, or the one with the home account id, since two accounts can share a username.
    private func accounts(_ body: JSON) -> [DirectoryAccount] {
        guard let name = body["username"]?.string else { return [] }
        return sandbox.seed.account(homeAccountID: name).map { [$0] } ?? sandbox.seed.accounts(username: name)
    }
}
