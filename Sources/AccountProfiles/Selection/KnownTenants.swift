import AuthCore
import HTTPTransport

/// The tenants that the profiles and the usage history tell of, with the domains of each.
///
/// The sources, from the surest: the domains in the usage history, which the tenant itself listed or a sign-in resolved;
/// the domain in a profile's authority, which somebody typed and the sign-in resolved; the domain of a member's own user
/// principal name; the domain of a guest's username, which belongs to the home tenant of the account; the domain of a
/// username that has not been signed in yet, unless those of two tenants have it. A domain belongs to one tenant, so that a
/// surer source overrules the others.
struct KnownTenants {
    /// The tenants of profiles, and the home tenants of guests; in lower case.
    private let ids: Set<String>
    /// Whether no profile can be in a tenant that is not among the ids. The tenant of a machine is not known, nor always that
    /// of a profile that was never signed in.
    private let isComplete: Bool
    /// The domains of each tenant by its id, all in lower case.
    private let domains: [String: Set<String>]
    /// The tenant of each domain.
    private let owners: [String: String]

    init(of profiles: [Profile], _ history: UsageHistory) {
        var owners: [String: String] = [:]
        var domains: [String: Set<String>] = [:]
        func learn(_ source: [(domain: String, tenant: String)]) {
            let new = source.filter { owners[$0.domain] == nil }
            for (domain, tenant) in new {
                owners[domain] = tenant
                domains[tenant, default: []].insert(domain)
            }
        }
        learn(history.domains.sorted { $0.key < $1.key }.flatMap { tenant, names in names.map { ($0, tenant) } })
        for source in [Self.typed, Self.own, Self.home] { learn(profiles.compactMap(source)) }
        let expected = Dictionary(grouping: profiles.compactMap(Self.expected), by: \.domain)
        learn(expected.values.filter { Set($0.map(\.tenant)).count == 1 }.map { $0[0] })
        (self.domains, self.owners) = (domains, owners)
        let ids = profiles.flatMap { [$0.tenantID, $0.account.homeTenantID ?? ""] }.map { $0.lowercased() }
        self.ids = Set(ids).subtracting([""])
        isComplete = profiles.allSatisfy { (!$0.tenantID.isEmpty && !$0.isOfMachine) || $0.kind == .oidc }
    }

    /// Those of no profile.
    static let none = KnownTenants(of: [], UsageHistory())

    /// The domains of a profile's tenant, in lower case.
    func domains(of profile: Profile) -> Set<String> { domains[profile.tenantID.lowercased()] ?? [] }

    /// The ids of the tenants that a GUID or a domain stands for, in lower case; empty for one of which nothing is known.
    /// A GUID stands for itself, with or without a profile in that tenant.
    func tenants(named name: String) -> Set<String> {
        let name = name.lowercased()
        guard name.isGUID else { return tenants { $0 == name } }
        return isComplete || ids.contains(name) ? [name] : []
    }

    /// Whether the id is that of a profile's tenant, or of a guest's home tenant.
    func has(id: String) -> Bool { ids.contains(id.lowercased()) }

    /// The ids of the tenants with a domain of this first label, where the initial domain is not known.
    func tenants(resembling label: String) -> Set<String> {
        tenants { Self.label(of: $0) == label }.filter {
            domains[$0]?.contains(where: SharePointHost.isInitialDomain) != true
        }
    }

    /// All names of a tenant: its id, and its domains.
    func names(of tenant: String) -> Set<String> { (domains[tenant] ?? []).union([tenant]) }

    /// A name of a tenant for people: the shortest of its domains, with the initial one last; nil where none is known.
    func displayName(of tenant: String) -> String? { Self.displayName(among: domains[tenant] ?? []) }

    /// The same for the tenant of a profile, with the domains that the profile itself tells of.
    func displayName(ofTenantOf profile: Profile) -> String? {
        let own = [Self.typed, Self.own, Self.expected].compactMap { $0(profile)?.domain }.filter { owners[$0] == nil }
        return Self.displayName(among: domains(of: profile).union(own))
    }

    private static func displayName(among domains: Set<String>) -> String? {
        let names = domains.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        return names.first { !SharePointHost.isInitialDomain($0) } ?? names.first
    }

