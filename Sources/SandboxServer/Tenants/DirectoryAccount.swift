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

/// An account as one tenant knows it; a guest has another object id there than at home.
struct Identity: Equatable, Sendable {
    let account: Account
    let tenant: Tenant
    let objectID: String

    var isGuest: Bool { tenant != account.home }

    /// A guest administers nothing in the tenant it visits.
    var isAdministrator: Bool { account.isAdministrator && !isGuest }

    var kind: String {
        if account.isPersonal { return "personal" }
        return isGuest ? "guest" : "work"
    }

    /// A guest's name in the inviting directory is made from the address it has at home.
    var principalName: String {
        guard isGuest else { return account.username }
        return "\(account.username.replacing("@", with: "_"))#EXT#@\(tenant.name)"
    }
}
