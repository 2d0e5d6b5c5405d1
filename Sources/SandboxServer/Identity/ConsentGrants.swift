/// What applications may do, by whose agreement; asked once, remembered until the emulator ends.
final class Consents {
    /// Who has agreed: a person for themselves, or an administrator for everybody in a tenant.
    enum Holder: Hashable {
        case account(String)
        case everybody(tenant: String)
    }

    private struct Key: Hashable {
        let holder: Holder
        let application: String
        /// The resource's app id; empty for OpenID Connect's own scopes.
        let resource: String
    }

    private var granted: [Key: [String]] = [:]

    func record(_ scopes: ScopeRequest, by holder: Holder, application: Application) {
        for group in scopes.groups {
            let names = group.permissions + (group.asksForDefault ? group.resource.defaults : [])
            add(names, Key(holder: holder, application: application.id, resource: group.resource.appID))
        }
        add(scopes.openID, Key(holder: holder, application: application.id, resource: ""))
    }

    /// What the identity has agreed to itself, and what has been agreed to for everybody in its tenant.
    func permissions(of identity: Identity, application: Application, on resource: Resource) -> [String] {
        held(by: identity, application: application, resource: resource.appID)
    }

    /// The permissions nobody has agreed to yet.
    func missing(_ scopes: ScopeRequest, for identity: Identity, application: Application) -> [Permission] {
        scopes.groups.flatMap { group in
            let held = permissions(of: identity, application: application, on: group.resource)
            // Consent to anything of a resource satisfies its `.default`.
            let defaults = group.asksForDefault && held.isEmpty ? group.resource.defaults : []
            return (group.permissions + defaults.filter { !group.permissions.contains($0) })
                .filter { !held.contains($0) }
                .compactMap { group.resource.permission(named: $0) }
        }
    }

    func missingOpenID(_ scopes: ScopeRequest, for identity: Identity, application: Application) -> [String] {
        let held = held(by: identity, application: application, resource: "")
        return scopes.openID.filter { !held.contains($0) }
    }

    private func held(by identity: Identity, application: Application, resource: String) -> [String] {
        let holders: [Holder] = [.account(identity.account.homeAccountID), .everybody(tenant: identity.tenant.id)]
        return holders.reduce(into: []) { names, holder in
            let more = granted[Key(holder: holder, application: application.id, resource: resource)] ?? []
            names += more.filter { !names.contains($0) }
        }
    }

    private func add(_ names: [String], _ key: Key) {
        let known = granted[key] ?? []
        granted[key] = known + names.filter { !known.contains($0) }
    }
}

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
