/// How narrow a pattern is: a tenant counts most, then a host, by its literal characters, then the literal characters of
/// the path, then fewer wildcards, then methods, named ones before `READ` and `WRITE`.
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

    /// Less is less specific.
    public static func < (left: Specificity, right: Specificity) -> Bool {
        left.ranks.lexicographicallyPrecedes(right.ranks)
    }
}

extension RulePattern {
    public var specificity: Specificity { Specificity(self) }

    public func isEquallySpecific(as other: RulePattern) -> Bool { specificity == other.specificity }
}
