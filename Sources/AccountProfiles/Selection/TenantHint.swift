/// Something in an action that points at the tenant or the account it is meant for.
public struct TenantHint: Hashable, Sendable {
    public let mark: HintKind
    /// What was seen, as it stands in the action: `users/dana@fabrikam.example`.
    public let place: String

    public init(_ mark: HintKind, at place: String) {
        self.mark = mark
        self.place = place
    }

    /// What was recognised. Names of tenants, domains, users and hosts are compared without case.
    public enum HintKind: Hashable, Sendable {
        /// A tenant's GUID.
        case tenant(String)
        case domain(String)
        /// A user principal name.
        case user(String)
        case sharePoint(SharePointHost)
        /// The id of a message, file, group or whatever else; ids are not guessed at, only remembered.
        case item(String)
    }

    /// A sentence without the profile's name.
    public var reason: String {
        switch mark {
        case .tenant: "\(place) has its tenant's id"
        case .domain(let domain): "\(place) names \(domain), a domain of its tenant"
        case .user(let name): "\(place) names a \(TenantDomains.domain(of: name) ?? name) user"
        case .sharePoint(let host): "\(place) is on the SharePoint of \(host.tenantName)"
        case .item: "\(place) was last used with it"
        }
    }

    /// How it names a tenant, in lower case; nil for an item, which only leads to one.
    var tenantName: String? {
        switch mark {
        case .tenant(let name), .domain(let name): name.lowercased()
        case .user(let name): TenantDomains.domain(of: name)
        case .sharePoint(let host): host.name
        case .item: nil
        }
    }

    func points(at profile: Profile, given usageHistory: UsageHistory) -> Bool {
        let domains = TenantDomains(of: profile, given: usageHistory)
        switch mark {
        case .tenant(let id): return id.lowercased() == profile.tenantID.lowercased()
        case .domain(let domain): return domains.contains(domain)
        case .user(let name):
            return name.lowercased() == profile.username.lowercased()
                || TenantDomains.domain(of: name).map(domains.contains) == true
        case .sharePoint(let host): return host.isOf(domains) || usageHistory.wasUsed(host.name, with: profile.name)
        case .item(let id): return usageHistory.wasUsed(id, with: profile.name)
        }
    }
}
