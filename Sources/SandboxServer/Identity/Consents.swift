/// What each account has agreed to let each application do; asked once, remembered until the emulator ends.
final class Consents {
    private struct Key: Hashable {
        let account: String
        let application: String
        let resource: String
    }

    private struct Approval: Hashable {
        let tenant: String
        let application: String
    }

    private var granted: [Key: [String]] = [:]
    private var openID: [Key: [String]] = [:]
    private var approvals: Set<Approval> = []

    func permissions(of account: Account, application: Application, on resource: Resource) -> [String] {
        granted[key(account, application, resource)] ?? []
    }

    func record(_ scopes: ScopeRequest, of account: Account, application: Application) {
        for group in scopes.groups {
            let key = key(account, application, group.resource)
            let names = group.permissions + (group.asksForDefault ? group.resource.defaults : [])
            granted[key, default: []].append(contentsOf: names.filter { granted[key]?.contains($0) != true })
        }
        openID[openIDKey(account, application), default: []] += scopes.openID
    }

    /// The permissions this account has not agreed to yet, nor anybody for it.
    func missing(_ scopes: ScopeRequest, for account: Account, application: Application) -> [Permission] {
        scopes.groups.flatMap { group in
            let held = permissions(of: account, application: application, on: group.resource)
            // Consent to anything of a resource satisfies its `.default`.
            let defaults = group.asksForDefault && held.isEmpty ? group.resource.defaults : []
            return (group.permissions + defaults.filter { !group.permissions.contains($0) })
                .filter { !held.contains($0) }
                .compactMap { group.resource.permission(named: $0) }
        }
    }

    func missingOpenID(_ scopes: ScopeRequest, for account: Account, application: Application) -> [String] {
        let held = openID[openIDKey(account, application)] ?? []
        return scopes.openID.filter { !held.contains($0) }
    }

    /// An administrator's consent for everybody in a tenant.
    func approve(_ application: Application, in tenant: Tenant) {
        approvals.insert(Approval(tenant: tenant.id, application: application.id))
    }

    func isApproved(_ application: Application, in tenant: Tenant) -> Bool {
        approvals.contains(Approval(tenant: tenant.id, application: application.id))
    }

    private func key(_ account: Account, _ application: Application, _ resource: Resource) -> Key {
        Key(account: account.homeAccountID, application: application.id, resource: resource.appID)
    }

    private func openIDKey(_ account: Account, _ application: Application) -> Key {
        Key(account: account.homeAccountID, application: application.id, resource: "")
    }
}
