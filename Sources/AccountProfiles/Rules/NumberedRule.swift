/// A rule with the number that it keeps for as long as it exists; an older one has the lower number.
public struct NumberedRule: Hashable, Sendable {
    public let number: Int
    public let rule: Rule

    public init(number: Int, rule: Rule) {
        self.number = number
        self.rule = rule
    }

    /// Whether nothing but their age decides between them where both match.
    public func conflicts(with other: NumberedRule) -> Bool {
        rule.profile != other.rule.profile && rule.pattern.isEquallySpecific(as: other.rule.pattern)
            && rule.pattern.overlaps(other.rule.pattern)
    }
}

/// An error in a request about rules.
public enum RuleError: Error, Hashable, Sendable {
    case noNumber(Int)
    /// No rule has a pattern of this meaning.
    case noPattern(String)
}

extension [NumberedRule] {
    /// The order in which rules are tried: the most specific first, the older first among equals.
    public func inOrder() -> [NumberedRule] {
        map { (rule: $0, specificity: $0.rule.pattern.specificity) }
            .sorted { ($1.specificity, $0.rule.number) < ($0.specificity, $1.rule.number) }
            .map(\.rule)
    }
}
