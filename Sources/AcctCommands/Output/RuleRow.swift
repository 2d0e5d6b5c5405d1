import AccountProfiles

/// A rule as commands print it.
struct RuleRow: Row, Answer {
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
