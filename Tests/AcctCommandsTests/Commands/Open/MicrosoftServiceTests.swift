import AccountProfiles
import ArgumentParser
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct MicrosoftServiceTests {
    private static let tenant = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"

    private func profile(
        _ cloud: Cloud = .global, kind: Profile.Kind = .work, username: String = "dana+x@contoso.com"
    ) throws -> Profile {
        var profile = try Profile.work(graph: cloud.graph)
        profile.kind = kind
        profile.username = username
        profile.tenantID = kind == .personal ? Authority.personalTenantID : Self.tenant
        profile.authority = try Authority(cloud: cloud, tenant: profile.tenantID)
        return profile
    }

    private func failure<Value>(_ body: () throws -> Value) -> Failure? {
        do {
            _ = try body()
            return nil
        } catch {
            return Failure(error)
        }
    }

    @Test(arguments: [
        (MicrosoftService.portal, Cloud.global, "https://portal.azure.com/\(tenant)"),
        (.portal, .usgov, "https://portal.azure.us/\(tenant)"), (.portal, .dod, "https://portal.azure.us/\(tenant)"),
        (.portal, .china, "https://portal.azure.cn/\(tenant)"),
        (.entra, .global, "https://entra.microsoft.com/\(tenant)"),
        (.entra, .china, "https://entra.microsoftonline.cn/\(tenant)"),
        (.admin, .global, "https://admin.microsoft.com/?login_hint=dana%2Bx%40contoso.com"),
        (.admin, .dod, "https://portal.apps.mil/adminportal/home?login_hint=dana%2Bx%40contoso.com"),
        (.outlook, .global, "https://outlook.office.com/mail/?login_hint=dana%2Bx%40contoso.com"),
        (.outlook, .china, "https://partner.outlook.cn/mail/?login_hint=dana%2Bx%40contoso.com"),
        (
            .teams, .global,
            "https://teams.microsoft.com/?tenantId=\(tenant)&login_hint=dana%2Bx%40contoso.com"
        ),
        (.teams, .usgov, "https://gov.teams.microsoft.us/?tenantId=\(tenant)&login_hint=dana%2Bx%40contoso.com"),
        (
            .account, .global,
            "https://myaccount.microsoft.com/?tenantId=\(tenant)&login_hint=dana%2Bx%40contoso.com"
        ),
        (.sharepoint, .global, "https://contoso.sharepoint.com/"),
        (.sharepoint, .usgov, "https://contoso.sharepoint.us/"),
    ])
    func addressNamesTenantAndAccount(service: MicrosoftService, cloud: Cloud, url: String) throws {
        let domains: Set<String> = ["contoso.com", "contoso.onmicrosoft.com"]
        #expect(try service.url(for: profile(cloud), domains: domains) == url)
    }

    @Test(arguments: [
        (MicrosoftService.portal, "https://portal.azure.com/" as String?),
        (.outlook, "https://outlook.live.com/mail/?login_hint=sam%40outlook.com"), (.teams, "https://teams.live.com/"),
        (.account, "https://account.microsoft.com/"), (.entra, nil), (.admin, nil), (.sharepoint, nil),
    ])
    func personalAccountsHaveOtherPages(service: MicrosoftService, url: String?) throws {
        let sam = try profile(kind: .personal, username: "sam@outlook.com")
        if let url {
            #expect(try service.url(for: sam, domains: []) == url)
        } else {
            let found = failure { try service.url(for: sam, domains: []) }
            #expect(found?.kind == .usage && found?.message.contains("no page for personal accounts") == true)
        }
    }

    @Test func serviceThatACloudLacksIsAnError() throws {
        let chinese = try profile(.china)
        let found = failure { try MicrosoftService.teams.url(for: chinese, domains: []) }
        #expect(found?.message.contains("teams has no page in the cloud china") == true)
        #expect(found?.command == "acct list")
    }

    @Test func unknownSharePointHostNamesTheCommandThatLearnsIt() throws {
        let work = try profile()
        let found = failure { try MicrosoftService.sharepoint.url(for: work, domains: ["contoso.com"]) }
        #expect(found?.command == "acct graph /organization -p work")
    }

    @Test(arguments: [Profile.Kind.app, .oidc])
    func otherKindsHaveNoPages(kind: Profile.Kind) throws {
        let other = try profile(kind: kind)
        for service in MicrosoftService.allCases {
            #expect(failure { try service.url(for: other, domains: []) }?.kind == .usage)
        }
    }

    @Test func authorityOutsideOfMicrosoftHasNoKnownPages() throws {
        let found = failure { try MicrosoftService.portal.url(for: .work(), domains: []) }
        #expect(found?.message.contains("belongs to no cloud of Microsoft") == true)
    }

    @Test func nameOfAGuestInTheTenantIsNoHint() throws {
        let guest = try profile(username: "sam_outlook.com#EXT#@contoso.onmicrosoft.com")
        #expect(try MicrosoftService.outlook.url(for: guest, domains: []) == "https://outlook.office.com/mail/")
    }

    @Test(arguments: [
        ("https://portal.azure.com", "https://portal.azure.com/\(tenant)"),
        ("https://portal.azure.com/#view/x", "https://portal.azure.com/\(tenant)#view/x"),
        ("https://portal.azure.com?x=1#view/x", "https://portal.azure.com/\(tenant)?x=1#view/x"),
        ("https://portal.azure.com/?x=a/b", "https://portal.azure.com/\(tenant)?x=a/b"),
        ("https://portal.azure.com/other.com?x=1", "https://portal.azure.com/other.com?x=1"),
        ("https://portal.azure.com/other.com/#view/x", "https://portal.azure.com/other.com/#view/x"),
        ("https://portal.azure.com/#@other.com/resource/x", "https://portal.azure.com/#@other.com/resource/x"),
        (
            "https://teams.microsoft.com/l/team/1?tenantId=t#f",
            "https://teams.microsoft.com/l/team/1?tenantId=t&login_hint=dana%2Bx%40contoso.com#f"
        ),
        ("https://outlook.office.com/mail/?login_hint=a", "https://outlook.office.com/mail/?login_hint=a"),
        ("https://contoso.sharepoint.com/sites/x", "https://contoso.sharepoint.com/sites/x"),
        ("https://portal.azure.us/", "https://portal.azure.us/"),
        ("https://example.com/?a=1", "https://example.com/?a=1"),
        ("https://portal.azure.com.example/", "https://portal.azure.com.example/"),
        ("https://portal.azure.com:444/", "https://portal.azure.com:444/"),
    ])
    func typedAddressIsCompletedOnTheHostOfAServiceOnly(typed: String, url: String) throws {
        #expect(try OpenTarget.page(typed).url(for: profile(), domains: nil) == url)
    }

    @Test(arguments: [
        "http://portal.azure.com/", "file:///etc/passwd", "javascript://x", "https://a b", "https://a/'b'", "ftp://a/",
        "https://user@portal.azure.com/", "portal.azure.com", "nonsense", "--help", "",
    ])
    func otherAddressesAreRefused(typed: String) {
        #expect(failure { try OpenTarget.page(typed).requirePage() }?.kind == .usage)
    }

    @Test func linkOfTeamsPointsAtItsTenant() throws {
        let action = OpenTarget.page("https://teams.microsoft.com/l/team/1?groupId=2&tenantId=\(Self.tenant)")
            .action(amongUsernames: [])
        #expect(action.hints == [TenantHint(.visitedTenant(Self.tenant), at: "tenantId=\(Self.tenant)")])
        #expect(action.clouds.isEmpty || action.clouds == [.global])
        #expect(!action.isWrite)
    }

    @Test(arguments: [
        ("https://portal.azure.com/#@contoso.com/resource/x", "contoso.com", "#@contoso.com"),
        ("https://portal.azure.com/\(tenant)#view/x", tenant, "/\(tenant)"),
        ("https://entra.microsoft.us/contoso.com?x=1", "contoso.com", "/contoso.com"),
        ("https://security.microsoft.com/x?tid=\(tenant)", tenant, "tid=\(tenant)"),
        ("https://login.microsoftonline.com/\(tenant)/adminconsent?client_id=x", tenant, "/\(tenant)"),
        ("https://intune.microsoft.com/\(tenant)/#home", tenant, "/\(tenant)"),
        ("https://app.powerbi.com/groups/me/list?ctid=\(tenant)", tenant, "ctid=\(tenant)"),
        ("https://admin.exchange.microsoft.com/?delegatedOrg=a.com#/x", "a.com", "delegatedOrg=a.com"),
        ("https://make.powerapps.com/environments/Default-\(tenant)/home", tenant, "/\(tenant)"),
    ])
    func pagePointsAtTheTenantThatItNames(url: String, tenant: String, place: String) {
        let kind = tenant.contains(".") ? TenantHint.HintKind.domain(tenant) : .visitedTenant(tenant)
        #expect(OpenTarget.page(url).action(amongUsernames: []).hints == [TenantHint(kind, at: place)])
    }

    @Test(arguments: [
        "https://portal.azure.com/", "https://portal.azure.com/#view/x@contoso.com", "https://example.com/contoso.com",
        "https://portal.azure.com/#@", "https://portal.azure.com/home?tid=x",
        "https://login.microsoftonline.com/common/oauth2/v2.0/logout", "https://outlook.office.com/mail/inbox/id/AA",
        "https://example.com/mail/dana@contoso.com", "https://example.com/environments/Default-\(tenant)",
        "https://make.powerapps.com/environments/Default-x/home",
    ])
    func pageWithoutATenantPointsAtNone(url: String) {
        #expect(OpenTarget.page(url).action(amongUsernames: []).hints.isEmpty)
    }

    /// The username of a profile means its account, that of anybody else the tenant.
    @Test(arguments: [
        ("Frank@contoso.com", TenantHint.HintKind.account("Frank@contoso.com")),
        ("eve@contoso.com", .user("eve@contoso.com")),
    ])
    func signInHintOfAPageNamesAnAccount(name: String, kind: TenantHint.HintKind) {
        let page = OpenTarget.page("https://outlook.office.com/mail/?login_hint=\(name)")
        #expect(
            page.action(amongUsernames: ["frank@contoso.com"]).hints == [TenantHint(kind, at: "login_hint=\(name)")])
    }

    @Test(arguments: [
        ("Frank@contoso.com", TenantHint.HintKind.account("Frank@contoso.com")),
        ("support@contoso.com", .user("support@contoso.com")),
    ])
    func mailboxInThePathNamesAnAccount(name: String, kind: TenantHint.HintKind) {
        for host in ["outlook.office.com", "outlook.office365.com", "outlook.office365.us"] {
            let page = OpenTarget.page("https://\(host)/mail/\(name)/inbox")
            #expect(page.action(amongUsernames: ["frank@contoso.com"]).hints == [TenantHint(kind, at: "/\(name)")])
        }
    }

    @Test(
        arguments: [
            ("https://entra.microsoft.com/#view/x", [.app, .oidc, .personal], [.global]),
            ("https://outlook.live.com/mail/0", [.app, .oidc, .work], [.global]),
            ("https://onedrive.live.com/?id=x", [.app, .oidc, .work], [.global]),
            ("https://portal.azure.com/x", [.app, .oidc], [.global]),
            ("https://gov.teams.microsoft.us/x", [.app, .oidc], [.usgov]),
            ("https://example.com/", [.app], []),
        ] as [(String, Set<Profile.Kind>, Set<Cloud>)])
    func pageOfAServiceHasTheLimitsOfTheService(url: String, kinds: Set<Profile.Kind>, clouds: Set<Cloud>) {
        let action = OpenTarget.page(url).action(amongUsernames: [])
        #expect(Set(action.unsupportedKinds.keys) == kinds)
        #expect(action.clouds == clouds)
    }

    @Test func serviceIsFoundInAnyCase() {
        #expect(OpenTarget(argument: "Outlook")?.text == "outlook")
        #expect(OpenTarget(argument: "https://a.example/X")?.text == "https://a.example/X")
    }
}
