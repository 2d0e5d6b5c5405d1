import FoundationEssentials

/// What earlier sign-ins, answers and uses have taught, as far as it concerns one action.
public struct UsageHistory: Hashable, Sendable {
    /// The verified domains of tenants, by tenant id; all in lower case.
    public var domains: [String: Set<String>]
    /// The profiles that things with these ids were used with. SharePoint hosts are remembered the same way.
    public var items: [String: Set<ProfileName>]
    /// The profiles that hold a permission which is enough for the action, each with that permission.
    public var holders: [ProfileName: String]
    /// How often and how lately each profile did this kind of thing; more is more.
    public var frecency: [ProfileName: Double]

    public init(
        domains: [String: Set<String>] = [:], items: [String: Set<ProfileName>] = [:],
        holders: [ProfileName: String] = [:], frecency: [ProfileName: Double] = [:]
    ) {
        self.domains = domains
        self.items = items
        self.holders = holders
        self.frecency = frecency
    }

    /// The likeliest first; those that were never used keep their order.
    public func ranked(_ profiles: [Profile]) -> [Profile] {
        let scores = profiles.map { frecency[$0.name] ?? 0 }
        return profiles.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.map { profiles[$0] }
    }

    /// What people call a profile's tenant: one of its domains, the one of its own rather than the initial one; its id
    /// where none is known.
    public func tenantName(of profile: Profile) -> String {
        if profile.kind == .personal { return "consumers" }
        let names = TenantDomains(of: profile, given: self).names
        let shortestFirst = names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        return shortestFirst.first { !SharePointHost.isInitialDomain($0) } ?? shortestFirst.first ?? profile.tenantID
    }

    func wasUsed(_ item: String, with profile: ProfileName) -> Bool {
        items[item]?.contains(profile) == true
    }
}

/// One use of a profile.
public struct ProfileUse: Hashable, Sendable {
    public let profile: ProfileName
    /// The kind of action, such as `me/messages`; empty for a token of the profile's own. Nil where only the time of the
    /// use is recorded: the action failed, or was part of a read over many profiles.
    public let topic: String?
    /// The ids of items that the profile may use, SharePoint hosts among them.
    public let items: [String]
    public let time: Date

    public init(of profile: ProfileName, for topic: String? = nil, items: [String] = [], at time: Date) {
        self.profile = profile
        self.topic = topic
        self.items = items
        self.time = time
    }
}
