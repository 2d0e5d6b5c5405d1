import AuthCore
import Testing

@testable import AccountProfiles

/// Each hint by itself: the profiles it points at, and its reason.
@Suite struct TenantHintTests {
    struct Pointing: Sendable {
        let kind: TenantHint.HintKind
        var place = "x"
        var learned = UsageHistory()
        /// Nil where nothing is known of the owner.
        let profiles: [String]?
        var predicate: String?
    }

    static let plain: [Pointing] = [
        Pointing(
            kind: .tenant(SampleProfiles.tailspinID), place: "organization/\(SampleProfiles.tailspinID)",
            profiles: ["gov"],
            predicate: "was inferred from organization/\(SampleProfiles.tailspinID), which has its tenant's id"),
        Pointing(
            kind: .tenant(SampleProfiles.fabrikamID.uppercased()), profiles: ["fabrikam", "guest"],
            predicate: "was inferred from x, which has its tenant's id"),
        // An id is the surest knowledge of a tenant, also of one without a profile.
        Pointing(
            kind: .tenant("aaaaaaaa-0000-4000-8000-000000000001"), profiles: [],
            predicate: "was inferred from x, which has its tenant's id"),
        Pointing(kind: .visitedTenant("aaaaaaaa-0000-4000-8000-000000000001"), profiles: nil),
        Pointing(
            kind: .visitedTenant(SampleProfiles.tailspinID), profiles: ["gov"],
            predicate: "was inferred from x, which has its tenant's id"),
        Pointing(
            kind: .domain("tailspin.example"), profiles: ["gov"],
            predicate: "was inferred from tailspin.example, a domain of its tenant"),
        Pointing(
            kind: .user("dana@fabrikam.example"), profiles: ["fabrikam", "guest"],
            predicate: "was inferred from dana@fabrikam.example"),
        Pointing(
            kind: .user("alice@outlook.example"), profiles: ["home"],
            predicate: "was inferred from alice@outlook.example"),
        // The guest signs in with that address at home; in the other tenant it is nobody's user principal name.
        Pointing(
            kind: .user("alice@contoso.example"), profiles: ["work", "admin", "daemon", "audit"],
            predicate: "was inferred from alice@contoso.example"),
        Pointing(kind: .user("nobody"), profiles: nil), Pointing(kind: .item("AAMk"), profiles: nil),
        // An id that two tenants have served is no hint.
        Pointing(kind: .item("AAMk"), learned: .used("AAMk", with: "home", "gov"), profiles: nil),
        Pointing(
            kind: .item("AAMk"), place: "groups/AAMk", learned: .used("AAMk", with: "admin"),
            profiles: ["work", "admin", "daemon", "audit"],
            predicate: "was inferred from groups/AAMk, which its tenant has served before"),
        Pointing(
            kind: .ownItem("AAMk"), place: "messages/AAMk", learned: .used("me/AAMk", with: "admin"),
            profiles: ["admin"],
            predicate: "was inferred from messages/AAMk, which its account was served before"),
        // Read in the mailbox of somebody in the tenant, it may be anybody's there.
        Pointing(
            kind: .ownItem("AAMk"), place: "messages/AAMk", learned: .used("AAMk", with: "admin"),
            profiles: ["work", "admin", "daemon", "audit"],
            predicate: "was inferred from messages/AAMk, which its tenant has served before"),
        Pointing(
            kind: .item("AAMk"), place: "messages/AAMk", learned: .used("me/AAMk", with: "admin"),
            profiles: ["work", "admin", "daemon", "audit"],
            predicate: "was inferred from messages/AAMk, which its tenant has served before"),
        Pointing(
            kind: .item("AAMk"), place: "drives/AAMk", learned: .used("AAMk", with: "home"), profiles: ["home"],
            predicate: "was inferred from drives/AAMk, which its tenant has served before"),
        Pointing(kind: .item("AAMk"), learned: .used("AAMk", with: "removed"), profiles: nil),
        // An id is known in any case.
        Pointing(
            kind: .item("CA401000-6E7F"), learned: .used("ca401000-6e7f", with: "gov"), profiles: ["gov"],
            predicate: "was inferred from x, which its tenant has served before"),
        Pointing(
            kind: .directoryObject("ca401000-6e7f"), learned: .used("ca401000-6e7f", with: "gov"), profiles: ["gov"],
            predicate: "was inferred from x, which its tenant has served before"),
        Pointing(
            kind: .domain("c.example"), learned: .domains([SampleProfiles.contosoID: ["c.example"]]),
            profiles: ["work", "admin", "daemon", "audit"],
            predicate: "was inferred from c.example, a domain of its tenant"),
    ]

