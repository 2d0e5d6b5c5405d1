/// The permissions that were consented to, until the sandbox ends.
final class ConsentGrants {
    /// A user who consented for themselves, or all users of a tenant by admin consent.
    enum Holder: Hashable {
        case account(String)
        case allUsers(tenant: String)
    }

    private struct Key: Hashable {
        let holder: Holder
        let application: String
        /// The app id of the resource; empty for the OpenID Connect scopes.
        let resource: String
    }

    private var granted: [Key: [String]] = [:]

    func record(_ scopes: RequestedScopes, by holder: Holder, application: AppRegistration) {
        for group in scopes.groups {
            let names = group.permissions + (group.requestsDefault ? group.resource.defaults : [])
            add(names, to: Key(holder: holder, application: application.id, resource: group.resource.appID))
        }
        add(scopes.openID, to: Key(holder: holder, application: application.id, resource: ""))
    }

    /// The permissions from the user's own consent and from admin consent in the tenant.
    func permissions(of identity: TenantIdentity, application: AppRegistration, on resource: APIResource) -> [String] {
        held(by: identity, application: application, resource: resource.appID)
    }

    /// The requested permissions without consent.
    func missing(_ scopes: RequestedScopes, for identity: TenantIdentity, application: AppRegistration)
        -> [DelegatedPermission]
    {
        scopes.groups.flatMap { group in
            let held = permissions(of: identity, application: application, on: group.resource)
            // Any consent to a resource satisfies its `.default`.
            let defaults = group.requestsDefault && held.isEmpty ? group.resource.defaults : []
            return (group.permissions + defaults.filter { !group.permissions.contains($0) })
                .filter { !held.contains($0) }
                .compactMap { group.resource.permission(named: $0) }
        }
    }

    func missingOpenID(_ scopes: RequestedScopes, for identity: TenantIdentity, application: AppRegistration)
        -> [String]
    {
        let held = held(by: identity, application: application, resource: "")
        return scopes.openID.filter { !held.contains($0) }
    }

    private func held(by identity: TenantIdentity, application: AppRegistration, resource: String) -> [String] {
        let holders: [Holder] = [.account(identity.account.homeAccountID), .allUsers(tenant: identity.tenant.id)]
        return holders.reduce(into: []) { names, holder in
            let more = granted[Key(holder: holder, application: application.id, resource: resource)] ?? []
            names += more.filter { !names.contains($0) }
        }
    }

    private func add(_ names: [String], to key: Key) {
        let known = granted[key] ?? []
        granted[key] = known + names.filter { !known.contains($0) }
    }
}

/// The consent that a sign-in still needs.
enum ConsentRequirement {
    /// The permissions and OpenID Connect scopes to ask for. Both are empty if consent is complete.
    case needed([DelegatedPermission], openID: [String])
    case impossible(EntraError)
}

extension SandboxState {
    func consentRequirement(
        for scopes: RequestedScopes, by identity: TenantIdentity, application: AppRegistration,
        at authority: SignInAuthority
    ) -> ConsentRequirement {
        // AD FS and Azure AD B2C have no user consent: an administrator configures the permissions.
        guard authority.isEntra else { return .needed([], openID: []) }
        let missing = consents.missing(scopes, for: identity, application: application)
        if identity.account.isPersonal, missing.contains(where: { !$0.isOpenToPersonalAccounts }) {
            return .impossible(.workScopeForPersonalAccount)
        }
        if authority == .customers, !missing.isEmpty { return .impossible(.approvalNeeded) }
        if !identity.isAdministrator, missing.contains(where: { $0.consent == .administrator }) {
            return .impossible(.approvalNeeded)
        }
        return .needed(missing, openID: consents.missingOpenID(scopes, for: identity, application: application))
    }
}
