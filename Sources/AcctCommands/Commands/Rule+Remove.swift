import AccountProfiles
import ArgumentParser

extension RuleCommand {
    /// `acct rule remove`.
    struct Remove: Command {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a rule, by its pattern or its number.",
            discussion: """
                “acct rule list” shows the numbers.

                  acct rule remove 3
                  acct rule remove 'WRITE /groups/*'
                """)

        @Argument(
            help: ArgumentHelp("The pattern, or the number.", valueName: "pattern"), completion: .rulePatterns)
        var rule: String

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let repository = try services.rules
            let removed = try Int(rule).map(repository.remove(number:)) ?? repository.remove(RulePattern(rule))
            services.output.note("Removed the rule “\(removed.pattern.text)” for \(removed.profile).")
        }
    }
}

extension CompletionKind {
    /// The patterns of the rules, from the store alone: no network, and silence when there is no store.
    fileprivate static var rulePatterns: CompletionKind {
        .custom { _, _, _ in ((try? Services().rules.rules()) ?? []).map(\.rule.pattern.text) }
    }
}
