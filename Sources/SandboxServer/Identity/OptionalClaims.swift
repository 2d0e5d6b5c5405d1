/// The claims of an ID token that are there only for those who ask, in the request or in the app's registration.
struct OptionalClaims {
    static let all: Set<String> = ["verified_primary_domain", "verified_secondary_domain"]

    private let names: Set<String>

    init(_ names: Set<String>) {
        self.names = names
    }

    /// Nothing for guests, whose addresses end in a domain of another tenant, and for personal accounts.
    func json(for identity: Identity) -> JSON {
        var json: JSON = .object([])
        guard !identity.isGuest, !identity.account.isPersonal else { return json }
        for (name, isDefault) in [("verified_primary_domain", true), ("verified_secondary_domain", false)]
        where names.contains(name) {
            let domains = identity.tenant.domains.filter { $0.isDefault == isDefault }
            json[name] = .array(domains.map { .string($0.name) })
        }
        return json
    }
}
