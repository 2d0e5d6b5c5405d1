import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import HTTPTransport

/// `acct open`: open a Microsoft service as an account, in the account's own browser.
struct Open: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open a Microsoft service in the account's browser.",
        discussion: """
            Opens the page in the browser that the profile remembers (acct add --browser, acct edit --browser), or \
            else in $BROWSER or with xdg-open. The address names the tenant and the account, as far as the service \
            documents that, and never holds a token. The browser may ask for a sign-in.

              acct open                        the Azure portal
              acct open outlook -p home
              acct open entra --print
              acct open 'https://contoso.sharepoint.com/sites/team'

            The services are portal (Azure), entra, admin (Microsoft 365), outlook, teams, sharepoint and account. \
            acct-pages(7) lists their addresses in each cloud. An https address is opened too: on the host of a \
            service, the tenant and the account are added where they are missing; elsewhere it stays as it is. A page \
            of a tenant without a profile opens as the profile that acts here, because partners open the tenants of \
            their customers.
            """)

    @Argument(
        help: ArgumentHelp("The service, or an https address.", valueName: "service"),
        completion: .list(MicrosoftService.allCases.map(\.rawValue)))
    var target = OpenTarget.service(.portal)

    @OptionGroup
    var profile: ProfileOption

    @Flag(help: "Print the address instead of opening it.")
    var print = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        let usernames = try services.profiles.profiles().map { $0.username.lowercased() }
        let action = target.action(amongUsernames: Set(usernames))
        let selected = try services.selector.select(profile.name, for: action).profile
        let url = try target.url(for: selected, domains: services.usage.tenantDomains()[selected.tenantID.lowercased()])
        if print || json.json {
            try services.output.print(Opened(profile: selected.name.text, url: url), asJSON: json.json)
        }
        guard !print else { return }
        // The browser is a command of the profile, which is run.
        try services.profiles.requireUnaltered(selected)
        do {
            try await open(url, as: selected, services)
        } catch {
            throw Failure(pageNotOpened: error, target: target.text, as: selected.name)
        }
        try services.usageRecorder.record(action, as: selected, served: [])
    }

    private func open(_ url: String, as profile: Profile, _ services: Services) async throws(AuthError) {
        let browser = try Browser(command: profile.browser, environment: services.environment)
        services.output.note("Opening the browser as \(profile.nameAndUsername).")
        try await browser.start(url)
    }

    private struct Opened: CommandOutput {
        let profile, url: String
        func text(for terminal: Terminal) -> String { url }
    }
}

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

    /// The opening of the page as the ladder sees it. Profiles that have no such page are ruled out.
    ///
    /// - Parameter usernames: those of the profiles, in lower case. An address can name one of them.
    func action(amongUsernames usernames: Set<String>) -> Action {
        switch self {
        case .service(let service):
            return Action(unsupportedKinds: service.unsupportedKinds, topic: "open/\(service.rawValue)")
        case .page(let url):
            var action = Action(tokenFor: url)
            action.givesToken = false
            // The path is no request, but part of the address that rules match.
            action.aliases = [Action.Address(hosts: action.hosts, path: Self.path(ofPage: url))]
            action.unsupportedKinds = [.app: MicrosoftService.reasonAgainstApps]
            if let (kinds, clouds) = MicrosoftService.limits(ofPage: url) {
                action.unsupportedKinds.merge(kinds) { first, _ in first }
                action.clouds = clouds
            }
            action.hints += TenantHint.tenants(inPage: url, usernames: usernames)
            action.topic = "open"
            return action
        }
    }

    /// With its leading slash; nil where there is none.
    private static func path(ofPage url: String) -> String? {
        let address = MicrosoftService.split(url).address.prefix { $0 != "?" }
        guard let scheme = address.firstRange(of: "://") else { return nil }
        let path = address[scheme.upperBound...].drop { $0 != "/" }
        return path.isEmpty ? nil : String(path)
    }

    /// The address to open.
    ///
    /// - Parameter domains: those of the profile's tenant that are known; in lower case.
    func url(for profile: Profile, domains: Set<String>?) throws -> String {
        switch self {
        case .service(let service): return try service.url(for: profile, domains: domains ?? [])
        case .page(let url):
            guard url.contains("://") else { throw Failure.unknownService(url) }
            guard try HTTPOrigin(parsing: url)?.scheme == "https", try ServerText.isPage(url, hasParameters: true)
            else {
                throw Failure.notAPage(url)
            }
            if profile.kind == .app { throw Failure.noPage(nil, of: profile) }
            return MicrosoftService.completing(url, for: profile)
        }
    }
}

extension TenantHint {
    /// The tenants that the address of a page names: in its query, as links of Teams and Defender do, and in the path or in
    /// the fragment, as those of the Azure portal do (`#@contoso.com/resource/…`).
    fileprivate static func tenants(inPage url: String, usernames: Set<String>) -> [TenantHint] {
        let (address, fragment) = MicrosoftService.split(url)
        let query = address.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let inQuery = query.split(separator: "&").compactMap { field -> TenantHint? in
            let parts = field.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let place = "\(parts[0])=\(parts[1])"
            switch parts[0].lowercased() {
            case "tenantid", "tid": return TenantHint(tenant: parts[1], at: place)
            case "login_hint":
                let name = PercentEncoding.decode(parts[1])
                return TenantHint(usernames.contains(name.lowercased()) ? .account(name) : .user(name), at: place)
            default: return nil
            }
        }
        let inFragment = fragment.hasPrefix("#@") ? fragment.dropFirst(2).prefix { $0 != "/" && $0 != "?" } : ""
        let inPath = MicrosoftService.tenantInPath(of: url) ?? ""
        return inQuery
            + [TenantHint(tenant: inFragment, at: "#@\(inFragment)"), TenantHint(tenant: inPath, at: "/\(inPath)")]
            .compactMap(\.self)
    }

    /// Nil for text that is no id or domain of a tenant.
    private init?(tenant text: Substring, at place: String) {
        guard let name = TenantName(text) else { return nil }
        self.init(name.isDomain ? .domain(name.text) : .visitedTenant(name.text), at: place)
    }
}
