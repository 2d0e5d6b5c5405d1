import HostileInput
import Testing

@testable import AccountProfiles

/// The precedence of rules, and conflicts between them.
@Suite struct RuleOrderTests {
    /// In descending order of specificity.
    private static let descending = [
        "tenant=a.b host=c", "tenant=a.b /users/*", "tenant=a.b", "host=contoso.sharepoint.com",
        "host=*.sharepoint.com /x", "host=*.sharepoint.com", "host=*", "GET /users/dana/messages",
        "/users/dana/messages", "/users/*/messages", "GET /users/dana*", "WRITE /users/dana*", "/users/dana*",
        "/users/*dana*", "/users/*", "/users*", "GET /*", "/*", "GET",
        "WRITE",
    ]

    @Test func moreSpecificRulePrecedes() throws {
        let patterns = try Self.descending.map { text in try RulePattern(text) }
        for (index, pattern) in patterns.enumerated() {
            for other in patterns.dropFirst(index + 1) {
                #expect(other.specificity < pattern.specificity, "\(other.text) < \(pattern.text)")
                #expect(!pattern.isEquallySpecific(as: other))
            }
        }
        let profile = try ProfileName("p")
        let rules = patterns.enumerated().map { NumberedRule(number: $0, rule: Rule(pattern: $1, profile: profile)) }
        #expect(rules.shuffled().inOrder() == rules)
    }

    @Test func olderRulePrecedesAmongEquals() throws {
        let rules = try [(7, "/b*"), (3, "/a*"), (5, "/c*")].map { number, text in try rule(number, text, "p") }
        #expect(rules.inOrder().map(\.number) == [3, 5, 7])
    }

    @Test(arguments: [
        ("/users/*", "/users/dana", true), ("/users/*", "/groups/*", false), ("GET /a", "POST /a", false),
        ("GET /a", "READ /a", true), ("HEAD", "WRITE", false), ("PATCH,GET", "WRITE", true), ("READ", "WRITE", false),
        ("READ", "READ,WRITE", true), ("POST", "READ", false), ("GET", "/a", true), ("host=a", "host=b", false),
        ("host=*.a", "host=b.*", true), ("https://a/x", "/x", true), ("https://a/x", "/y", false),
        ("tenant=a.b", "tenant=c.d", false), ("tenant=a.b", "/x", true), ("tenant=a.b", "tenant=A.B host=x", true),
    ])
    func patternsOverlapWhenARequestMatchesBoth(left: String, right: String, overlaps: Bool) throws {
        let (left, right) = (try RulePattern(left), try RulePattern(right))
        #expect(left.overlaps(right) == overlaps)
        #expect(right.overlaps(left) == overlaps)
    }

    @Test(arguments: [
        ("/a/*", "p", "/*/b", "q", true), ("/a/*", "p", "/*/b", "p", false), ("/ab*", "p", "/*ab", "q", true),
        ("/ab*", "p", "/*ab", "p", false), ("/ab*", "p", "/cd*", "q", false), ("GET", "p", "POST,GET", "q", true),
        ("/a*", "p", "/ab*", "q", false),
    ])
    func rulesConflictWhereOnlyTheirAgeDecides(
        left: String, leftProfile: String, right: String, rightProfile: String, conflicts: Bool
    ) throws {
        let (left, right) = (try rule(1, left, leftProfile), try rule(2, right, rightProfile))
        #expect(left.conflicts(with: right) == conflicts)
        #expect(right.conflicts(with: left) == conflicts)
    }

    @Test(arguments: SeededGenerator.seeds)
    func patternsThatMatchOneRequestOverlap(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let hosts = ["a.b", "x.b", "a.c"]
        for _ in 0..<2000 {
            let (left, right) = (try pattern(&generator), try pattern(&generator))
            #expect(left.overlaps(right) == right.overlaps(left))
            let method = ["GET", "HEAD", "POST", "PATCH"].randomElement(using: &generator) ?? "GET"
            let path = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                "/" + (["a", "b", "ab"].randomElement(using: &generator) ?? "")
            }
            let action = Action(
                method: method, path: path.joined(), isWrite: !["GET", "HEAD"].contains(method),
                hosts: hosts.randomElement(using: &generator).map { [$0] } ?? [])
            let tenants: Set = ["t.a"]
            if left.matches(action, tenants: tenants), right.matches(action, tenants: tenants) {
                #expect(left.overlaps(right), "\(left.text) and \(right.text) match \(action)")
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func specificityIsAStrictWeakOrder(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let (a, b, c) = (
                try pattern(&generator).specificity, try pattern(&generator).specificity,
                try pattern(&generator).specificity
            )
            #expect(!(a < a))
            #expect(!(a < b && b < a))
            #expect((a == b) == (!(a < b) && !(b < a)))
            if a < b, b < c { #expect(a < c) }
            if a == b, b == c { #expect(a == c) }
        }
    }

    private func rule(_ number: Int, _ pattern: String, _ profile: String) throws -> NumberedRule {
        NumberedRule(number: number, rule: Rule(pattern: try RulePattern(pattern), profile: try ProfileName(profile)))
    }

    private func pattern(_ generator: inout SeededGenerator) throws -> RulePattern {
        let choices = [
            ["", "GET", "POST", "READ", "WRITE", "GET,PATCH"],
            ["", "/*", "/a*", "/*b", "/a/*", "/a/b", "/*a*", "/*/*", "/ab"],
            ["", "", "host=*", "host=a.*", "host=*.b", "host=a.b"], ["", "", "tenant=t.a", "tenant=u.a"],
        ]
        let text = choices.compactMap { $0.randomElement(using: &generator) }.joined(separator: " ")
        return try RulePattern(text.allSatisfy { $0 == " " } ? "/*" : text)
    }
}
