/// Where rules are kept. They point at a profile itself: a rename is followed, and a removed profile takes them along.
/// Every method that writes is one transaction.
public protocol RuleRepository: Sendable {
    /// All rules in the order in which they are tried.
    func rules() throws -> [NumberedRule]

    /// Adds a rule. One whose pattern means the same gives way to it, and it keeps that one's number.
    ///
    /// - Throws: `ProfileError.unknown` with the nearest names.
    func add(_ pattern: RulePattern, for name: String) throws -> (added: NumberedRule, replaced: Rule?)

    /// - Returns: the rule that is gone.
    /// - Throws: `RuleError.noNumber`.
    func remove(number: Int) throws -> Rule

    /// - Throws: `RuleError.noPattern`.
    func remove(_ pattern: RulePattern) throws -> Rule
}

/// What can be wrong with a request about rules.
public enum RuleError: Error, Hashable, Sendable {
    case noNumber(Int)
    /// No rule's pattern means this.
    case noPattern(String)
}