    private func tenants(where matches: (String) -> Bool) -> Set<String> {
        Set(domains.filter { $0.value.contains(where: matches) }.keys)
    }

    private static func label(of domain: String) -> Substring { domain.prefix { $0 != "." } }

    private static func typed(_ profile: Profile) -> (domain: String, tenant: String)? {
        guard let name = profile.authority.tenant?.lowercased(), name.contains("."), !profile.tenantID.isEmpty,
            profile.kind != .personal
        else { return nil }
        return (name, profile.tenantID.lowercased())
    }

    private static func own(_ profile: Profile) -> (domain: String, tenant: String)? {
        guard profile.kind == .work, profile.hasAccount, profile.isMember,
            let domain = tenantDomain(of: profile.username)
        else { return nil }
        return (domain, profile.tenantID.lowercased())
    }

    /// The domain and tenant that a profile is to sign in to: before the first sign-in nothing says that the account is
    /// a guest.
    private static func expected(_ profile: Profile) -> (domain: String, tenant: String)? {
        guard profile.kind == .work, !profile.hasAccount, !profile.tenantID.isEmpty,
            let domain = tenantDomain(of: profile.username)
        else { return nil }
        return (domain, profile.tenantID.lowercased())
    }

    private static func home(_ profile: Profile) -> (domain: String, tenant: String)? {
        guard profile.kind == .work, profile.hasAccount, !profile.isMember,
            let home = profile.account.homeTenantID?.lowercased(),
            home != Authority.personalTenantID, let domain = tenantDomain(of: profile.username)
        else { return nil }
        return (domain, home)
    }

    /// The domains of mail providers. No tenant has them, but the address there is the username of a guest who signs in with a
    /// code or with Google, and whose home tenant is then the one that invited them.
    private static let mailProviders: Set = [
        "gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "yahoo.com", "aol.com",
        "icloud.com", "me.com", "mac.com", "proton.me", "protonmail.com", "gmx.net", "gmx.de", "web.de", "t-online.de",
        "orange.fr", "libero.it", "mail.ru", "yandex.ru", "qq.com", "163.com", "126.com", "naver.com", "fastmail.com",
        "zoho.com", "comcast.net",
    ]

    /// The domain of a username; nil for an address at a mail provider.
    private static func tenantDomain(of username: String) -> String? {
        domain(of: username).flatMap { mailProviders.contains($0) ? nil : $0 }
    }

    /// The part of a user principal name after its last `@`, in lower case; nil where there is none.
    static func domain(of userPrincipalName: String) -> String? {
        guard let at = userPrincipalName.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let domain = userPrincipalName[at...].dropFirst().lowercased()
        return domain.isEmpty ? nil : domain
    }
}

/// The names of the tenants of profiles.
public struct TenantNames: Sendable {
    private let known: KnownTenants

    /// - Parameters:
    ///   - domains: by tenant id; all in lower case.
    ///   - profiles: those whose usernames name their tenants, too.
    public init(_ domains: [String: Set<String>], and profiles: [Profile] = []) {
        known = KnownTenants(of: profiles, UsageHistory(domains: domains))
    }

    /// The domain of a profile's tenant, or else its id; empty for a managed identity, whose tenant is not known.
    public func name(of profile: Profile) -> String {
        if profile.isOfMachine { return "" }
        if profile.kind == .personal { return "consumers" }
        return domain(of: profile) ?? profile.tenantID
    }

    /// Whether the profile's tenant has this id, or a domain of this name.
    public func isTenant(_ name: String, of profile: Profile) -> Bool {
        let id = profile.tenantID.lowercased()
        return id == name.lowercased() || known.tenants(named: name).contains(id)
    }

    /// The shortest domain of a profile's tenant, with its initial domain last; nil where none is known.
    public func domain(of profile: Profile) -> String? {
        profile.kind == .personal ? nil : known.displayName(ofTenantOf: profile)
    }
}

extension Profile {
    /// Whether the username is a name of the profile's own tenant. The username of a guest is an address in another tenant,
    /// unless the tenant has made it a user principal name of its own (`dana_contoso.example#EXT#@fabrikam.example`).
    fileprivate var isMember: Bool {
        account.homeTenantID?.lowercased() == tenantID.lowercased()
            || username.uppercased().contains("#EXT#@")
    }
}
