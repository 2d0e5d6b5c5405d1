import AuthCore

/// The domains known to be a profile's tenant's: learned ones, and the one in its own user principal name.
struct TenantDomains {
    /// In lower case.
    let names: Set<String>

    init(of profile: Profile, given usageHistory: UsageHistory) {
        var names = usageHistory.domains[profile.tenantID.lowercased()] ?? []
        if let own = TenantDomains.own(profile) { names.insert(own) }
        self.names = names
    }

    func contains(_ domain: String) -> Bool { names.contains(domain.lowercased()) }

    /// The part of a user principal name after its last `@`, in lower case; nil where there is none.
    static func domain(of userPrincipalName: String) -> String? {
        guard let at = userPrincipalName.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let domain = userPrincipalName[at...].dropFirst().lowercased()
        return domain.isEmpty ? nil : domain
    }

    /// A guest hints in with an address of another tenant, unless the tenant made it a name of its own
    /// (`dana_contoso.example#EXT#@fabrikam.example`).
    private static func own(_ profile: Profile) -> String? {
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
