import AccountProfiles
import AccountStore
import AuthCore

/// Tools name the tenant of a token, and a profile acts in one tenant.
extension Services {
    /// The profile itself where it acts in the tenant, else the profile of the same account and client that does. In place
    /// of a read-only profile no other stands.
    ///
    /// - Parameter tenant: a GUID or a domain; nil for the profile's own tenant.
    /// - Throws: `Failure` where there is no such profile.
    func tenantProfile(of profile: Profile, in tenant: String?) throws -> Profile {
        guard let tenant = tenant?.lowercased(), try !isTenant(tenant, of: profile) else { return profile }
        let others = try profiles.profiles(of: profile.account).filter {
            $0.clientID == profile.clientID && (profile.mode == .readWrite || $0.mode == .readOnly)
        }
        guard let other = try others.first(where: { try isTenant(tenant, of: $0) }) else {
            throw Failure.noProfile(of: profile, inTenant: tenant)
        }
        return other
    }

    /// Whether the text is the id of the profile's tenant, its name in the authority or one of its verified domains.
    private func isTenant(_ tenant: String, of profile: Profile) throws -> Bool {
        let id = profile.tenantID.lowercased()
        if tenant == id || tenant == profile.authority.tenant?.lowercased() { return true }
        return try usage.tenantDomains(of: [id])[id]?.contains(tenant) == true
    }
}
