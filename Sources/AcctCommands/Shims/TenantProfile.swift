import AccountProfiles
import AccountStore
import AuthCore

/// Tools name the tenant of a token, and a profile acts in one tenant.
extension Services {
    /// The profile itself where it acts in the tenant, else the profile of the same account and client that does. A read-only
    /// profile is replaced by a read-only one only.
    ///
    /// - Parameter tenant: a GUID or a domain; nil, `organizations` or `common` for the profile's own tenant.
    /// - Throws: `Failure` where there is no such profile.
    func tenantProfile(of profile: Profile, in tenant: String?) throws -> Profile {
        guard let tenant = tenant?.lowercased(), !["organizations", "common"].contains(tenant) else { return profile }
        let names = TenantNames(try usage.tenantDomains(), and: try profiles.profiles())
        guard !names.isTenant(tenant, of: profile) else { return profile }
        let others = try profiles.profiles(of: profile.account).filter {
            $0.clientID == profile.clientID && (profile.mode == .readWrite || $0.mode == .readOnly)
        }
        guard let other = others.first(where: { names.isTenant(tenant, of: $0) }) else {
            throw Failure.noProfile(of: profile, inTenant: tenant)
        }
        return other
    }
}
