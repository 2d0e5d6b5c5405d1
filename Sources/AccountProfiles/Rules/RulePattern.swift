/// Which requests a rule is about: `[METHOD[,METHOD]] [TARGET] [host=GLOB] [tenant=GUID-or-domain]`, at least one part.
///
/// TARGET is a path, or a URL whose host and path are compared. `*` matches any run of characters.
public struct RulePattern: Hashable, Sendable {
    static let sizeLimit = 1024

    /// The text as typed, with one space between parts.
    public let text: String
    let methods: MethodCondition?
    /// Nil where any path matches, and an action without one.
    let path: Glob?
    let host: Glob?
    let tenant: TenantName?

    public init(_ text: String) throws(RulePatternError) {
        let parts = try Self.parts(of: text)
        var conditions = RuleConditions()
        for part in parts { try conditions.read(part) }
        self.text = parts.joined(separator: " ")
        (methods, path, host, tenant) = (conditions.methods, conditions.path, conditions.host, conditions.tenant)
    }

    /// - Parameter tenants: the ids and domains of the tenants that the action names, in lower case.
    public func matches(_ action: Action, tenants: Set<String>) -> Bool {
        if let methods, !methods.matches(action) { return false }
        if let tenant, !tenants.contains(tenant.text) { return false }
        // A path alone is one of Graph.
        guard let host else { return path == nil || action.needsGraph && matches(path: action.path) }
        return action.addresses.contains { $0.isOn(host) && matches(path: $0.path) }
    }

    private func matches(path text: String?) -> Bool {
        guard let path else { return true }
        return text.map { Glob.normalizedPaths($0).contains(where: path.matches) } == true
    }

    /// Whether the pattern matches but for what the action leaves open: the path, where an address names the host alone, and
    /// the method, where a token is given.
    func mayMatch(_ action: Action, tenants: Set<String>) -> Bool {
        if let methods, !action.givesToken, !methods.matches(action) { return false }
        if let tenant, !tenants.contains(tenant.text) { return false }
        guard let host else { return tenant != nil && path == nil }
        return action.addresses.contains { $0.isOn(host) && ($0.path == nil || matches(path: $0.path)) }
    }

    /// Whether a request with one host and one name of a tenant can match both patterns.
    public func overlaps(_ other: RulePattern) -> Bool {
        if let methods, let others = other.methods, !methods.overlaps(others) { return false }
        if let tenant, let another = other.tenant, tenant != another { return false }
        if let host, let another = other.host, !host.overlaps(another) { return false }
        guard let path, let another = other.path else { return true }
        return path.overlaps(another)
    }

    /// Whether every request that the other pattern matches is matched by this one. False where that is not certain.
    public func covers(_ other: RulePattern) -> Bool {
        func isMet<Condition>(_ own: Condition?, _ another: Condition?, by covers: (Condition, Condition) -> Bool)
            -> Bool
        {
            guard let own else { return true }
            return another.map { covers(own, $0) } ?? false
        }
        // A path alone is one of Graph, whose host can be another.
        if path != nil, host == nil, other.host != nil { return false }
        return isMet(methods, other.methods) { $0.covers($1) } && isMet(path, other.path) { $0.covers($1) }
            && isMet(host, other.host) { $0.covers($1) } && isMet(tenant, other.tenant) { $0 == $1 }
    }

    /// A text that is the same for all patterns of the same meaning.
    public var key: String {
        [
            methods?.names.joined(separator: ","), path?.text, host.map { "host=\($0.text)" },
            tenant.map { "tenant=\($0.text)" },
        ].compactMap(\.self).joined(separator: " ")
    }

    private static func parts(of text: String) throws(RulePatternError) -> [Substring] {
        guard text.utf8.count <= sizeLimit else { throw .tooLong(limit: sizeLimit) }
        let parts = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map(Substring.init)
        guard !parts.isEmpty else { throw .empty }
        guard !parts.contains(where: { $0.unicodeScalars.contains(where: isInvisible) }) else { throw .unprintable }
        return parts
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}

/// The reason why a text is not a pattern, with the part that is wrong.
public enum RulePatternError: Error, Hashable, Sendable {
    case empty
    /// The limit in bytes.
    case tooLong(limit: Int)
    /// The text has invisible characters.
    case unprintable
    /// The part is neither methods nor a path, a URL, `host=` or `tenant=`.
    case unknownPart(String)
    /// The second part of a kind that is allowed once.
    case twice(String)
    /// The scheme is neither https, nor http on this machine.
    case scheme(String)
    case host(String)
    /// The value is neither a GUID nor a domain.
    case tenant(String)
    /// The path has a query, which patterns do not compare.
    case query(String)
}
