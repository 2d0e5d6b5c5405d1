import AuthCore
import Testing

@testable import AccountProfiles

/// A line of the ladder's tables: its title, the inputs, and the expected outcome.
struct LadderCase: Sendable, CustomTestStringConvertible {
    let title: String
    var profiles = SampleProfiles.names
    var flag: String?
    var environment: String?
    var binding: Binding.Target?
    var untrustedFile: String?
    var rules: [(String, String)] = []
    var current: String?
    var usageHistory = UsageHistory()
    var action: Action
    let expected: Outcome

    enum Outcome: Equatable, Sendable {
        case chosen(String, Selection.Step, asksBeforeWriting: Bool = false)
        case unknown(String, Selection.Step)
        case unknownTenant
        case ruledOut(String, Selection.Step, isPolicy: Bool)
        case noneFits(isPolicy: Bool)
        /// The profiles that the action addresses, none of which can do it.
        case addressed([String], isPolicy: Bool)
        /// The tenant that the action addresses, with no profile in it.
        case noneInTenant(String)
        /// The candidates, the likeliest first.
        case ambiguous([String])
        /// The preferred profiles, by part.
        case conflict([Int: [String]])
        case noProfile
        case unknownAccount(String)
        case untrustedFile
        /// The profiles of the rules, the older first.
        case conflictingRules([String])
    }

    init(
        _ title: String, _ action: Action = .me, profiles: [String] = SampleProfiles.names, flag: String? = nil,
        environment: String? = nil, binding: Binding.Target? = nil, untrustedFile: String? = nil,
        rules: [(String, String)] = [], current: String? = "work", usageHistory: UsageHistory = UsageHistory(),
        expecting expected: Outcome
    ) {
        self.title = title
        self.action = action
        self.profiles = profiles
        self.flag = flag
        self.environment = environment
        self.binding = binding
        self.untrustedFile = untrustedFile
        self.rules = rules
        self.current = current
        self.usageHistory = usageHistory
        self.expected = expected
    }

    var testDescription: String { title }

    var context: SelectionContext {
        get throws {
            SelectionContext(
                action: action, flag: flag, environment: environment,
                binding: binding.map { Binding(directory: "/src", target: $0, origin: .command) },
                untrustedFile: untrustedFile.map { UntrustedFile(path: $0, reason: "has changed") },
                rules: try rules.map { pattern, name in
                    Rule(pattern: try RulePattern(pattern), profile: try ProfileName(name))
                },
                current: try current.map { name in try ProfileName(name) }, usageHistory: usageHistory)
        }
    }

    var ladder: Ladder {
        get throws { Ladder(profiles: try profiles.map(SampleProfiles.profile), context: try context) }
    }
}

extension LadderCase.Outcome {
    init(_ ladder: Ladder) {
        do throws(SelectionError) {
            let selection = try ladder.select()
            let asks = selection.isInferred && ladder.context.action.isWrite
            self = .chosen(selection.profile.name.text, selection.step, asksBeforeWriting: asks)
        } catch {
            switch error {
            case .noProfiles: self = .noProfile
            case .unknown(let name, let source, _): self = .unknown(name, source)
            case .unknownInFile(let name, _, _): self = .unknown(name, .binding)
            case .unknownTenant: self = .unknownTenant
            case .ruledOut(let profile, let exclusion, let source):
                self = .ruledOut(profile.name.text, source, isPolicy: exclusion.isPolicy)
            case .noneFits(let candidates):
                self = .noneFits(isPolicy: candidates.contains { $0.exclusion?.isPolicy == true })
            case .addressed(_, let candidates):
                self = .addressed(
                    candidates.map(\.profile.name.text),
                    isPolicy: candidates.contains { $0.exclusion?.isPolicy == true })
            case .noneInTenant(let tenant, _, _): self = .noneInTenant(tenant)
            case .unknownAccount(let username): self = .unknownAccount(username)
            case .untrustedFile: self = .untrustedFile
            case .conflictingRules(let rules): self = .conflictingRules(rules.map(\.profile.text))
            case .ambiguous(let tie): self = .ambiguous(tie.fitting.map(\.profile.name.text))
            case .conflict(let preferences):
                self = .conflict(
                    Dictionary(uniqueKeysWithValues: preferences.map { ($0.part, $0.profiles.map(\.text).sorted()) }))
            }
        }
    }
}

extension UsageHistory {
    static func domains(_ domains: [String: Set<String>]) -> UsageHistory { UsageHistory(domains: domains) }

    static func used(_ item: String, with names: String...) -> UsageHistory {
        UsageHistory(items: [item.lowercased(): Set(names.compactMap { try? ProfileName($0) })])
    }

    static func holding(_ scope: String, _ names: String..., unknown: String...) -> UsageHistory {
        UsageHistory(
            sufficientScopes: Dictionary(names.compactMap { try? (ProfileName($0), scope) }) { $1 },
            withUnknownScopes: Set(unknown.compactMap { try? ProfileName($0) }))
    }

    static func often(_ names: String...) -> UsageHistory {
        let ranked = names.reversed().enumerated().compactMap { try? (ProfileName($1), Double($0 + 1)) }
        return UsageHistory(frecency: Dictionary(ranked) { $1 })
    }
}
