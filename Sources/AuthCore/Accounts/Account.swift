import HTTPTransport

/// The identity of a signed-in user or app: a home account id within one environment.
///
/// A username is never a key: it can change, and one address can be a work and a personal account at once.
public struct AccountID: Hashable, Sendable {
    /// `uid.utid` of `client_info`; the ID token's `sub` where an issuer sends no `client_info`.
    public let homeAccountID: String

    /// The login host of the cloud, such as `login.microsoftonline.com`. For any other OpenID Connect issuer, the issuer
    /// URL without its scheme, because a subject is unique only within its issuer; with the resource of the tokens where
    /// one is named, as ``Authority/environment`` says.
    public let environment: String

    public init(homeAccountID: String, environment: String) {
        self.homeAccountID = homeAccountID
        self.environment = environment
    }

    /// The tenant that the account belongs to, `utid` of `uid.utid`; nil for an id of another form.
    public var homeTenantID: String? {
        guard let dot = homeAccountID.lastIndex(of: ".") else { return nil }
        return String(homeAccountID[homeAccountID.index(after: dot)...])
    }
}

extension AccountID {
    /// `app:{client id}.{tenant}`: ends with the tenant like a user's id, and begins like none.
    static func application(clientID: String, tenantID: String, environment: String) -> AccountID {
        AccountID(
            homeAccountID: applicationPrefix + clientID + (tenantID.isEmpty ? "" : ".\(tenantID)"),
            environment: environment)
    }

    /// Whether this is the account of an app rather than of a user.
    public var isApplication: Bool { homeAccountID.hasPrefix(Self.applicationPrefix) }

    private static let applicationPrefix = "app:"
}

/// A signed-in account with everything known of it that is not a secret.
public struct Account: Hashable, Sendable {
    public let id: AccountID
    /// The account in each tenant that it has signed in to; never empty.
    public let tenantProfiles: [TenantProfile]

    public init(id: AccountID, tenantProfiles: [TenantProfile]) {
        self.id = id
        self.tenantProfiles = tenantProfiles
    }

    /// The username in the home tenant, or in the only known tenant. For display.
    public var username: String { shown?.username ?? "" }

    public var displayName: String { shown?.displayName ?? "" }

    public func tenantProfile(in tenantID: String) -> TenantProfile? {
        tenantProfiles.first { $0.tenantID.equalsIgnoringASCIICase(tenantID) }
    }

    private var shown: TenantProfile? {
        id.homeTenantID.flatMap(tenantProfile(in:)) ?? tenantProfiles.first
    }
}

/// An account as one tenant knows it. A guest has an object id, and sometimes a username, of its own in each tenant.
public struct TenantProfile: Hashable, Sendable {
    /// The tenant's GUID; empty for an issuer without tenants.
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
