import AccountProfiles
import ArgumentParser
import AuthCore
import HTTPTransport

/// The argument of `acct open`.
enum OpenTarget: ExpressibleByArgument {
    case service(MicrosoftService)
    case page(String)

    init?(argument: String) {
        self = MicrosoftService(rawValue: argument.lowercased()).map(Self.service) ?? .page(argument)
    }

    var defaultValueDescription: String { text }

    /// The argument as it is typed.
    var text: String {
        switch self {
        case .service(let service): service.rawValue
        case .page(let url): url
        }
    }

    /// Checks what no profile changes: that the argument is a service or an https address.
    ///
    /// - Throws: `Failure` of kind `usage`.
    func requirePage() throws {
        guard case .page(let url) = self else { return }
        guard url.contains("://") else { throw Failure.unknownService(url) }
        guard try HTTPOrigin(parsing: url)?.scheme == "https", try ServerText.isSafeToOpen(url, hasParameters: true)
        else {
            throw Failure.notAPage(url)
        }
    }

    /// The opening of the page as the ladder sees it. Profiles that have no such page are ruled out.
    ///
    /// - Parameter usernames: those of the profiles, in lower case. An address can name one of them.
    func action(amongUsernames usernames: Set<String>) -> Action {
        switch self {
        case .service(let service):
            var action = Action(unsupportedKinds: service.unsupportedKinds, topic: "open/\(service.rawValue)")
            action.impossibleKinds = Set(action.unsupportedKinds.keys)
            return action
        case .page(let url):
            var action = Action(tokenFor: url)
            action.givesToken = false
            // The path is no request, but part of the address that rules match.
            action.aliases = Self.addresses(ofPage: url, on: action.hosts)
            action.unsupportedKinds = [.app: MicrosoftService.reasonAgainstApps]
            action.impossibleKinds = [.app]
            if let (kinds, clouds) = MicrosoftService.limits(ofPage: url) {
                action.unsupportedKinds.merge(kinds) { first, _ in first }
                action.clouds = clouds
            }
            action.hints += TenantHint.tenants(inPage: url, usernames: usernames)
            action.topic = "open"
            return action
        }
    }

    /// The page as it is written, and at `dev.azure.com` where it is one of an organization's other hosts.
    private static func addresses(ofPage url: String, on hosts: [String]) -> [Action.Address] {
        let path = path(ofPage: url)
        let written = Action.Address(hosts: hosts, path: path)
        guard let name = HTTPOrigin(url: url)?.host, let host = RemoteHost(name), host.isAzureDevOps,
            name != RemoteHost.azureDevOpsHost
        else { return [written] }
        let organization = host.organizationLabel.map { "/\($0)" } ?? ""
        return [written, Action.Address(hosts: [RemoteHost.azureDevOpsHost], path: organization + (path ?? "/"))]
    }

    /// The path of the page with its leading slash; nil where the URL has none.
    private static func path(ofPage url: String) -> String? {
        let page = PageAddress.split(url).page
        guard let scheme = page.firstRange(of: "://") else { return nil }
        let path = page[scheme.upperBound...].drop { $0 != "/" }
        return path.isEmpty ? nil : String(path)
    }

    /// The address to open.
    ///
    /// - Parameter domains: those of the profile's tenant that are known; in lower case.
    func url(for profile: Profile, domains: Set<String>?) throws -> String {
        switch self {
        case .service(let service): return try service.url(for: profile, domains: domains ?? [])
        case .page(let url):
            if profile.kind == .app { throw Failure.noPage(nil, of: profile) }
            return MicrosoftService.completing(url, for: profile)
        }
    }
}

extension TenantHint {
    /// The tenants that the address of a page names: in its query, in its path, or in its fragment, as those of the Azure
    /// portal do (`#@contoso.com/resource/…`).
    fileprivate static func tenants(inPage url: String, usernames: Set<String>) -> [TenantHint] {
        let (_, query, fragment) = PageAddress.split(url)
        /// The username of a profile means its account, that of anybody else the tenant.
        func hint(user name: String, at place: String) -> TenantHint {
            TenantHint(usernames.contains(name.lowercased()) ? .account(name) : .user(name), at: place)
        }
        let inQuery = query.dropFirst().split(separator: "&").compactMap { field -> TenantHint? in
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let place = "\(parts[0])=\(parts[1])"
            switch parts[0].lowercased() {
            // Links of Teams, Defender and Power BI, those of partners to Exchange, and those to a sign-in.
            case "tenantid", "tid", "ctid", "delegatedorg", "tenant", "domain_hint", "whr", "realm":
                return TenantHint(tenant: parts[1], at: place)
            case "login_hint": return hint(user: PercentEncoding.decode(parts[1]), at: place)
            default: return nil
            }
        }
        let inFragment = fragment.hasPrefix("#@") ? fragment.dropFirst(2).prefix { $0 != "/" && $0 != "?" } : ""
        let inPath = MicrosoftService.tenantInPath(of: url) ?? ""
        let mailbox = MicrosoftService.mailboxInPath(of: url)
        return inQuery
            + [TenantHint(tenant: inFragment, at: "#@\(inFragment)"), TenantHint(tenant: inPath, at: "/\(inPath)")]
            .compactMap(\.self) + (mailbox.map { [hint(user: $0, at: "/\($0)")] } ?? [])
    }

    /// Nil for text that is no id or domain of a tenant.
    private init?(tenant text: Substring, at place: String) {
        guard let name = TenantName(text) else { return nil }
        self.init(name.isDomain ? .domain(name.text) : .visitedTenant(name.text), at: place)
    }
}
