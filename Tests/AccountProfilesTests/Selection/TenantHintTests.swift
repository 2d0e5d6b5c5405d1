import AuthCore
import Testing

@testable import AccountProfiles

/// Each hint by itself: the profiles it points at, and its reason.
@Suite struct TenantHintTests {
    struct Pointing: Sendable {
        let kind: TenantHint.HintKind
        var place = "x"
        var learned = UsageHistory()
        let profiles: [String]
        let predicate: String
    }

    private static func sharePoint(_ host: String) throws -> TenantHint.HintKind {
        .sharePoint(try #require(SharePointHost(host)))
    }

    static let plain: [Pointing] = [
        Pointing(
            kind: .tenant(Cast.tailspinID), place: "organization/\(Cast.tailspinID)", profiles: ["gov"],
            predicate: "was inferred from organization/\(Cast.tailspinID), which has its tenant's id"),
        Pointing(
            kind: .tenant(Cast.fabrikamID), profiles: ["fabrikam", "guest"],
            predicate: "was inferred from x, which has its tenant's id"),
        Pointing(
            kind: .tenant("00000000-0000-0000-0000-000000000000"), profiles: [],
            predicate: "was inferred from x, which has its tenant's id"),
        Pointing(
            kind: .domain("tailspin.example"), place: "domains/tailspin.example", profiles: ["gov"],
            predicate: "was inferred from tailspin.example, a domain of its tenant"),
        Pointing(
            kind: .user("dana@fabrikam.example"), place: "users/dana@fabrikam.example", profiles: ["fabrikam"],
            predicate: "was inferred from dana@fabrikam.example"),
        Pointing(
            kind: .user("alice@outlook.example"), profiles: ["home"],
            predicate: "was inferred from alice@outlook.example"),
        Pointing(
            // The guest signs in with that address, too: it is who is named.
            kind: .user("alice@contoso.example"), profiles: ["work", "admin", "guest", "audit"],
            predicate: "was inferred from alice@contoso.example"),
        Pointing(kind: .user("nobody"), profiles: [], predicate: "was inferred from nobody"),
        Pointing(
            kind: .item("AAMk"), place: "messages/AAMk", learned: .used("AAMk", with: "home", "gov"),
            profiles: ["gov", "home"], predicate: "was inferred from messages/AAMk, which was last used with it"),
        Pointing(kind: .item("AAMk"), profiles: [], predicate: "was inferred from x, which was last used with it"),
        Pointing(
            kind: .domain("c.example"), learned: .domains([Cast.contosoID: ["c.example"]]),
            profiles: ["work", "admin", "daemon", "audit"],
            predicate: "was inferred from c.example, a domain of its tenant"),
    ]

    @Test(arguments: plain)
    func hintMatchesTheProfilesItNames(_ pointing: Pointing) throws {
        let hint = TenantHint(pointing.kind, at: pointing.place)
        let profiles = try Cast.names.map(Cast.profile).filter { hint.matches($0, given: pointing.learned) }
        #expect(profiles.map(\.name.text) == pointing.profiles)
        #expect(hint.predicate == pointing.predicate)
    }

    @Test func hostMatchesItsTenantOrTheProfilesThatUsedIt() throws {
        let hint = TenantHint(try Self.sharePoint("fabrikam-my.sharepoint.com"), at: "fabrikam-my.sharepoint.com")
        #expect(hint.predicate == "was inferred from fabrikam-my.sharepoint.com")
        let fabrikam = try Cast.profile("fabrikam")
        let gov = try Cast.profile("gov")
        #expect(hint.matches(fabrikam, given: UsageHistory()))
        #expect(!hint.matches(gov, given: UsageHistory()))
        #expect(hint.matches(gov, given: .used("fabrikam-my.sharepoint.com", with: "gov")))
        let other = UsageHistory.domains([Cast.fabrikamID: ["fab.onmicrosoft.com"]])
        #expect(!hint.matches(fabrikam, given: other))
    }

    static let tenantNames: [(profile: String, domains: Set<String>, name: String)] = [
        ("work", [], "contoso.example"), ("guest", [], Cast.fabrikamID),
        ("guest", ["fabrikam.onmicrosoft.com"], "fabrikam.onmicrosoft.com"),
        ("guest", ["fabrikam.onmicrosoft.com", "fabrikam-gmbh.example"], "fabrikam-gmbh.example"),
        ("home", [], "consumers"), ("daemon", [], Cast.contosoID), ("issuer", [], ""),
    ]

    @Test(arguments: tenantNames)
    func tenantHasADisplayName(profile: String, domains: Set<String>, name: String) throws {
        let profile = try Cast.profile(profile)
        #expect(UsageHistory.domains([profile.tenantID: domains]).tenantName(of: profile) == name)
    }
}
