import AuthCore
import Testing

@testable import AccountProfiles

/// Each sign by itself: at whom it points, and what it says it saw.
@Suite struct SignTests {
    struct Pointing: Sendable {
        let mark: TenantHint.HintKind
        var place = "x"
        var learned = UsageHistory()
        let profiles: [String]
        let reason: String
    }

    private static func sharePoint(_ host: String) throws -> TenantHint.HintKind {
        .sharePoint(try #require(SharePointHost(host)))
    }

    static let plain: [Pointing] = [
        Pointing(
            mark: .tenant(Cast.tailspinID), place: "organization/\(Cast.tailspinID)", profiles: ["gov"],
            reason: "organization/\(Cast.tailspinID) has its tenant's id"),
        Pointing(
            mark: .tenant(Cast.fabrikamID), profiles: ["fabrikam", "guest"], reason: "x has its tenant's id"),
        Pointing(
            mark: .tenant("00000000-0000-0000-0000-000000000000"), profiles: [], reason: "x has its tenant's id"),
        Pointing(
            mark: .domain("tailspin.example"), place: "domains/tailspin.example", profiles: ["gov"],
            reason: "domains/tailspin.example names tailspin.example, a domain of its tenant"),
        Pointing(
            mark: .user("dana@fabrikam.example"), place: "users/dana@fabrikam.example", profiles: ["fabrikam"],
            reason: "users/dana@fabrikam.example names a fabrikam.example user"),
        Pointing(
            mark: .user("alice@outlook.example"), profiles: ["home"], reason: "x names a outlook.example user"),
        Pointing(
            // The guest signs in with that address, too: it is who is named.
            mark: .user("alice@contoso.example"), profiles: ["work", "admin", "guest", "audit"],
            reason: "x names a contoso.example user"),
        Pointing(mark: .user("nobody"), profiles: [], reason: "x names a nobody user"),
        Pointing(
            mark: .item("AAMk"), place: "messages/AAMk", learned: .used("AAMk", with: "home", "gov"),
            profiles: ["gov", "home"], reason: "messages/AAMk was last used with it"),
        Pointing(mark: .item("AAMk"), profiles: [], reason: "x was last used with it"),
        Pointing(
            mark: .domain("c.example"), learned: .domains([Cast.contosoID: ["c.example"]]),
            profiles: ["work", "admin", "daemon", "audit"], reason: "x names c.example, a domain of its tenant"),
    ]

    @Test(arguments: plain)
    func pointsAtWhomItNames(_ pointing: Pointing) throws {
        let sign = TenantHint(pointing.mark, at: pointing.place)
        let profiles = try Cast.names.map(Cast.profile).filter { sign.points(at: $0, given: pointing.learned) }
        #expect(profiles.map(\.name.text) == pointing.profiles)
        #expect(sign.reason == pointing.reason)
    }

    @Test func aHostPointsAtItsTenantOrAtWhoUsedIt() throws {
        let sign = TenantHint(try Self.sharePoint("fabrikam-my.sharepoint.com"), at: "fabrikam-my.sharepoint.com")
        #expect(sign.reason == "fabrikam-my.sharepoint.com is on the SharePoint of fabrikam")
        let fabrikam = try Cast.profile("fabrikam")
        let gov = try Cast.profile("gov")
        #expect(sign.points(at: fabrikam, given: UsageHistory()))
        #expect(!sign.points(at: gov, given: UsageHistory()))
        #expect(sign.points(at: gov, given: .used("fabrikam-my.sharepoint.com", with: "gov")))
        let other = UsageHistory.domains([Cast.fabrikamID: ["fab.onmicrosoft.com"]])
        #expect(!sign.points(at: fabrikam, given: other))
    }

    static let tenantNames: [(profile: String, domains: Set<String>, name: String)] = [
        ("work", [], "contoso.example"), ("guest", [], Cast.fabrikamID),
        ("guest", ["fabrikam.onmicrosoft.com"], "fabrikam.onmicrosoft.com"),
        ("guest", ["fabrikam.onmicrosoft.com", "fabrikam-gmbh.example"], "fabrikam-gmbh.example"),
        ("home", [], "consumers"), ("daemon", [], Cast.contosoID), ("issuer", [], ""),
    ]

    @Test(arguments: tenantNames)
    func aTenantHasANameForPeople(profile: String, domains: Set<String>, name: String) throws {
        let profile = try Cast.profile(profile)
        #expect(UsageHistory.domains([profile.tenantID: domains]).tenantName(of: profile) == name)
    }
}
