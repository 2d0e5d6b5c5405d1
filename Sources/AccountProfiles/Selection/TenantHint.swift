import AuthCore

/// A part of an action that addresses something of a tenant or an account, and so says whose profile is meant.
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
        /// The GUID of the tenant of a page in the browser. An account of another tenant may open it too, as partners with
        /// delegated administration do, so that it is no hint where no profile is in the tenant.
        case visitedTenant(String)
        case domain(String)
        /// A user principal name.
        case user(String)
        /// The username of the account that is meant.
        case account(String)
        case sharePoint(SharePointHost)
        /// The host in a sharing link. Several tenants may be able to open it, so a success teaches nothing of the host.
        case sharingLink(SharePointHost)
        /// The id of a group, site or other item of a tenant. Its tenant is known from the usage history alone.
        case item(String)
        /// The id of an item below `/me`, which belongs to the account that it was served to.
        case ownItem(String)
        /// The id of a directory object of any type. The same id may be in every tenant, so it is looked up among the known
        /// items, and is not learned as one.
        case directoryObject(String)
    }

    /// Whether the hint names the account itself: then no other may act.
    var isAccount: Bool {
        if case .account = kind { true } else { false }
    }

    fileprivate var isOwnItem: Bool {
        if case .ownItem = kind { true } else { false }
    }

    /// The name of the tenant, in lower case; nil for a kind that names none.
    var tenantName: String? {
        switch kind {
        case .tenant(let name), .visitedTenant(let name), .domain(let name): name.lowercased()
        case .user(let name): KnownTenants.domain(of: name)
        case .account, .sharePoint, .sharingLink, .item, .ownItem, .directoryObject: nil
        }
    }

    /// The first label of an initial domain that the hint names: `contoso` of `contoso.onmicrosoft.com` and of
    /// `contoso.sharepoint.com`. A tenant often has another domain that begins with it.
    var initialLabel: String? {
        if let host = sharePointHost { return host.tenantName }
        return tenantName.flatMap { SharePointHost.isInitialDomain($0) ? String($0.prefix { $0 != "." }) : nil }
    }

    /// The keys of the usage history for what the hint addresses: that of the tenant's item, and that of the account's.
    ///
    /// The same message is an item of an account below `/me`, and one of the tenant below `/users`, where others may read it
    /// too. Ids are compared without case, since GUIDs are written in either. Of two ids that differ in case alone, as those
    /// of messages can, both are of one mailbox.
    public var historyKeys: [String] { [tenantKey, accountKey].compactMap(\.self) }

    /// The key that a success is recorded with; nil where it teaches neither the tenant nor the account.
    public var learnedKey: String? {
        switch kind {
        case .ownItem: accountKey
        case .item, .sharePoint: tenantKey
        case .tenant, .visitedTenant, .domain, .user, .account, .directoryObject, .sharingLink: nil
        }
    }

    var tenantKey: String? {
        switch kind {
        case .item(let id), .ownItem(let id), .directoryObject(let id): id.lowercased()
        case .sharePoint(let host), .sharingLink(let host): host.name
        case .tenant, .visitedTenant, .domain, .user, .account: nil
        }
    }

    var accountKey: String? {
        switch kind {
        case .item(let id), .ownItem(let id), .directoryObject(let id): "me/\(id.lowercased())"
        case .sharePoint, .sharingLink, .tenant, .visitedTenant, .domain, .user, .account: nil
        }
    }

    public var sharePointHost: SharePointHost? {
        switch kind {
        case .sharePoint(let host), .sharingLink(let host): host
        case .tenant, .visitedTenant, .domain, .user, .account, .item, .ownItem, .directoryObject: nil
        }
    }
}

/// A hint of which something is known, with the profiles that it points at.
struct ResolvedHint {
    let hint: TenantHint
    /// The profiles of the tenant or account; empty where the tenant is known and no profile is in it.
    let profiles: Set<ProfileName>
    /// The ids of the tenants that the hint names; empty for a hint at an account or at an item.
    let tenants: Set<String>
    /// The ids of the tenants of the profiles that were served the item; empty for any other hint.
    let itemOwners: Set<String>
    /// Whether names merely resemble each other: a guess decides no write and no token.
    let isGuess: Bool
    /// Whether the item is known as one of an account, and not only of a tenant.
    private let isOfAccount: Bool

