import AccountProfiles
import AuthCore
import HTTPTransport

/// A service of Microsoft with pages for people. The man page acct-pages(7) has the sources of the addresses.
enum MicrosoftService: String, CaseIterable {
    case portal, entra, admin, outlook, teams, sharepoint, account

    /// The way in which an address of the service names the tenant and the account.
    private enum Form {
        /// `https://HOST/TENANT`
        case path
        /// `https://HOST/…?NAME=VALUE`: the names for the tenant and for the account.
        case query(tenant: String?, account: String)
    }

    private var form: Form {
        switch self {
        case .portal, .entra: .path
        case .admin, .outlook, .sharepoint: .query(tenant: nil, account: "login_hint")
        case .teams, .account: .query(tenant: "tenantId", account: "login_hint")
        }
    }

    /// The page without tenant and account; nil where a cloud has none. SharePoint's has another host for each tenant.
    private func page(in cloud: Cloud) -> String? {
        switch (self, cloud) {
        case (.portal, .global): "https://portal.azure.com/"
        case (.portal, .usgov), (.portal, .dod): "https://portal.azure.us/"
        case (.portal, .china): "https://portal.azure.cn/"
        case (.entra, .global): "https://entra.microsoft.com/"
        case (.entra, .usgov), (.entra, .dod): "https://entra.microsoft.us/"
        case (.entra, .china): "https://entra.microsoftonline.cn/"
        case (.admin, .global): "https://admin.microsoft.com/"
        case (.admin, .usgov): "https://portal.office365.us/adminportal/home"
        case (.admin, .dod): "https://portal.apps.mil/adminportal/home"
        case (.admin, .china): "https://portal.partner.microsoftonline.cn/adminportal/home"
        case (.outlook, .global): "https://outlook.office.com/mail/"
        case (.outlook, .usgov): "https://outlook.office365.us/mail/"
        case (.outlook, .dod): "https://webmail.apps.mil/mail/"
        case (.outlook, .china): "https://partner.outlook.cn/mail/"
        case (.teams, .global): "https://teams.microsoft.com/"
        case (.teams, .usgov): "https://gov.teams.microsoft.us/"
        case (.teams, .dod): "https://dod.teams.microsoft.us/"
        case (.teams, .china): nil
        case (.account, .global): "https://myaccount.microsoft.com/"
        case (.account, .usgov), (.account, .dod): "https://myaccount.microsoft.us/"
        case (.account, .china): "https://myaccount.windowsazure.cn/"
        case (.sharepoint, _): nil
        }
    }

    /// The clouds in which the service has pages on a host.
    private func clouds(of origin: HTTPOrigin) -> Set<Cloud> {
        Set(Cloud.allCases.filter { page(in: $0).flatMap { HTTPOrigin(url: $0) } == origin })
    }

    /// The page of a personal account, which is in no tenant.
    private var personalPage: String? {
        switch self {
        case .portal: "https://portal.azure.com/"
        case .outlook: "https://outlook.live.com/mail/"
        case .teams: "https://teams.live.com/"
        case .account: "https://account.microsoft.com/"
        case .entra, .admin, .sharepoint: nil
        }
    }

    /// The kinds of profile that have no such page, each with the reason as a sentence.
    var unsupportedKinds: [Profile.Kind: String] {
        var reasons: [Profile.Kind: String] = [
            .app: Self.reasonAgainstApps, .oidc: "its issuer is not the Microsoft identity platform",
        ]
        if personalPage == nil { reasons[.personal] = "\(rawValue) has no page for personal accounts" }
        return reasons
    }

    static let reasonAgainstApps = "it is an app, which has no browser session"

    /// The address for a profile's account in its tenant.
    ///
    /// - Parameter domains: those of the tenant that are known; in lower case.
    /// - Throws: `Failure` for a service without a page for the profile.
    func url(for profile: Profile, domains: Set<String>) throws -> String {
        if unsupportedKinds[profile.kind] != nil { throw Failure.noPage(self, of: profile) }
        guard let cloud = Cloud(of: profile) else { throw Failure.noMicrosoftCloud(of: profile) }
        if profile.kind == .personal {
            guard let page = personalPage else { throw Failure.noPage(self, of: profile) }
            return self == .outlook ? PageAddress.adding([("login_hint", profile.loginHint)], to: page) : page
        }
        if self == .sharepoint {
            guard let host = SharePointHost.root(ofTenantWith: domains, in: cloud) else {
                throw Failure.unknownSharePointHost(of: profile)
            }
            return "https://\(host)/"
        }
        guard let page = page(in: cloud) else { throw Failure.noPage(self, in: cloud, of: profile) }
        return naming(profile, in: page)
    }