    @Test(arguments: plain)
    func hintPointsAtTheProfilesOfItsOwner(_ pointing: Pointing) throws {
        let hint = TenantHint(pointing.kind, at: pointing.place)
        let resolved = try Self.resolve(hint, pointing.learned)
        #expect(resolved?.profiles == pointing.profiles.map { Set($0.compactMap { try? ProfileName($0) }) })
        #expect(resolved?.predicate == pointing.predicate)
        #expect(resolved?.isGuess != true)
    }

    private static func resolve(
        _ hint: TenantHint, _ history: UsageHistory, of names: [String] = SampleProfiles.names
    ) throws -> ResolvedHint? {
        let profiles = try names.map(SampleProfiles.profile)
        return ResolvedHint(
            hint, among: profiles, tenants: KnownTenants(of: profiles, history), history: history)
    }

    /// An id of its own account, at home: a guest has another id in the tenant that it visits.
    @Test func objectIDOfAnAccountPointsAtItsHomeTenant() throws {
        let guest = try SampleProfiles.profile("guest")
        let home = try #require(guest.account.homeTenantID)
        let id = String(guest.account.homeAccountID.dropLast(home.count + 1))
        let hint = TenantHint(.item(id), at: "users/\(id)")
        #expect(try Self.resolve(hint, UsageHistory(), of: ["guest", "home"])?.tenants == [home.lowercased()])
        #expect(try Self.resolve(hint, UsageHistory(), of: ["guest", "home"])?.profiles == [])
    }

    /// A guest who signs in with a code or with Google has the inviting tenant as home tenant, and a mail address as username.
    @Test func mailProviderIsNoDomainOfATenant() throws {
        for (address, isKnown) in [("joe@gmail.com", false), ("joe@Outlook.com", false), ("joe@fabrikam.com", true)] {
            var guest = try SampleProfiles.profile("fabrikam")
            guest.username = address
            let domain = try #require(KnownTenants.domain(of: address))
            let known = KnownTenants(of: [guest, try SampleProfiles.profile("work")], UsageHistory())
            #expect(known.tenants(named: domain) == (isKnown ? [SampleProfiles.fabrikamID] : []))
        }
    }

    /// Its service does not say in which tenant the machine is.
    @Test func nothingSpeaksAgainstTheCurrentProfileOfAMachine() throws {
        var machine = try SampleProfiles.profile("daemon")
        machine.tenantID = ManagedIdentityID.tenantID
        let work = try SampleProfiles.profile("work")
        for (profiles, current, expected) in [
            ([machine, work], "daemon", ["daemon", "work"]), ([machine, work], "work", ["work"]),
            ([machine], "daemon", nil),
        ] as [([Profile], String, [String]?)] {
            let resolved = ResolvedHint(
                TenantHint(.domain("contoso.example"), at: "x"), among: profiles, current: try ProfileName(current),
                tenants: KnownTenants(of: profiles, UsageHistory()), history: UsageHistory())
            #expect(resolved?.profiles.map(\.text).sorted() == expected)
        }
    }

    struct Host: Sendable {
        let name: String
        var learned = UsageHistory()
        let profiles: [String]?
        var isGuess = false
    }

