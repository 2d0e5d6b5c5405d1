import AuthCore
import HostileInput
import Testing

@testable import AccountProfiles

/// Properties of every context, tried on random ones.
@Suite struct LadderPropertyTests {
    private static let names = SampleProfiles.names + ["issuer"]

    @Test(arguments: SeededGenerator.seeds)
    func selectionIsIndependentOfTheOrderOfProfiles(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let context = try SelectionContext.random(&generator)
            let profiles = try Self.profiles(&generator)
            let selection = try? Ladder(profiles: profiles, context: context).select()
            #expect((try? Ladder(profiles: profiles, context: context).select()) == selection)
            let shuffled = profiles.shuffled(using: &generator)
            #expect((try? Ladder(profiles: shuffled, context: context).select()) == selection)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func singlePartIsSelectedLikeTheAction(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var context = try SelectionContext.random(&generator)
            let profiles = try Self.profiles(&generator)
            let alone = LadderCase.Outcome(Ladder(profiles: profiles, context: context))
            context.action.parts = [context.action]
            #expect(LadderCase.Outcome(Ladder(profiles: profiles, context: context)) == alone)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func excludedProfileIsNotSelected(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let context = try SelectionContext.random(&generator)
            let profiles = try Self.profiles(&generator)
            guard let selection = try? Ladder(profiles: profiles, context: context).select() else {
                continue
            }
            #expect(profiles.contains(selection.profile))
            guard let exclusion = Exclusion(of: selection.profile, from: context.action) else { continue }
            // Only whoever names it for this very action gets it, with a word of caution, and never against a policy.
            #expect(selection.step == .flag || selection.step == .environment)
            #expect(!exclusion.isPolicy)
            #expect(selection.caution == exclusion.reason)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func inferredWriteNeedsConfirmation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let context = try SelectionContext.random(&generator)
            let profiles = try Self.profiles(&generator)
            guard let selection = try? Ladder(profiles: profiles, context: context).select() else {
                continue
            }
            let isNamed = [.flag, .environment, .binding, .rule, .current].contains(selection.step)
            // The others of a tenant that a file names cannot do it.
            let isLeft = selection.reason.hasSuffix("the only profile there that can do this")
            #expect(selection.isInferred == (isLeft || (!isNamed && profiles.count > 1)))
            #expect(!isLeft || selection.profile.name != context.current)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func explicitNameNeedsNoOtherProfile(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var count = 0
        for _ in 0..<400 {
            let context = try SelectionContext.random(&generator)
            let profiles = try Self.profiles(&generator)
            guard let name = context.decisiveName, let named = profiles.first(where: { $0.name.text == name })
            else { continue }
            count += 1
            let all = Result { () throws(SelectionError) in
                try Ladder(profiles: profiles, context: context).select()
            }
            let alone = Result { () throws(SelectionError) in
                try Ladder(profiles: [named], context: context).select()
            }
            #expect(all == alone)
        }
        #expect(count > 10)
    }

    private static func profiles(_ generator: inout SeededGenerator) throws -> [Profile] {
        try names.filter { _ in Bool.random(using: &generator) }.map(SampleProfiles.profile)
    }
}

extension SelectionContext {
    fileprivate static func random(_ generator: inout SeededGenerator) throws -> SelectionContext {
        let names = SampleProfiles.names + ["issuer", "gone"]
        func sometimes<Value>(_ value: Value?) -> Value? { Int.random(in: 0..<4, using: &generator) == 0 ? value : nil }
        let flag = sometimes(names.randomElement(using: &generator))
        let environment = sometimes(names.randomElement(using: &generator))
        let bound = names.randomElement(using: &generator).map { Binding.Target.profile($0) }
        let tenant = Binding.Target.tenant(
            [SampleProfiles.contosoID, "fabrikam.example", "x"].randomElement(using: &generator) ?? "")
        let target = sometimes(Bool.random(using: &generator) ? bound : tenant)
        let current = Bool.random(using: &generator) ? names.randomElement(using: &generator) : nil
        let items = try names.filter { _ in Bool.random(using: &generator) }.map { name in try ProfileName(name) }
        let holders = try names.filter { _ in sometimes(true) == true }.map { name in
            (try ProfileName(name), "Mail.Read")
        }
        let patterns = ["/me", "GET /users/*", "WRITE", "tenant=fabrikam.example", "host=*.sharepoint.com"]
        let rules = try patterns.filter { _ in sometimes(true) == true }.map { pattern in
            let name = try ProfileName(names.randomElement(using: &generator) ?? "work")
            return Rule(pattern: try RulePattern(pattern), profile: name)
        }
        return SelectionContext(
            action: actions.randomElement(using: &generator) ?? .anything, flag: flag, environment: environment,
            binding: target.map { Binding(directory: "/src", target: $0, origin: .file) },
            rules: rules, current: try current.map { name in try ProfileName(name) },
            usageHistory: UsageHistory(items: ["me/m1": Set(items)], sufficientScopes: Dictionary(holders) { $1 }))
    }

    private static let actions: [Action] = [
        .anything, .me, .myChats, .users, .user("x@contoso.example"), .user("x@fabrikam.example", "DELETE"),
        .user("alice@outlook.example"), .site("contoso.sharepoint.com"), .site("tailspin.sharepoint.us", "POST"),
        .item("m1"), .item("m1", "PATCH"), .full("https://graph.microsoft.us"), .full("https://evil.example"),
        .graph("/x", .domain("fabrikam.example"), .domain("contoso.example")), .graph("/x", by: "POST"),
    ]
}
