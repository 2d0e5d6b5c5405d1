import AuthCore
import Testing

@testable import AccountProfiles

/// Who acts in several requests that go out together. All eight profiles are there and `work` is current, as in
/// `LadderTableTests`.
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

    static let hints: [Case] = [
        Case("nothing points anywhere", batch(.me, .graph("/me/messages")), is: .chosen("work", .current)),
        Case("all point at one", batch(carol, carol), of: people, is: .chosen("fabrikam", .inference)),
        Case(
            "one points away from the profile of the others", batch(.me, carol), of: people,
            is: .conflict([0: ["work"], 1: ["fabrikam"]])),
        Case(
            "one points, the others would be nobody's", batch(.me, carol), of: people, current: nil,
            is: .chosen("fabrikam", .inference)),
        Case(
            "one points, the others would be the same one's", batch(.me, carol), of: ["fabrikam"], current: nil,
            is: .chosen("fabrikam", .only)),
        Case(
            "a write among them is asked about", batch(carol, .user("x@fabrikam.example", "DELETE")), of: people,
            is: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        Case("two point apart", batch(alice, carol), of: people, is: .conflict([0: ["work"], 1: ["fabrikam"]])),
        Case(
            "two point apart among others", batch(.me, alice, .me, carol), of: people,
            is: .conflict([1: ["work"], 3: ["fabrikam"]])),
        Case("two point apart and somebody is named", batch(alice, carol), flag: "gov", is: .chosen("gov", .flag)),
        Case(
            "two point apart and the variable names somebody", batch(alice, carol), environment: "work",
            is: .chosen("work", .environment)),
        Case(
            "two point apart in a bound folder", batch(alice, carol), bound: .profile("fabrikam"),
            is: .chosen("fabrikam", .binding)),
        Case(
            "what one points at is among what the other does", batch(alice, .item("1")), current: "home",
            learned: .used("1", with: "admin"), is: .chosen("admin", .inference)),
        Case(
            "the current profile is not where one of them points", batch(alice, .item("1")),
            learned: .used("1", with: "fabrikam"),
            is: .conflict([0: ["admin", "audit", "work"], 1: ["fabrikam"]])),
        Case(
            "a part addresses a profile that cannot do another part",
            batch(.user("x@fabrikam.example"), .user("x@contoso.example", "DELETE")), of: ["audit", "fabrikam"],
            current: "audit", is: .addressed(["audit"], isPolicy: true)),
    ]

    static let rules: [Case] = [
        Case(
            "a rule that matches all", batch(.users, .user("1", "DELETE")), rules: [("/users*", "admin")],
            is: .chosen("admin", .rule)),
        Case(
            "rules that agree", batch(.users, .me), rules: [("/users", "admin"), ("/me", "admin")],
            is: .chosen("admin", .rule)),
        Case(
            "rules that do not", batch(.users, .me), rules: [("/users", "admin"), ("/me", "home")],
            is: .conflict([0: ["admin"], 1: ["home"]])),
        Case(
            "a rule for some, and the rest would be somebody else's", batch(.me, .users, .me),
            rules: [("/users", "admin")], is: .conflict([0: ["work"], 1: ["admin"], 2: ["work"]])),
        Case(
            "a rule for some, and the rest would be the same one's", batch(.me, .users), rules: [("/users", "work")],
            is: .chosen("work", .rule)),
        Case(
            "a rule for some, and the rest points at the same one", batch(carol, .users), of: people,
            rules: [("/users", "fabrikam")], is: .chosen("fabrikam", .rule)),
        Case(
            "a rule for some, and the rest could be anybody's", batch(.me, .users),
            rules: [("/users", "work")], current: nil, is: .conflict([0: [], 1: ["work"]])),
        Case(
            "a rule for writes that only some are", batch(.users, .user("1", "PATCH")), rules: [("WRITE", "admin")],
            is: .conflict([0: ["work"], 1: ["admin"]])),
        Case(
            "a rule for writes that all are", batch(.user("2", "PATCH"), .user("1", "PATCH")),
            rules: [("WRITE", "admin")], is: .chosen("admin", .rule)),
        Case(
            "a rule for a tenant that each of them names", batch(carol, .user("y@fabrikam.example")),
            rules: [("tenant=fabrikam.example", "guest")], is: .chosen("guest", .rule)),
        Case(
            "a rule for a tenant that one of them names", batch(carol, .users),
            rules: [("tenant=fabrikam.example", "guest")], is: .conflict([0: ["guest"], 1: ["work"]])),
        Case(
            "a rule beats what they name", batch(alice, carol), rules: [("/users/*", "gov")], is: .chosen("gov", .rule)),
        Case("a rule for batches", batch(.users, .me), rules: [("/$batch", "admin")], is: .chosen("admin", .rule)),
        Case(
            "a rule for a method that none has", batch(.users, .user("1", "DELETE")), rules: [("POST", "admin")],
            is: .chosen("work", .current)),
        Case(
            "a rule's profile that cannot do one of them", batch(.users, .user("1", "DELETE")),
            rules: [("/users*", "audit")], is: .ruledOut("audit", .rule, isPolicy: true)),
    ]

    @Test(arguments: hints + rules)
    func partsAgreeOnAProfileOrConflict(_ situation: Case) throws {
        #expect(Case.Outcome(try situation.ladder) == situation.expected)
    }
}
