/// What stands between an identity and the scopes an application asks it for.
enum ConsentNeeded {
    /// Both may be empty: then everything has been agreed to.
    case needed([Permission], openID: [String])
    case refused(EntraError)
}

extension Emulation {
    func consentNeeded(
        _ scopes: ScopeRequest, by identity: Identity, application: Application, at authority: Authority
    ) -> ConsentNeeded {
        // Elsewhere an administrator has settled beforehand what an application may do.
        guard authority.isEntra else { return .needed([], openID: []) }
        let missing = consents.missing(scopes, for: identity, application: application)
        if identity.account.isPersonal, missing.contains(where: { !$0.isOpenToPersonalAccounts }) {
            return .refused(.workScopeForPersonalAccount)
        }
        if authority == .customers, !missing.isEmpty { return .refused(.approvalNeeded) }
        if !identity.isAdministrator, missing.contains(where: { $0.consent == .administrator }) {
            return .refused(.approvalNeeded)
        }
        return .needed(missing, openID: consents.missingOpenID(scopes, for: identity, application: application))
    }
}
