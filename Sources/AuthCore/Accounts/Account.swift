/// What identifies a signed-in person or app: the home account id within one environment.
///
/// A username is shown to people but is never a key: it can change, and one address can be a work and a
/// personal account at once.
public struct AccountID: Hashable, Sendable {
    /// `uid.utid` from `client_info`; the ID token's `sub` where an issuer sends none.
    public let homeAccountID: String

    /// The login host of the cloud; for any other OpenID Connect issuer, the issuer without its scheme,
    /// because a subject is only unique within its issuer.
    public let environment: String

    public init(homeAccountID: String, environment: String) {
        self.homeAccountID = homeAccountID
        self.environment = environment
    }

    /// The tenant in which the account lives, where the id has the `uid.utid` form.
    public var homeTenantID: String? {
        guard let dot = homeAccountID.lastIndex(of: ".") else { return nil }
        return String(homeAccountID[homeAccountID.index(after: dot)...])
    }
}

/// A signed-in identity with everything known of it that is not a secret.
public struct Account: Hashable, Sendable {
    public let id: AccountID
    /// One for each tenant in which the account has signed in; never empty.
    public let tenantProfiles: [TenantProfile]

    public init(id: AccountID, tenantProfiles: [TenantProfile]) {
        self.id = id
        self.tenantProfiles = tenantProfiles
    }

    /// What to show: the username in the home tenant, or in the only tenant known.
    public var username: String { shown?.username ?? "" }

    public var displayName: String { shown?.displayName ?? "" }

    public func tenantProfile(in tenantID: String) -> TenantProfile? {
        tenantProfiles.first { $0.tenantID.caseInsensitiveEquals(tenantID) }
    }

    private var shown: TenantProfile? {
        id.homeTenantID.flatMap(tenantProfile(in:)) ?? tenantProfiles.first
    }
}

/// An account as one tenant knows it: a guest has another object id, and perhaps another username, in each.
public struct TenantProfile: Hashable, Sendable {
    /// The tenant's GUID; empty for an issuer that has no tenants.
    public let tenantID: String
    /// `oid` of the ID token, else `sub`.
    public let objectID: String
    public let username: String
    public let displayName: String

    public init(tenantID: String, objectID: String, username: String, displayName: String) {
        self.tenantID = tenantID
        self.objectID = objectID
        self.username = username
        self.displayName = displayName
    }
}