    /// The page with the tenant and the account, where it does not name them already.
    private func naming(_ profile: Profile, in page: String) -> String {
        switch form {
        case .path: PageAddress.inserting(profile.tenantID, into: page)
        case .query(let tenant, let account):
            PageAddress.adding(
                (tenant.map { [($0, profile.tenantID)] } ?? []) + [(account, profile.loginHint)], to: page)
        }
    }

    /// A typed address, with the tenant and the account if it is on the host of a service in the profile's cloud.
    static func completing(_ url: String, for profile: Profile) -> String {
        guard profile.kind == .work, let cloud = Cloud(of: profile), let origin = HTTPOrigin(url: url) else {
            return url
        }
        let service = allCases.first { service in
            service.page(in: cloud).flatMap { HTTPOrigin(url: $0) } == origin
        }
        return service?.naming(profile, in: url) ?? url
    }
}

extension MicrosoftService {
    /// The kinds of profile that have no page on the host of an address, and the clouds of the others; nil for a host that
    /// no service has.
    static func limits(ofPage url: String) -> (unsupportedKinds: [Profile.Kind: String], clouds: Set<Cloud>)? {
        guard let origin = HTTPOrigin(url: url) else { return nil }
        let personalOnly = "\(origin.host) is for personal accounts"
        if origin.host.hasSuffix(".live.com") {
            // Outlook, Teams, OneDrive and the account's own pages.
            return (account.unsupportedKinds.merging([.work: personalOnly]) { $1 }, [.global])
        }
        for service in allCases {
            let clouds = service.clouds(of: origin)
            let isPersonal = service.personalPage.flatMap { HTTPOrigin(url: $0) } == origin
            guard isPersonal || !clouds.isEmpty else { continue }
            var kinds = service.unsupportedKinds
            if clouds.isEmpty { kinds[.work] = personalOnly }
            return (kinds, isPersonal ? clouds.union([.global]) : clouds)
        }
        return nil
    }

    /// The tenant in the path, where the address is on a host that has it there.
    ///
    /// The sign-in, the Azure portal and the admin centers built on it begin their paths with the tenant. The pages of the
    /// Power Platform name an environment, and a tenant's first one is called `Default-TENANT`.
    static func tenantInPath(of url: String) -> Substring? {
        guard let origin = HTTPOrigin(url: url) else { return nil }
        let segments = pathSegments(of: url)
        if powerPlatformDomains.contains(where: { "." + origin.host == $0 || origin.host.hasSuffix($0) }) {
            return segments.first { $0.hasPrefix("Default-") }?.dropFirst("Default-".count)
        }
        let hasTenant =
            Cloud(loginHost: origin.host) != nil || intuneHosts.contains(origin.host)
            || [portal, entra].contains { !$0.clouds(of: origin).isEmpty }
        return hasTenant ? segments.first : nil
    }

    private static let intuneHosts: Set = ["intune.microsoft.com", "intune.microsoft.us", "endpoint.microsoft.com"]
    private static let powerPlatformDomains = [
        ".powerapps.com", ".powerautomate.com", ".powerplatform.microsoft.com", ".copilotstudio.microsoft.com",
    ]

    /// The mailbox that a page of Outlook on the web shows: `/mail/dana@contoso.com/inbox`.
    static func mailboxInPath(of url: String) -> String? {
        guard let origin = HTTPOrigin(url: url),
            !outlook.clouds(of: origin).isEmpty || origin.host == "outlook.office365.com"
        else { return nil }
        let name = pathSegments(of: url).dropFirst().first.map { PercentEncoding.decode($0) } ?? ""
        return name.contains("@") ? name : nil
    }

    private static func pathSegments(of url: String) -> ArraySlice<Substring> {
        PageAddress.split(url).page.split(separator: "/").dropFirst(2)
    }
}

extension Profile {
    /// The username for a sign-in page; empty for the name of a guest in the tenant, which no sign-in page takes.
    fileprivate var loginHint: String { username.contains("#EXT#") ? "" : username }
}
