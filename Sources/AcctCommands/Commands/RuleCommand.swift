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
            try services.output.print(rules.map(RuleRow.init), asJSON: json.json)
        }
    }
}

/// A rule as commands print it.
struct RuleRow: TableRow, CommandOutput {
    let number: Int
    let pattern, profile: String

    init(_ rule: NumberedRule) {
        number = rule.number
        pattern = rule.rule.pattern.text
        profile = rule.rule.profile.text
    }

    static let header = ["NUMBER", "PATTERN", "PROFILE"]

    var cells: [String] { [String(number), pattern, profile] }

    func text(for terminal: Terminal) -> String { cells.joined(separator: "\t") }
}
