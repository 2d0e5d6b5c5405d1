/// Whose accounts may sign in, and at which of the emulated services: mostly the first segment of a path.
enum Authority: Equatable {
    case common
    case organizations
    case consumers
    case tenant(Tenant)
    /// Contoso's own federation service.
    case federation
    case userFlow(UserFlow)
    /// The tenant of Woodgrove's customers.
    case customers

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
        case .federation: "adfs"
        case .userFlow(let flow): flow.path
        case .customers: Tenant.woodgrove.id
        }
    }

    /// The tenant of the issuer, or the placeholder that stands for whichever tenant the account turns out to have.
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

    /// The identity an account acts as when it signs in here, nil if it cannot.
    func identity(of account: Account) -> Identity? {
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
