import AccountProfiles
import ArgumentParser

extension RuleCommand {
    /// `acct rule add`.
    struct Add: DataCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a rule, or give one another profile.",
            discussion: """
                Quote the pattern, so that the shell leaves its * and spaces alone. “acct help rule” tells what a \
                pattern may be. A rule whose pattern means the same is replaced.

                  acct rule add '/users/*@fabrikam.com*' fabrikam
                  acct rule add 'WRITE /groups/*' admin
                  acct rule add 'https://contoso.sharepoint.com/*' contoso
                  acct rule add tenant=fabrikam.com fabrikam
                """)

        @Argument(help: "Which requests.")
        var pattern: String

        @Argument(help: "The profile.", completion: .profileNames)
        var name: String

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let repository = try services.rules
            let (added, replaced) = try repository.add(RulePattern(pattern), for: name)
            services.output.note(Add.note(added.rule, replaced: replaced))
            for other in try repository.rules() where other.number != added.number && other.conflicts(with: added) {
                services.output.note(
                    "It overlaps with “\(other.rule.pattern.text)” (\(other.rule.profile)), which is as specific; "
                        + "the older one wins where both match.")
            }
            if json.json { try services.output.print(RuleRow(added), asJSON: true) }
        }

        private static func note(_ rule: Rule, replaced: Rule?) -> String {
            if replaced?.profile == rule.profile { return "There was such a rule for \(rule.profile) already." }
            let before = replaced.map { " It replaces the rule “\($0.pattern.text)” for \($0.profile)." } ?? ""
            return "Requests that match “\(rule.pattern.text)” now use \(rule.profile).\(before)"
        }
    }
}
