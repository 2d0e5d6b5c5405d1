import AuthCore
import Testing

@testable import AccountProfiles

/// The selection for a batch, case by case. Unless a case says otherwise, all eight profiles exist and `work` is current.
@Suite struct LadderPartsTests {
    private static func batch(_ parts: Action...) -> Action {
        Action(
            method: parts.contains(where: \.isWrite) ? "POST" : "GET", path: "/$batch",
            isWrite: parts.contains(where: \.isWrite), needsGraph: true,
            unsupportedKinds: parts.reduce(into: [:]) { $0.merge($1.unsupportedKinds) { first, _ in first } },
            hosts: parts.flatMap(\.hosts),
            hints: parts.flatMap(\.hints), topic: "$batch", parts: parts)
    }

    private static let carol = Action.user("x@fabrikam.example")
    private static let alice = Action.user("x@contoso.example")
    private static let people = ["work", "fabrikam", "gov", "home"]

    static let hints: [LadderCase] = [
        LadderCase("no part has a hint", batch(.me, .graph("/me/messages")), expecting: .chosen("work", .current)),
        LadderCase(
            "all parts have the same hint", batch(carol, carol), profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "one part has a hint; the current profile for the other", batch(.me, carol), profiles: people,
            expecting: .conflict([0: ["work"], 1: ["fabrikam"]])),
        LadderCase(
            "one part has a hint; no profile is current for the others", batch(.me, carol), profiles: people,
            current: nil,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "one part has a hint; its profile is the only one", batch(.me, carol), profiles: ["fabrikam"], current: nil,
            expecting: .chosen("fabrikam", .only)),
        LadderCase(
            "a part is a write, which needs confirmation", batch(carol, .user("x@fabrikam.example", "DELETE")),
            profiles: people,
            expecting: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        LadderCase(
            "two parts with hints of different tenants", batch(alice, carol), profiles: people,
            expecting: .conflict([0: ["work"], 1: ["fabrikam"]])),
        LadderCase(
            "two parts with hints of different tenants, among parts without hints", batch(.me, alice, .me, carol),
            profiles: people,
            expecting: .conflict([1: ["work"], 3: ["fabrikam"]])),
        LadderCase(
            "two parts with hints of different tenants, with --profile", batch(alice, carol), flag: "gov",
            expecting: .chosen("gov", .flag)),
        LadderCase(
            "two parts with hints of different tenants, with ACCT_PROFILE", batch(alice, carol), environment: "work",
            expecting: .chosen("work", .environment)),
        LadderCase(
            "two parts with hints of different tenants, with a binding", batch(alice, carol),
            binding: .profile("fabrikam"),
            expecting: .chosen("fabrikam", .binding)),
        LadderCase(
            "the hint of one part narrows the hint of another", batch(alice, .item("1")), current: "home",
            usageHistory: .used("me/1", with: "admin"), expecting: .chosen("admin", .inference)),
        LadderCase(
            "the current profile matches the hint of one part only", batch(alice, .item("1")),
            usageHistory: .used("me/1", with: "fabrikam"),
            expecting: .conflict([0: ["admin", "audit", "work"], 1: ["fabrikam"]])),
        LadderCase(
            "a part addresses a profile that cannot do another part",
            batch(.user("x@fabrikam.example"), .user("x@contoso.example", "DELETE")), profiles: ["audit", "fabrikam"],
            current: "audit", expecting: .addressed(["audit"], isPolicy: true)),
    ]

    static let rules: [LadderCase] = [
        LadderCase(
            "a rule that matches all parts", batch(.users, .user("1", "DELETE")), rules: [("/users*", "admin")],
            expecting: .chosen("admin", .rule)),
        LadderCase(
            "two rules for the same profile", batch(.users, .me), rules: [("/users", "admin"), ("/me", "admin")],
            expecting: .chosen("admin", .rule)),
        LadderCase(
            "two rules for different profiles", batch(.users, .me), rules: [("/users", "admin"), ("/me", "home")],
            expecting: .conflict([0: ["admin"], 1: ["home"]])),
        LadderCase(
            "a rule for one part; the current profile for the others", batch(.me, .users, .me),
            rules: [("/users", "admin")], expecting: .conflict([0: ["work"], 1: ["admin"], 2: ["work"]])),
        LadderCase(
            "a rule for one part; the current profile, which is the same, for the other", batch(.me, .users),
            rules: [("/users", "work")],
            expecting: .chosen("work", .rule)),
        LadderCase(
            "a rule for one part; a hint of the same profile for the other", batch(carol, .users), profiles: people,
            rules: [("/users", "fabrikam")], expecting: .chosen("fabrikam", .rule)),
        LadderCase(
            "a rule for one part; no profile is current for the others", batch(.me, .users),
            rules: [("/users", "work")], current: nil, expecting: .conflict([0: [], 1: ["work"]])),
        LadderCase(
            "a rule for writes that matches one part", batch(.users, .user("1", "PATCH")), rules: [("WRITE", "admin")],
            expecting: .conflict([0: ["work"], 1: ["admin"]])),
        LadderCase(
            "a rule for writes that matches all parts", batch(.user("2", "PATCH"), .user("1", "PATCH")),
            rules: [("WRITE", "admin")], expecting: .chosen("admin", .rule)),
        LadderCase(
            "a rule for a tenant that matches all parts", batch(carol, .user("y@fabrikam.example")),
            rules: [("tenant=fabrikam.example", "guest")], expecting: .chosen("guest", .rule)),
        LadderCase(
            "a rule for a tenant that matches one part", batch(carol, .users),
            rules: [("tenant=fabrikam.example", "guest")], expecting: .conflict([0: ["guest"], 1: ["work"]])),
        LadderCase(
            "a rule overrides the hints of the parts", batch(alice, carol), rules: [("/users/*", "gov")],
            expecting: .chosen("gov", .rule)),
        LadderCase(
            "a rule for the path of a batch", batch(.users, .me), rules: [("/$batch", "admin")],
            expecting: .chosen("admin", .rule)),
        LadderCase(
            "a rule for a method that no part has", batch(.users, .user("1", "DELETE")), rules: [("POST", "admin")],
            expecting: .chosen("work", .current)),
        LadderCase(
            "a rule for a profile that cannot do one part", batch(.users, .user("1", "DELETE")),
            rules: [("/users*", "audit")], expecting: .ruledOut("audit", .rule, isPolicy: true)),
    ]

    @Test(arguments: hints + rules)
    func partsAgreeOnAProfileOrConflict(_ line: LadderCase) throws {
        #expect(LadderCase.Outcome(try line.ladder) == line.expected)
    }
}
