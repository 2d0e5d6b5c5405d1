/// The authority of a request: the accounts that can sign in, and the product that serves it. Mostly the first path
/// segment.
enum SignInAuthority: Equatable {
    case common
    case organizations
    case consumers
    case tenant(Tenant)
    /// Contoso's AD FS.
    case federation
    case userFlow(UserFlow)
    /// Woodgrove's External ID tenant.
    case customers

    init?(_ segment: String, in seed: SeedData) {
        switch segment.lowercased() {
        case "common": self = .common
        case "organizations": self = .organizations
        case "consumers": self = .consumers
        default:
            guard let tenant = seed.tenant(named: segment) else { return nil }
            // The tenant id of personal accounts is the same authority as `consumers`.
            self = tenant.isPersonal ? .consumers : .tenant(tenant)
        }
    }

    /// The authority's path segment in endpoint URLs. A domain name is replaced by the tenant id, as Entra does.
    var pathSegment: String {
        switch self {
        case .common: "common"
        case .organizations: "organizations"
        case .consumers: "consumers"
        case .tenant(let tenant): tenant.id
        case .federation: "adfs"
        case .userFlow(let flow): flow.path
        case .customers: Tenant.woodgrove.id
        }
    }

    /// The tenant in the issuer, or the placeholder `{tenantid}` for authorities of several tenants.
    var issuerTenant: String {
        switch self {
        case .common, .organizations: "{tenantid}"
        case .consumers: Tenant.personal.id
        case .tenant(let tenant): tenant.id
        case .federation: Tenant.contoso.id
        case .userFlow(let flow): flow.tenant.id
        case .customers: Tenant.woodgrove.id
        }
    }

    /// The account's identity when it signs in at this authority; nil if it cannot.
    func identity(of account: DirectoryAccount) -> TenantIdentity? {
        switch self {
        case .common: account.home == .woodgrove ? nil : account.homeIdentity
        case .organizations: account.isPersonal || account.home == .woodgrove ? nil : account.homeIdentity
        case .consumers: account.isPersonal ? account.homeIdentity : nil
        case .tenant(let tenant): account.identity(in: tenant)
        case .federation: account.home == .contoso ? account.homeIdentity : nil
        case .userFlow(let flow): account.home == flow.tenant ? account.homeIdentity : nil
        case .customers: account.home == .woodgrove ? account.homeIdentity : nil
        }
    }
}
