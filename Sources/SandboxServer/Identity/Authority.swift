/// The first segment of an identity platform path: whose accounts may sign in there.
enum Authority: Equatable {
    case common
    case organizations
    case consumers
    case tenant(Tenant)

    init?(_ segment: String, in world: World) {
        switch segment.lowercased() {
        case "common": self = .common
        case "organizations": self = .organizations
        case "consumers": self = .consumers
        default:
            guard let tenant = world.tenant(named: segment) else { return nil }
            // The tenant of personal accounts and `consumers` mean the same thing.
            self = tenant.isPersonal ? .consumers : .tenant(tenant)
        }
    }

    /// What the endpoints of this authority have in their path: a domain name turns into its tenant's id.
    var pathSegment: String {
        switch self {
        case .common: "common"
        case .organizations: "organizations"
        case .consumers: "consumers"
        case .tenant(let tenant): tenant.id
        }
    }

    /// The tenant of the issuer, or the placeholder that stands for whichever tenant the account turns out to have.
    var issuerTenant: String {
        switch self {
        case .common, .organizations: "{tenantid}"
        case .consumers: Tenant.personal.id
        case .tenant(let tenant): tenant.id
        }
    }

    /// The identity an account acts as when it signs in here, nil if it cannot.
    func identity(of account: Account) -> Identity? {
        switch self {
        case .common: account.homeIdentity
        case .organizations: account.isPersonal ? nil : account.homeIdentity
        case .consumers: account.isPersonal ? account.homeIdentity : nil
        case .tenant(let tenant): account.identity(in: tenant)
        }
    }
}
