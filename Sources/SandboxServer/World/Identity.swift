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
