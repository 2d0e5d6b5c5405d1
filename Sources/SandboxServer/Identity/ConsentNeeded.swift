/// What stands between an account and the scopes an application asks it for.
enum ConsentNeeded {
    /// Both may be empty: then everything has been agreed to.
    case needed([Permission], openID: [String])
    case refused(EntraError)
}

extension Emulation {
    func consentNeeded(_ scopes: ScopeRequest, by identity: Identity, application: Application) -> ConsentNeeded {
        let account = identity.account
        let missing = consents.missing(scopes, for: account, application: application)
        if account.isPersonal, missing.contains(where: { !$0.isOpenToPersonalAccounts }) {
            return .refused(.workScopeForPersonalAccount)
        }
        if consents.isApproved(application, in: identity.tenant) { return .needed([], openID: []) }
        let isAdministrator = account.isAdministrator && !identity.isGuest
        if !isAdministrator, missing.contains(where: { $0.consent == .administrator }) {
            return .refused(.approvalNeeded)
        }
        let openID = consents.missingOpenID(scopes, for: account, application: application)
        return .needed(missing, openID: openID)
    }
}
