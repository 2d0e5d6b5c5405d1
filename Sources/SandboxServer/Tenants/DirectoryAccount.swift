/// One person's account with its home tenant, whichever tenants it is a guest of.
struct Account: Equatable, Sendable {
    let uid: String
    let home: Tenant
    let username: String
    let givenName: String
    let surname: String
    let jobTitle: String
    /// Administrators consent for themselves to what others need an approval for.
    var isAdministrator = false
    var isDisabled = false
    /// The object ids it has as a guest, by tenant id.
    var guestObjectIDs: [String: String] = [:]

    var displayName: String { "\(givenName) \(surname)" }

    var isPersonal: Bool { home.isPersonal }

    var homeAccountID: String { "\(uid).\(home.id)" }

    func identity(in tenant: Tenant) -> Identity? {
        if tenant == home { return Identity(account: self, tenant: tenant, objectID: uid) }
        return guestObjectIDs[tenant.id].map { Identity(account: self, tenant: tenant, objectID: $0) }
    }

    var homeIdentity: Identity { Identity(account: self, tenant: home, objectID: uid) }
}
