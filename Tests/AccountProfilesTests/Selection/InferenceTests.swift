import AuthCore
import Testing

@testable import AccountProfiles

/// What hints say together, and the reasons for the profile that they leave.
@Suite struct InferenceTests {
    struct Choice: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let profiles: [String]
        let hints: [TenantHint]
        var history = UsageHistory()
        let chosen: String
        let reason: String
        /// The reasons against others.
        var objections: [String: String] = [:]
    }

    private static func hint(_ kind: TenantHint.HintKind, _ place: String) -> TenantHint { TenantHint(kind, at: place) }

    static let choices = [
        Choice(
            testDescription: "the hint that leaves one profile alone", profiles: ["work", "fabrikam", "gov"],
            hints: [hint(.user("x@fabrikam.example"), "users/x")], chosen: "fabrikam",
            reason: "it was inferred from x@fabrikam.example",
            objections: ["work": "users/x belongs to another tenant"]),
        Choice(
            testDescription: "an account and a tenant", profiles: ["work", "guest", "fabrikam", "gov"],
            hints: [
                hint(.account("alice@contoso.example"), "alice@contoso.example"),
                hint(.tenant(SampleProfiles.fabrikamID), "t"),
            ],
            chosen: "guest",
            reason: "it has the username alice@contoso.example, and was inferred from t, which has its tenant's id",
            objections: [
                "work": "t belongs to another tenant", "fabrikam": "alice@contoso.example is another account",
            ]),
        Choice(
            testDescription: "a tenant of which one profile can do it", profiles: ["audit", "admin", "gov"],
            hints: [hint(.tenant(SampleProfiles.contosoID), "t")], chosen: "admin",
            reason: "it was inferred from t, which has its tenant's id, and is the only such profile that can do this"),
        Choice(
            testDescription: "the only holder among hints that disagree", profiles: ["work", "fabrikam", "gov"],
            hints: [hint(.user("x@fabrikam.example"), "users/x"), hint(.user("y@tailspin.example"), "users/y")],
            history: .holding("User.Read.All", "gov"), chosen: "gov",
            reason: "it was inferred from y@tailspin.example, and is the only profile that fits and holds User.Read.All"
        ),
    ]

    @Test(arguments: choices) func reasonNamesTheHintsAtTheProfile(choice: Choice) throws {
        let isWrite = choice.profiles.contains("audit")
        let action = Action(method: isWrite ? "POST" : "GET", path: "/users", isWrite: isWrite, hints: choice.hints)
        let ladder = Ladder(
            profiles: try choice.profiles.map(SampleProfiles.profile),
            context: SelectionContext(action: action, usageHistory: choice.history))
        let selection = try ladder.select()
        #expect(selection.profile.name.text == choice.chosen)
        #expect(selection.reason == choice.reason)
        let reasons = ladder.candidates(beside: selection).map { ($0.profile.name.text, $0.reason) }
        for (name, objection) in choice.objections { #expect(reasons.contains { $0 == (name, objection) }) }
    }

    /// A sign-in may show that the account is a guest.
    @Test(arguments: [
        (["draft", "gov"], "bob@contoso.example", ["draft"]), (["draft", "guestdraft"], "bob@contoso.example", nil),
        (["work", "guestdraft"], "bob@contoso.example", ["work"]),
        (["work", "guestdraft"], "dana@contoso.example", ["work"]),
        (["gov", "guestdraft", "draft"], "dana@contoso.example", ["draft", "guestdraft"]),
    ])
    func profileWithoutASignInTellsOfADomainThatNoOtherTellsOf(
        names: [String], user: String, pointed: [String]?
    ) throws {
        let profiles = try names.map(SampleProfiles.profile)
        let hint = ResolvedHint(
            TenantHint(.user(user), at: "users/\(user)"), among: profiles,
            tenants: KnownTenants(of: profiles, UsageHistory()),
            history: UsageHistory())
        #expect(hint?.profiles.map(\.text).sorted() == pointed)
    }

    @Test func profileOfAnotherCloudThanThatOfAnyPartIsOut() throws {
        let parts = [Action.site("a.sharepoint.com"), .site("b.sharepoint.us", "DELETE")]
        let action = Action(method: "POST", path: "/$batch", isWrite: true, needsGraph: true, parts: parts)
        let context = SelectionContext(action: action, current: try ProfileName("work"))
        let ladder = Ladder(profiles: try ["work", "gov"].map(SampleProfiles.profile), context: context)
        guard case .noneFits(let candidates) = failure({ () throws(SelectionError) in try ladder.select() }) else {
            Issue.record("a profile was chosen")
            return
        }
        #expect(candidates.compactMap(\.exclusion).count == 2)
    }
}
