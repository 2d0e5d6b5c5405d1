import AccountProfiles
import AuthCore
import Testing

@testable import AccountStore

@Suite struct RuleRepositoryTests {
    private let temporary: TemporaryStore
    private let rules: RuleRepository

    init() throws {
        temporary = try TemporaryStore()
        rules = RuleRepository(temporary.store)
    }

    private func addProfiles(_ names: String...) throws {
        for name in names { try temporary.profiles.add(Person.alice.profile(name), with: Person.alice.grant()) }
    }

    @discardableResult
    private func add(_ pattern: String, _ name: String) throws -> (added: NumberedRule, replaced: Rule?) {
        try rules.add(RulePattern(pattern), for: name)
    }

    /// Number, pattern and profile of each.
    private func kept() throws -> [String] {
        try RuleRepository(temporary.reopened()).rules().map {
            "\($0.number) \($0.rule.pattern.text) \($0.rule.profile)"
        }
    }

    @Test func readingCreatesNoStore() throws {
        #expect(try rules.rules() == [])
        #expect(throws: RuleError.noNumber(1)) { try rules.remove(number: 1) }
        #expect(throws: RuleError.noPattern("/a")) { try rules.remove(RulePattern("/a")) }
        #expect(throws: ProfileError.noProfiles) { try add("/a", "a") }
        #expect(temporary.fileNames() == nil)
    }

    @Test func rulesAreReturnedInTheOrderInWhichTheyAreTried() throws {
        try addProfiles("work")
        for pattern in ["/*", "/a*", "tenant=a.b", "/b*"] { try add(pattern, "work") }
        #expect(try kept() == ["3 tenant=a.b work", "2 /a* work", "4 /b* work", "1 /* work"])
    }

    @Test func patternOfTheSameMeaningReplacesTheRule() throws {
        try addProfiles("work", "home")
        try add("/users/*", "work")
        try add("/me", "work")
        let (added, replaced) = try add("/V1.0/Users/*", "home")
        #expect(added.number == 1)
        #expect(replaced == Rule(pattern: try RulePattern("/users/*"), profile: try ProfileName("work")))
        #expect(try add("/x", "home").added.number == 3)
        #expect(try kept() == ["1 /V1.0/Users/* home", "2 /me work", "3 /x home"])
    }

    @Test func rulesFollowARenameAndAreRemovedWithTheProfile() throws {
        try addProfiles("work", "home")
        try add("/a", "work")
        try add("/b", "home")
        try temporary.profiles.rename("work", to: ProfileName("contoso"))
        #expect(try kept() == ["1 /a contoso", "2 /b home"])
        _ = try temporary.profiles.remove("contoso")
        #expect(try kept() == ["2 /b home"])
    }

    @Test func rulesAreRemovedByNumberOrMeaning() throws {
        try addProfiles("work")
        for pattern in ["/a", "/b", "GET,POST /c"] { try add(pattern, "work") }
        #expect(try rules.remove(number: 2).rule.pattern.text == "/b")
        #expect(try rules.remove(RulePattern("post,get /beta/C")).rule.pattern.text == "GET,POST /c")
        #expect(throws: RuleError.noNumber(2)) { try rules.remove(number: 2) }
        #expect(throws: RuleError.noPattern("/c")) { try rules.remove(RulePattern("/c")) }
        #expect(try kept() == ["1 /a work"])
        // A number is never used again.
        #expect(try add("/d", "work").added.number == 4)
    }

    @Test func unknownProfileChangesNothing() throws {
        try addProfiles("work")
        try add("/a", "work")
        #expect(throws: ProfileError.unknown("wrok", nearest: [try ProfileName("work")])) { try add("/a", "wrok") }
        #expect(try kept() == ["1 /a work"])
    }

    @Test func invalidStoredPatternIsDamage() throws {
        try addProfiles("work")
        try add("/a", "work")
        try temporary.store.write { try $0.run("UPDATE rule SET pattern = 'no pattern'") }
        #expect(throws: StoreError.corrupt(path: temporary.location.database)) { try rules.rules() }
    }
}