    static let hosts: [Host] = [
        Host(name: "fabrikam-my.sharepoint.com", profiles: ["fabrikam", "guest"], isGuess: true),
        Host(
            name: "fab.sharepoint.com", learned: .domains([SampleProfiles.fabrikamID: ["fab.onmicrosoft.com"]]),
            profiles: ["fabrikam", "guest"]),
        // Where the initial domain is known, a host that resembles another domain of the tenant is not its own.
        Host(
            name: "fabrikam.sharepoint.com", learned: .domains([SampleProfiles.fabrikamID: ["fab.onmicrosoft.com"]]),
            profiles: nil),
        // The initial domain of another cloud is another tenant's.
        Host(
            name: "fab.sharepoint.us", learned: .domains([SampleProfiles.fabrikamID: ["fab.onmicrosoft.com"]]),
            profiles: nil),
        Host(name: "odd.sharepoint.com", learned: .used("odd.sharepoint.com", with: "gov"), profiles: ["gov"]),
        Host(
            name: "odd.sharepoint.com", learned: .used("odd.sharepoint.com", with: "gov", "work"), profiles: nil),
        Host(name: "northwind.sharepoint.com", profiles: nil),
    ]

    @Test(arguments: hosts)
    func sharePointHostPointsAtItsTenant(_ host: Host) throws {
        let kind = TenantHint.HintKind.sharePoint(try #require(SharePointHost(host.name)))
        let resolved = try Self.resolve(TenantHint(kind, at: host.name), host.learned)
        #expect(resolved?.profiles == host.profiles.map { Set($0.compactMap { try? ProfileName($0) }) })
        #expect((resolved?.isGuess ?? false) == host.isGuess)
        if host.isGuess { #expect(resolved?.predicate.hasPrefix("was guessed from \(host.name)") == true) }
    }

    /// Nobody has said that the tenant has this domain, although most have one with the label of another.
    @Test(arguments: [
        TenantHint.HintKind.domain("Fabrikam.onmicrosoft.com"), .user("x_y#EXT#@fabrikam.onmicrosoft.com"),
    ])
    func unknownInitialDomainIsAGuess(kind: TenantHint.HintKind) throws {
        let resolved = try #require(try Self.resolve(TenantHint(kind, at: "x"), UsageHistory()))
        #expect(Set(resolved.profiles.map(\.text)) == ["fabrikam", "guest"])
        #expect(resolved.isGuess)
        #expect(resolved.predicate == "was guessed from x, which resembles a domain of its tenant")
        let known = UsageHistory.domains([SampleProfiles.fabrikamID: ["fab.onmicrosoft.com"]])
        let unrelated = try Self.resolve(TenantHint(kind, at: "x"), known)
        #expect(unrelated == nil)
    }

    @Test func idOfADirectoryObjectIsNotLearned() {
        #expect(TenantHint(.directoryObject("A1"), at: "x").historyKeys == ["a1", "me/a1"])
        #expect(TenantHint(.directoryObject("A1"), at: "x").learnedKey == nil)
        #expect(TenantHint(.item("A1"), at: "x").learnedKey == "a1")
        #expect(TenantHint(.ownItem("A1"), at: "x").learnedKey == "me/a1")
    }

    @Test func homeTenantOfAGuestIsKnownWithoutAProfileInIt() throws {
        for kind in [
            TenantHint.HintKind.user("bob@contoso.example"), .domain("contoso.example"),
            .tenant(SampleProfiles.contosoID),
        ] {
            let resolved = try #require(
                try Self.resolve(TenantHint(kind, at: "x"), UsageHistory(), of: ["guest", "gov"]))
            #expect(resolved.profiles.isEmpty)
            #expect(resolved.tenants == [SampleProfiles.contosoID])
        }
    }

    static let tenantNames: [(profile: String, domains: Set<String>, name: String)] = [
        ("work", [], "contoso.example"), ("guest", [], SampleProfiles.fabrikamID),
        ("guest", ["fabrikam.onmicrosoft.com"], "fabrikam.onmicrosoft.com"),
        ("guest", ["fabrikam.onmicrosoft.com", "fabrikam-gmbh.example"], "fabrikam-gmbh.example"),
        ("home", [], "consumers"), ("daemon", [], SampleProfiles.contosoID), ("issuer", [], ""),
    ]

    @Test(arguments: tenantNames)
    func tenantHasADisplayName(profile: String, domains: Set<String>, name: String) throws {
        let profile = try SampleProfiles.profile(profile)
        #expect(TenantNames([profile.tenantID: domains]).name(of: profile) == name)
    }
}
