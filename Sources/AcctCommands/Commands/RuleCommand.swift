import AccountProfiles
import AccountStore
import ArgumentParser

/// `acct rule`: use a profile for requests to certain targets. Named unlike the word that is typed, because `Rule` is the
/// type of AccountProfiles.
struct RuleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rule",
        abstract: "Use a profile for requests to certain targets.",
        discussion: """
            A rule has a pattern and a profile. The most specific rule whose pattern matches a request chooses its \
            profile. Rules take precedence over the current profile; --profile, ACCT_PROFILE and a bound directory \
            take precedence over rules. Where two rules are equally specific, the older one decides reads; writes and \
            tokens stop if they name different profiles.

            A pattern has one or more of these parts, separated by spaces:

              GET,PATCH              methods; READ: GET and HEAD, WRITE: the others
              /users/*/messages      the path at Graph, any case, version and query
              https://HOST/*         host and path of a URL
              host=*.sharepoint.com  a host that the request names
              tenant=contoso.com     a tenant that the request names

            A tenant is a GUID or a domain. A path without a host is sent to Graph, so that a rule for \
            https://graph.microsoft.com/* matches it where that is the profile's Graph. A SharePoint site has the \
            address that a browser shows: https://contoso.sharepoint.com/sites/hr* matches \
            /sites/contoso.sharepoint.com:/sites/hr, too, and sharing links to it.

            A token can be used with any method and path of its host. Where a rule for another profile is about some of \
            them, acct gives no token and asks for --profile.

            A * matches any characters, including slashes; %2A matches a star. Patterns with a tenant are the most \
            specific, then those with a host, by its number of characters; then the number of characters in the path, \
            not counting *; then fewer *; then methods.
            """,
        subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)
}

extension RuleCommand {
    /// `acct rule list`.
    struct List: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the rules in the order in which they are tried.",
            discussion: """
                On a terminal a table; otherwise one line for each rule, with tabs between its number, pattern and \
                profile. A rule keeps its number for as long as it exists.
                """)

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            let rules = try services.rules.rules()
            if rules.isEmpty, !json.json {
                return services.output.note("There are no rules yet. Run:", command: "acct rule add PATTERN NAME")
            }
            try services.output.print(rules.map(RuleRow.init), asJSON: json.json)
        }
    }
}

extension RuleCommand {
    /// `acct rule add`.
    struct Add: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a rule, or change the profile of one.",
            discussion: """
                Quote the pattern, so that the shell does not expand its * and spaces. See "acct help rule" for \
                patterns. A rule whose pattern means the same is replaced.

                  acct rule add '/users/*/messages*' work
                  acct rule add 'WRITE /groups*' admin
                  acct rule add 'https://contoso.sharepoint.com/*' contoso
                  acct rule add tenant=fabrikam.com fabrikam
                """)

        @Argument(help: "The pattern of the requests.", completion: .requestPatterns)
        var pattern: String

        @Argument(help: "The profile.", completion: .profileNames)
        var name: String

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            let repository = try services.rules
            let pattern = try RulePattern(self.pattern)
            // Documentation writes `/users/{id}`; no path of a request has braces.
            let withWildcards = pattern.text.replacing(#/{[^{}]*}|<[^<>]*>/#, with: "*")
            guard withWildcards == pattern.text else {
                throw Failure.placeholder(in: pattern.text, withWildcards: withWildcards, for: name)
            }
            let withoutVersion = pattern.text.replacing(#/\/(v1\.0|beta)(\/\*?)?$/#.ignoresCase(), with: "/*")
            guard withoutVersion == pattern.text else {
                throw Failure.versionAlone(in: pattern.text, withoutVersion: withoutVersion, for: name)
            }
            let (added, replaced) = try repository.add(pattern, for: services.typedNames.completed(name))
            services.output.note(Self.note(added.rule, replaced: replaced))
            for other in try repository.rules() where other.number != added.number && other.conflicts(with: added) {
                services.output.note(
                    "It overlaps with \"\(other.rule.pattern.text)\" (\(other.rule.profile)), which is as specific: "
                        + "where both match, the older one decides reads, and writes and tokens stop.")
            }
            if json.json { try services.output.printJSON(RuleRow(added)) }
        }

        private static func note(_ rule: Rule, replaced: Rule?) -> String {
            if replaced?.profile == rule.profile { return "This rule for \(rule.profile) already exists." }
            let before = replaced.map { " It replaces the rule \"\($0.pattern.text)\" for \($0.profile)." } ?? ""
            return "Requests that match \"\(rule.pattern.text)\" now use \(rule.profile).\(before)"
        }
    }
}

extension RuleCommand {
    /// `acct rule remove`.
    struct Remove: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a rule, by its pattern or its number.",
            discussion: """
                "acct rule list" shows the numbers.

                  acct rule remove 3
                  acct rule remove 'WRITE /groups*'
                """)

        @Argument(
            help: ArgumentHelp("The pattern, or the number.", valueName: "pattern"), completion: .rulePatterns)
        var rule: String

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            let repository = try services.rules
            let removed = try remove(from: repository)
            services.output.note("Removed the rule \"\(removed.rule.pattern.text)\" for \(removed.rule.profile).")
            if json.json { try services.output.printJSON(RuleRow(removed)) }
        }

        private func remove(from repository: RuleRepository) throws -> NumberedRule {
            if let number = Int(rule) { return try repository.remove(number: number) }
            guard let pattern = try? RulePattern(rule) else { throw RuleError.noPattern(rule) }
            return try repository.remove(pattern)
        }
    }
}

/// A rule as commands print it.
struct RuleRow: TableRow {
    let number: Int
    let pattern, profile: String

    init(_ rule: NumberedRule) {
        number = rule.number
        pattern = rule.rule.pattern.text
        profile = rule.rule.profile.text
    }

    static let columns: [TableColumn] = [
        "NUMBER", TableColumn("PATTERN", minimumWidth: 24), TableColumn("PROFILE", minimumWidth: 20),
    ]

    var cells: [String] { [String(number), pattern, profile] }
}
