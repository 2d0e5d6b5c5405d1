/// The tenant of Woodgrove's customers (Microsoft Entra External ID), which no shared authority leads to.
extension Emulation {
    /// Customers cannot consent. Their tenant's administrator has, to what is open to customers: of Graph that is no
    /// more than one's own profile.
    func consentForCustomers() {
        for application in world.applications {
            for scope in ["User.Read openid profile email offline_access", "api://contoso-orders/Orders.Read"] {
                guard let scopes = try? ScopeRequest(parsing: scope, application: application) else { continue }
                consents.record(scopes, by: .everybody(tenant: Tenant.woodgrove.id), application: application)
            }
        }
    }

    /// Whom the first segment of a path names, at the host that was asked.
    func authority(named segment: String) -> Authority? {
        guard origin.role == .customers else { return Authority(segment, in: world) }
        let name = segment.lowercased()
        return name == Tenant.woodgrove.id || Tenant.woodgrove.owns(domain: name) ? .customers : nil
    }
}

extension Tenant {
    static let woodgrove = Tenant(
        id: "30d90e5e-a7b8-4c9d-8e0f-1a2b3c4d5e05", name: "woodgrove.example", displayName: "Woodgrove Groceries",
        isPersonal: false)
}

extension Account {
    /// Has signed up with an address of her own, which is in no tenant's domain.
    static let wanda = Account(
        uid: "3a4da000-a2b3-4c4d-9e6f-708192a3b40d", home: .woodgrove, username: "wanda@mail.example",
        givenName: "Wanda", surname: "Núñez", jobTitle: "")
}
