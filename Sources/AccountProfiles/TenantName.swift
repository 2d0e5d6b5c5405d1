import AuthCore
import HTTPTransport

/// The name of a tenant in rules and `.acct` files: its GUID, or one of its domains.
public struct TenantName: Hashable, Sendable {
    /// In lower case.
    public let text: String

    /// Nil for anything else, such as a name without a dot.
    public init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        guard Self.isGUID(text) || Self.isDomain(text) else { return nil }
        self.text = text
    }

    private static func isGUID(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.joined().allSatisfy(\.isHexDigit)
    }

    /// Labels of letters, digits and inner hyphens (RFC 1123 section 2.1), at least two.
    private static func isDomain(_ text: String) -> Bool {
        let hyphen = UInt8(ascii: "-")
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count > 1 && text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == hyphen }
            }
    }
}

/// The known domains of a profile's tenant: those of the usage history, and that of its own user principal name.
struct TenantDomains {
    /// In lower case.
    let names: Set<String>

    init(of profile: Profile, given usageHistory: UsageHistory) {
        var names = usageHistory.domains[profile.tenantID.lowercased()] ?? []
        if let own = Self.ownDomain(profile) { names.insert(own) }
        self.names = names
    }

    func contains(_ domain: String) -> Bool { names.contains(domain.lowercased()) }

    /// The part of a user principal name after its last `@`, in lower case; nil where there is none.
    static func domain(of userPrincipalName: String) -> String? {
        guard let at = userPrincipalName.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let domain = userPrincipalName[at...].dropFirst().lowercased()
        return domain.isEmpty ? nil : domain
    }

    /// The domain of the profile's own username. The username of a guest is an address in another tenant, unless the
    /// tenant has made it a user principal name of its own (`dana_contoso.example#EXT#@fabrikam.example`).
    private static func ownDomain(_ profile: Profile) -> String? {
        guard profile.kind == .work else { return nil }
        let isAtHome = profile.account.homeTenantID?.lowercased() == profile.tenantID.lowercased()
        guard isAtHome || profile.username.uppercased().contains("#EXT#@") else { return nil }
        return domain(of: profile.username)
    }
}

extension Profile {
    /// - Parameter tenant: a GUID or a domain.
    func isIn(tenant: String, given usageHistory: UsageHistory) -> Bool {
        tenant.lowercased() == tenantID.lowercased() || TenantDomains(of: self, given: usageHistory).contains(tenant)
    }
}
