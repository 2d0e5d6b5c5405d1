/// An account with its home tenant, whether or not it is a guest of other tenants.
struct DirectoryAccount: Equatable, Sendable {
    let uid: String
    let home: Tenant
    let username: String
    let givenName: String
    let surname: String
    let jobTitle: String
    /// Administrators can consent to permissions that need admin consent.
    var isAdministrator = false
    var isDisabled = false
    /// The object ids that the account has as a guest, by tenant id.
    var guestObjectIDs: [String: String] = [:]

    var displayName: String { "\(givenName) \(surname)" }

    var isPersonal: Bool { home.isPersonal }

    var homeAccountID: String { "\(uid).\(home.id)" }

    func identity(in tenant: Tenant) -> TenantIdentity? {
        if tenant == home { return TenantIdentity(account: self, tenant: tenant, objectID: uid) }
        return guestObjectIDs[tenant.id].map { TenantIdentity(account: self, tenant: tenant, objectID: $0) }
    }

    var homeIdentity: TenantIdentity { TenantIdentity(account: self, tenant: home, objectID: uid) }
}

/// An account in one tenant. A guest has another object id there than in its home tenant.
struct TenantIdentity: Equatable, Sendable {
    let account: DirectoryAccount
    let tenant: Tenant
    let objectID: String

    var isGuest: Bool { tenant != account.home }

    /// A guest has no administrator role in the tenant that invited it.
    var isAdministrator: Bool { account.isAdministrator && !isGuest }

    var kind: String {
        if account.isPersonal { return "personal" }
        return isGuest ? "guest" : "work"
    }

    /// The user principal name; for a guest `name_home.example#EXT#@tenant.example`, derived from its address at home.
    var principalName: String {
        guard isGuest else { return account.username }
        return "\(account.username.replacing("@", with: "_"))#EXT#@\(tenant.name)"
    }
}
