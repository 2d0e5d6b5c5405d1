/// What the parts of a pattern ask for, while it is being read.
struct RuleConditions {
    private(set) var methods: MethodCondition?
    private(set) var path: Glob?
    private(set) var host: Glob?
    private(set) var tenant: TenantName?
    private var hasTarget = false

    mutating func read(_ part: Substring) throws(RulePatternError) {
        if part.utf8.first == UInt8(ascii: "/") {
            try readPath(part, of: part)
        } else if let scheme = part.range(of: "://") {
            try readURL(part, scheme: part[..<scheme.lowerBound].lowercased(), rest: part[scheme.upperBound...])
        } else if let name = part.value(of: "host=") {
            guard let host = HostGlob.of(name) else { throw .host(String(name)) }
            try set(&self.host, to: host, part)
        } else if let name = part.value(of: "tenant=") {
            guard let tenant = TenantName(name) else { throw .tenant(String(name)) }
            try set(&self.tenant, to: tenant, part)
        } else if let methods = MethodCondition(part) {
            try set(&self.methods, to: methods, part)
        } else {
            throw .unknownPart(String(part))
        }
    }

    private mutating func readPath(_ text: Substring, of part: Substring) throws(RulePatternError) {
        guard !hasTarget else { throw .twice(String(part)) }
        guard !text.utf8.contains(UInt8(ascii: "?")) else { throw .query(String(part)) }
        hasTarget = true
        path = PathGlob.of(text)
    }

    private mutating func readURL(_ url: Substring, scheme: String, rest: Substring) throws(RulePatternError) {
        let end = rest.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let name = rest[..<end]
        guard let host = HostGlob.of(name) else { throw .host(String(name)) }
        guard scheme == "https" || scheme == "http" && HostGlob.isLoopback(name) else {
            throw .scheme(String(url))
        }
        try set(&self.host, to: host, url)
        try readPath(rest[end...], of: url)
        // Everything on the host, whether or not the action has a path.
        if path == Glob("/*") || path == Glob("/") || path == Glob("") { path = nil }
    }

    private func set<Condition>(
        _ condition: inout Condition?, to value: Condition, _ part: Substring
    ) throws(RulePatternError) {
        guard condition == nil else { throw .twice(String(part)) }
        condition = value
    }
}

extension Substring {
    /// What stands after a name and its equals sign, in any case.
    fileprivate func value(of name: String) -> Substring? {
        lowercased().hasPrefix(name) ? dropFirst(name.count) : nil
    }
}
