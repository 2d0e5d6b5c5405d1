import AuthCore
import Testing

@testable import AccountProfiles

/// A situation in words, what it is made of, and who should act.
struct Case: Sendable, CustomTestStringConvertible {
    let words: String
    var profiles = Cast.names
    var flag: String?
    var environment: String?
    var bound: Binding.Target?
    var rules: [(String, String)] = []
    var current: String?
    var learned = Experience()
    var action: Action
    let expected: Outcome

    enum Outcome: Equatable, Sendable {
        case chosen(String, Selection.Step, asksBeforeWriting: Bool = false)
        case unknown(String, Selection.Step)
        case unknownTenant
        case ruledOut(String, Selection.Step, isPolicy: Bool)
        case noneFits(isPolicy: Bool)
        /// The candidates, the likeliest first.
        case ambiguous([String])
        /// Whom the parts want, by part.
        case divided([Int: [String]])
        case noProfile
    }

    init(
        _ words: String, _ action: Action = .me, of profiles: [String] = Cast.names, flag: String? = nil,
        environment: String? = nil, bound: Binding.Target? = nil, rules: [(String, String)] = [],
        current: String? = "work", learned: Experience = Experience(), is expected: Outcome
    ) {
        self.words = words
        self.action = action
        self.profiles = profiles
        self.flag = flag
        self.environment = environment
        self.bound = bound
        self.rules = rules
        self.current = current
        self.learned = learned
        self.expected = expected
    }

    var testDescription: String { words }

    var situation: Situation {
        get throws {
            Situation(
                action: action, flag: flag, environment: environment,
                binding: bound.map { Binding(directory: "/src", target: $0, origin: .command) },
                rules: try rules.map { pattern, name in
                    Rule(pattern: try RulePattern(pattern), profile: try ProfileName(name))
                },
                current: try current.map { name in try ProfileName(name) }, experience: learned)
        }
    }

    var ladder: Ladder {
        get throws { Ladder(profiles: try profiles.map(Cast.profile), situation: try situation) }
    }
}

extension Case.Outcome {
    init(_ ladder: Ladder) {
        do throws(SelectionError) {
            let selection = try ladder.select()
            let asks = selection.isInferred && ladder.situation.action.isWrite
            self = .chosen(selection.profile.name.text, selection.step, asksBeforeWriting: asks)
        } catch {
            switch error {
            case .none: self = .noProfile
            case .unknown(let name, let source, _): self = .unknown(name, source)
            case .unknownTenant: self = .unknownTenant
            case .ruledOut(let profile, let exclusion, let source):
                self = .ruledOut(profile.name.text, source, isPolicy: exclusion.isPolicy)
            case .noneFits(let candidates):
                self = .noneFits(isPolicy: candidates.contains { $0.exclusion?.isPolicy == true })
            case .ambiguous(let candidates, _): self = .ambiguous(candidates.map(\.profile.name.text))
            case .divided(let wishes):
                self = .divided(
                    Dictionary(uniqueKeysWithValues: wishes.map { ($0.part, $0.profiles.map(\.text).sorted()) }))
            }
        }
    }
}

extension Experience {
    static func domains(_ domains: [String: Set<String>]) -> Experience { Experience(domains: domains) }

    static func used(_ item: String, with names: String...) -> Experience {
        Experience(items: [item: Set(names.compactMap { try? ProfileName($0) })])
    }

    static func holding(_ scope: String, _ names: String...) -> Experience {
        Experience(holders: Dictionary(names.compactMap { try? (ProfileName($0), scope) }) { $1 })
    }

    static func often(_ names: String...) -> Experience {
        let ranked = names.reversed().enumerated().compactMap { try? (ProfileName($1), Double($0 + 1)) }
        return Experience(frecency: Dictionary(ranked) { $1 })
    }
}
