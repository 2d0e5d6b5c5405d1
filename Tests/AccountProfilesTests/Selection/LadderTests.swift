import AuthCore
import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct LadderTests {
    private func ladder(
        _ names: [String], flag: String? = nil, environment: String? = nil, current: String? = nil
    ) throws -> Ladder {
        Ladder(
            profiles: try names.map { name in try Profile.named(name) },
            context: SelectionContext(
                flag: flag, environment: environment, current: try current.map { name in try ProfileName(name) }))
    }

    private static let chosen:
        [(
            names: [String], flag: String?, environment: String?, current: String?, profile: String,
            step: Selection.Step
        )] = [
            (["a", "b", "c"], "a", nil, nil, "a", .flag), (["a", "b", "c"], "A", "b", "c", "a", .flag),
            (["a", "b", "c"], nil, "b", nil, "b", .environment), (["a", "b", "c"], nil, "B", "c", "b", .environment),
            (["a", "b", "c"], nil, nil, "c", "c", .current), (["a", "b", "c"], nil, "", "c", "c", .current),
            (["a"], nil, nil, "a", "a", .current), (["a"], nil, nil, nil, "a", .only),
            // The current profile was removed meanwhile.
            (["a"], nil, nil, "gone", "a", .only), (["a"], nil, "", nil, "a", .only),
        ]

    @Test(arguments: chosen)
    func firstDecidingStepWins(
        names: [String], flag: String?, environment: String?, current: String?, profile: String, step: Selection.Step
    ) throws {
        let selection = try ladder(names, flag: flag, environment: environment, current: current).select()
        #expect(selection.profile.name.text == profile)
        #expect(selection.step == step)
        #expect(!selection.reason.isEmpty)
    }

    @Test func doubtIsToldAndRulesNobodyOut() throws {
        let action = Action(doubtfulKinds: [.work: "the list lacks it", .app: "no"])
        let profiles = [try Profile.named("a"), try Profile.named("b")]
        for context in [
            SelectionContext(action: action, current: try ProfileName("b")),
            SelectionContext(action: action, flag: "b"),
        ] {
            let selection = try Ladder(profiles: profiles, context: context).select()
            #expect(selection.profile.name.text == "b" && selection.caution == "the list lacks it")
        }
    }

    @Test(arguments: [
        ("wrok" as String?, nil as String?, Selection.Step.flag, "wrok"), ("", nil, .flag, ""),
        ("wrok", "home", .flag, "wrok"),
        ("no/name", nil, .flag, "no/name"), (nil, "wrok", .environment, "wrok"), (nil, " ", .environment, " "),
    ])
    func unknownNameIsAnError(
        flag: String?, environment: String?, source: Selection.Step, name: String
    ) throws {
        let ladder = try ladder(["work", "home"], flag: flag, environment: environment, current: "home")
        let nearest = name == "wrok" ? [try ProfileName("work")] : []
        let error = failure { () throws(SelectionError) in try ladder.select() }
        #expect(error == .unknown(name, source: source, nearest: nearest))
    }

    @Test func noProfilesIsAnError() throws {
        let none = try ladder([])
        #expect(failure { () throws(SelectionError) in try none.select() } == SelectionError.noProfiles)
        let named = try ladder([], flag: "a")
        #expect(
            failure { () throws(SelectionError) in try named.select() }
                == .unknown("a", source: .flag, nearest: []))
    }

    @Test(arguments: [nil, "gone"])
    func severalProfilesAreAmbiguous(current: String?) throws {
        let ladder = try ladder(["a", "b"], current: current)
        guard case .ambiguous(let tie) = failure({ () throws(SelectionError) in try ladder.select() })
        else {
            Issue.record("something was chosen")
            return
        }
        #expect(tie.fitting.map(\.profile.name.text) == ["a", "b"])
        #expect(tie.others.isEmpty && tie.place == nil && tie.current == nil)
        #expect(tie.fitting.allSatisfy { $0.outcome == .passedOver && !$0.reason.isEmpty })
    }

    @Test func tieInABoundTenantSaysWhichProfilesAreNotInIt() throws {
        let context = SelectionContext(
            action: .users, binding: Binding(directory: "/src", target: .tenant("contoso.example"), origin: .file),
            current: try ProfileName("fabrikam"))
        let ladder = Ladder(
            profiles: try ["work", "admin", "fabrikam", "home"].map(SampleProfiles.profile), context: context)
        guard case .ambiguous(let tie) = failure({ () throws(SelectionError) in try ladder.select() }) else {
            Issue.record("a profile was chosen")
            return
        }
        #expect(tie.fitting.map(\.profile.name.text) == ["work", "admin"])
        #expect(tie.place == "contoso.example, which this directory uses")
        #expect(tie.current?.reason == "it is not in the tenant contoso.example, which this directory uses")
        #expect(tie.others.map(\.profile.name.text) == ["fabrikam", "home"])
    }

    @Test(arguments: SeededGenerator.seeds)
    func selectionIsAProfileAndDeterministic(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pool = ["a", "b", "c", "d"]
        for _ in 0..<200 {
            let names = pool.filter { _ in Bool.random(using: &generator) }
            let pick = { (generator: inout SeededGenerator) in
                Bool.random(using: &generator) ? pool.randomElement(using: &generator) : nil
            }
            let (flag, environment, current) = (pick(&generator), pick(&generator), pick(&generator))
            let ladder = try ladder(names, flag: flag, environment: environment, current: current)
            guard let selection = try? ladder.select() else {
                #expect(
                    names.isEmpty || flag.map { !names.contains($0) } == true
                        || environment.map { !names.contains($0) } == true || names.count > 1)
                continue
            }
            #expect(try ladder.select() == selection)
            #expect(names.contains(selection.profile.name.text))
            let candidates = ladder.candidates(beside: selection)
            #expect(Set(candidates.map(\.profile.name.text)) == Set(names))
            #expect(candidates.filter { $0.outcome == .chosen }.map(\.profile) == [selection.profile])
            #expect(selection.profile.name.text == flag ?? environment ?? selection.profile.name.text)
        }
    }
}
