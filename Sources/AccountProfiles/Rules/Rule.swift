/// A rule: requests that match the pattern use the profile.
public struct Rule: Hashable, Sendable {
    public let pattern: RulePattern
    public let profile: ProfileName

    public init(pattern: RulePattern, profile: ProfileName) {
        self.pattern = pattern
        self.profile = profile
    }
}

/// A rule with its number, which never changes. An older rule has the lower number.
public struct NumberedRule: Hashable, Sendable {
    public let number: Int
    public let rule: Rule

    public init(number: Int, rule: Rule) {
        self.number = number
        self.rule = rule
    }

    /// Whether only their age decides between the two rules where both match.
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
    /// The rules in the order in which they are tried: the most specific first, the older first among equals.
    public func inOrder() -> [NumberedRule] {
        map { (rule: $0, specificity: $0.rule.pattern.specificity) }
            .sorted { ($1.specificity, $0.rule.number) < ($0.specificity, $1.rule.number) }
            .map(\.rule)
    }

    /// The rules that never decide, each with an earlier one that matches all of its requests.
    public func shadowed() -> [(rule: NumberedRule, by: NumberedRule)] {
        let ordered = inOrder()
        return ordered.indices.compactMap { index in
            ordered[..<index].first { $0.rule.pattern.covers(ordered[index].rule.pattern) }
                .map { (rule: ordered[index], by: $0) }
        }
    }
}

/// The rank of a pattern among others. A tenant counts most, then a host by its literal characters, then the literal
/// characters of the path, then fewer wildcards, then methods, with named ones before `READ` and `WRITE`.
public struct Specificity: Hashable, Comparable, Sendable {
    private let ranks: [Int]

    fileprivate init(_ pattern: RulePattern) {
        ranks = [
            pattern.tenant == nil ? 0 : 1, pattern.host.map { $0.literals + 1 } ?? 0,
            pattern.path.map { $0.literals + 1 } ?? 0,
            -(pattern.host?.wildcards ?? 0) - (pattern.path?.wildcards ?? 0),
            pattern.methods.map { $0.hasClass ? 1 : 2 } ?? 0,
        ]
    }

    public static func < (left: Specificity, right: Specificity) -> Bool {
        left.ranks.lexicographicallyPrecedes(right.ranks)
    }
}

extension RulePattern {
    public var specificity: Specificity { Specificity(self) }

    public func isEquallySpecific(as other: RulePattern) -> Bool { specificity == other.specificity }
}