    /// - Parameters:
    ///   - profiles: all that there are, also those that cannot do the action.
    ///   - current: the current profile; nil without one.
    /// - Returns: nil for a hint of which nothing is known, and for an item that two tenants have served.
    init?(
        _ hint: TenantHint, among profiles: [Profile], current: ProfileName? = nil, tenants known: KnownTenants,
        history: UsageHistory
    ) {
        self.hint = hint
        var tenants: Set<String> = []
        var members: [Profile] = []
        var owners: [Profile] = []
        var isGuess = false
        switch hint.kind {
        case .tenant(let name), .domain(let name): tenants = known.tenants(named: name)
        case .visitedTenant(let id): tenants = known.has(id: id) ? [id.lowercased()] : []
        case .user(let name):
            tenants = hint.tenantName.map(known.tenants(named:)) ?? []
            // Before its first sign-in a profile may be the user's, unless it is for another tenant than the user's.
            members = profiles.filter {
                ($0.kind == .personal || !$0.hasAccount && (tenants.isEmpty || $0.tenantID.isEmpty))
                    && $0.username.lowercased() == name.lowercased()
            }
        case .account(let name): members = profiles.filter { $0.username.lowercased() == name.lowercased() }
        case .sharePoint(let host), .sharingLink(let host):
            tenants = known.tenants(named: host.initialDomain)
            if tenants.isEmpty { owners = history.owners(of: hint.historyKeys, among: profiles, by: \.tenantOwner) }
        case .item(let id), .directoryObject(let id):
            owners = history.owners(of: hint.historyKeys, among: profiles, by: \.tenantOwner)
            if owners.isEmpty { tenants = Set(profiles.compactMap { $0.homeTenant(ofObject: id) }) }
        case .ownItem:
            owners = history.owners(of: [hint.accountKey].compactMap(\.self), among: profiles, by: \.accountOwner)
        }
        isOfAccount = !owners.isEmpty && hint.isOwnItem
        if hint.isOwnItem, owners.isEmpty {
            owners = history.owners(of: [hint.tenantKey].compactMap(\.self), among: profiles, by: \.tenantOwner)
        }
        members += owners
        if tenants.isEmpty, members.isEmpty, let label = hint.initialLabel {
            tenants = known.tenants(resembling: label)
            isGuess = true
        }
        guard !tenants.isEmpty || !members.isEmpty || hint.isAccount else { return nil }
        if !tenants.isEmpty { members += profiles.filter { tenants.contains($0.tenantID.lowercased()) } }
        // Nothing speaks against the current profile where its tenant is not known.
        if !hint.isAccount { members += profiles.filter { $0.name == current && $0.isOfMachine } }
        (self.tenants, self.isGuess) = (tenants, isGuess)
        itemOwners = Set(owners.map { $0.tenantID.lowercased() })
        self.profiles = Set(members.map(\.name))
    }

    /// The reason for a profile that it points at, without a subject.
    var predicate: String {
        switch hint.kind {
        case _ where isGuess: "was guessed from \(hint.place), which resembles a domain of its tenant"
        case .tenant, .visitedTenant: "was inferred from \(hint.place), which has its tenant's id"
        case .domain(let domain): "was inferred from \(domain), a domain of its tenant"
        case .user(let name): "was inferred from \(name)"
        case .account(let name): "has the username \(name)"
        case .sharePoint(let host), .sharingLink(let host):
            tenants.isEmpty
                ? "was inferred from \(host.name), which its tenant has served before"
                : "was inferred from \(host.name), a host of its tenant"
        case .ownItem where isOfAccount: "was inferred from \(hint.place), which its account was served before"
        case .item, .ownItem, .directoryObject:
            tenants.isEmpty
                ? "was inferred from \(hint.place), which its tenant has served before"
                : "was inferred from \(hint.place), an account of its tenant"
        }
    }

    /// The reason against a profile that it does not point at, as a sentence.
    var objection: String {
        switch hint.kind {
        case _ where isGuess: "\(hint.place) resembles a domain of another tenant"
        case .ownItem where isOfAccount: "\(hint.place) belongs to another account"
        case .account: "\(hint.place) is another account"
        case .tenant, .visitedTenant, .domain, .user, .sharePoint, .sharingLink, .item, .ownItem, .directoryObject:
            "\(hint.place) belongs to another tenant"
        }
    }
}

/// The owner of an item.
private enum ItemOwner: Hashable {
    case tenant(String)
    case account(AccountID, tenant: String)
}

extension Profile {
    /// All personal accounts have one tenant id, and accounts of other issuers none.
    fileprivate var tenantOwner: ItemOwner {
        kind == .work || kind == .app ? .tenant(tenantID.lowercased()) : accountOwner
    }

    /// The home tenant of the profile's account, where this is the account's id there; nil for any other id. A guest has
    /// another id in the profile's tenant, which is not known.
    fileprivate func homeTenant(ofObject id: String) -> String? {
        guard kind == .work, hasAccount, let home = account.homeTenantID?.lowercased(),
            account.homeAccountID.lowercased() == "\(id.lowercased()).\(home)"
        else { return nil }
        return home
    }

    fileprivate var accountOwner: ItemOwner { .account(account, tenant: tenantID.lowercased()) }
}

extension UsageHistory {
    /// The profiles of the one owner that has served the item with these keys; empty where none or several have.
    fileprivate func owners(
        of keys: [String], among profiles: [Profile], by owner: (Profile) -> ItemOwner
    ) -> [Profile] {
        let users = keys.reduce(into: Set<ProfileName>()) { $0.formUnion(items[$1] ?? []) }
        let owners = Set(profiles.filter { users.contains($0.name) }.map(owner))
        return owners.count == 1 ? profiles.filter { owners.contains(owner($0)) } : []
    }
}
