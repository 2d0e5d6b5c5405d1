/// A part of an action that points at the tenant or the account it is meant for.
public struct TenantHint: Hashable, Sendable {
    public let kind: HintKind
    /// The text of the hint in the action: `users/dana@fabrikam.example`.
    public let place: String

    public init(_ kind: HintKind, at place: String) {
        self.kind = kind
        self.place = place
    }

    /// The kind of a hint, with its value. Names of tenants, domains, users and hosts are compared without case.
    public enum HintKind: Hashable, Sendable {
        /// A tenant's GUID.
        case tenant(String)
        case domain(String)
        /// A user principal name.
        case user(String)
        case sharePoint(SharePointHost)
        /// The id of a message, file, group or any other item. Its tenant is known from the usage history alone.
        case item(String)
    }

    /// The reason for a profile that the hint decides for, without a subject.
    var predicate: String {
        switch kind {
        case .tenant: "was inferred from \(place), which has its tenant's id"
        case .domain(let domain): "was inferred from \(domain), a domain of its tenant"
        case .user(let name): "was inferred from \(name)"
        case .sharePoint(let host): "was inferred from \(host.name)"
        case .item: "was inferred from \(place), which was last used with it"
        }
    }

    /// The name of the tenant, in lower case; nil for an item, which has none.
    var tenantName: String? {
        switch kind {
        case .tenant(let name), .domain(let name): name.lowercased()
        case .user(let name): TenantDomains.domain(of: name)
        case .sharePoint(let host): host.name
        case .item: nil
        }
    }

    /// Whether the hint points at the profile.
    func matches(_ profile: Profile, given history: UsageHistory) -> Bool {
        let domains = TenantDomains(of: profile, given: history)
        switch kind {
        case .tenant(let id): return id.lowercased() == profile.tenantID.lowercased()
        case .domain(let domain): return domains.contains(domain)
        case .user(let name):
            return name.lowercased() == profile.username.lowercased()
                || TenantDomains.domain(of: name).map(domains.contains) == true
        case .sharePoint(let host): return host.isOf(domains) || history.wasUsed(host.name, with: profile.name)
        case .item(let id): return history.wasUsed(id, with: profile.name)
        }
    }
}
