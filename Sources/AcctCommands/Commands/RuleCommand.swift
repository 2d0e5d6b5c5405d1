import AccountProfiles
import ArgumentParser

/// `acct rule`: which profile acts for requests to certain targets.
struct RuleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Let a profile act for requests to certain targets.",
        discussion: """
            A rule has a pattern and a profile. The most specific rule whose pattern matches a request decides who \
            acts, before the current profile does; --profile, ACCT_PROFILE and a bound directory come first.

            A pattern has one or more of these parts, with spaces between:

              GET,PATCH                methods; READ is GET and HEAD, WRITE everything else
              /users/*/messages        the path, without regard to case, version and query
              https://HOST/*           host and path of a full URL
              host=*.sharepoint.com    a host that the request names
              tenant=contoso.com       a tenant that the request names, by GUID or domain

            A * stands for any run of characters, slashes too, and %2A for a star. A tenant makes a pattern the most \
            specific; then a host, by its characters; then the characters of the path, not counting *; then fewer *; \
            then methods. Between equals the older rule decides.
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)
}

extension RuleCommand {
    /// `acct rule list`.
    struct List: DataCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the rules in the order in which they are tried.",
            discussion: """
                On a terminal a table; through a pipe one line for each rule, with tabs between its number, pattern \
                and profile. A rule keeps its number for as long as it exists.
                """)

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let rules = try services.rules.rules()
            if rules.isEmpty, !json.json {
                return services.output.note("There is no rule yet. Run: acct rule add PATTERN NAME")
            }
            try services.output.answer(rules.map(RuleRow.init), asJSON: json.json)
        }
    }
}

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
            if json.json { try services.output.answer(RuleRow(added), asJSON: true) }
        }

        private static func note(_ rule: Rule, replaced: Rule?) -> String {
            if replaced?.profile == rule.profile { return "There was such a rule for \(rule.profile) already." }
            let before = replaced.map { " It replaces the rule “\($0.pattern.text)” for \($0.profile)." } ?? ""
            return "Requests that match “\(rule.pattern.text)” now use \(rule.profile).\(before)"
        }
    }
}

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
