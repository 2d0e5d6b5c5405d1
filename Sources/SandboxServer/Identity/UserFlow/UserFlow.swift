/// A policy of Azure AD B2C by which customers sign in.
struct UserFlow: Equatable {
    let policy: String

    static let policies = ["B2C_1_signin", "B2C_1_edit"]

    /// All flows are Fabrikam's.
    static let tenant = Tenant.fabrikam

    var tenant: Tenant { Self.tenant }

    /// B2C writes its endpoints with the policy in lower case and without `tfp`, however they were asked for.
    var path: String { "\(tenant.name)/\(policy.lowercased())" }

    /// - Parameter segments: `tenant/policy`, with or without `tfp` before it.
    init?(_ segments: [String]) {
        let named = segments.first?.lowercased() == "tfp" ? segments.dropFirst() : segments[...]
        guard named.count == 2, let tenant = named.first?.lowercased(), let policy = named.last?.lowercased(),
            tenant == Self.tenant.id || Self.tenant.owns(domain: tenant),
            let known = Self.policies.first(where: { $0.lowercased() == policy })
        else { return nil }
        self.policy = known
    }

    func clientInfo(of identity: Identity) -> String {
        let info: JSON = [
            "uid": .string("\(identity.objectID)-\(policy.lowercased())"), "utid": .string(tenant.id),
        ]
        return Base64URL.encode(info.serialized())
    }
}
