import HTTPTransport

/// The conditions of a pattern, while its parts are being read.
struct RuleConditions {
    private(set) var methods: MethodCondition?
    private(set) var path: Glob?
    private(set) var host: Glob?
    private(set) var tenant: TenantName?
    private var hasTarget = false

    mutating func read(_ part: Substring) throws(RulePatternError) {
        if part.utf8.first == UInt8(ascii: "/") {
            try readPath(part, of: part)
        } else if let scheme = part.byteRange(of: "://") {
            try readURL(part, scheme: part[..<scheme.lowerBound].lowercased(), remainder: part[scheme.upperBound...])
        } else if let name = part.value(of: "host=") {
            guard let host = Glob(host: name) else { throw .host(String(name)) }
            try set(&self.host, to: host, from: part)
        } else if let name = part.value(of: "tenant=") {
            guard let tenant = TenantName(name) else { throw .tenant(String(name)) }
            try set(&self.tenant, to: tenant, from: part)
        } else if let methods = MethodCondition(part) {
            try set(&self.methods, to: methods, from: part)
        } else {
            throw .unknownPart(String(part))
        }
    }

    private mutating func readPath(_ text: Substring, of part: Substring) throws(RulePatternError) {
        guard !hasTarget else { throw .twice(String(part)) }
        guard !text.utf8.contains(UInt8(ascii: "?")) else { throw .query(String(part)) }
        hasTarget = true
        path = Glob(path: text)
    }

    private mutating func readURL(_ url: Substring, scheme: String, remainder: Substring) throws(RulePatternError) {
        let end = remainder.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? remainder.endIndex
        let name = remainder[..<end]
        guard let host = Glob(host: name) else { throw .host(String(name)) }
        guard scheme == "https" || scheme == "http" && Glob.isLoopback(host: name) else {
            throw .scheme(String(url))
        }
        try set(&self.host, to: host, from: url)
        try readPath(remainder[end...], of: url)
        // A URL without a path matches every action on the host, with or without a path.
        if path == Glob("/*") || path == Glob("/") || path == Glob("") { path = nil }
    }

    private func set<Condition>(
        _ condition: inout Condition?, to value: Condition, from part: Substring
    ) throws(RulePatternError) {
        guard condition == nil else { throw .twice(String(part)) }
        condition = value
    }
}

extension Substring {
    /// The text after a name with its equals sign, whose case is ignored.
    fileprivate func value(of name: String) -> Substring? {
        lowercased().hasPrefix(name) ? dropFirst(name.count) : nil
    }
}

/// The methods of a rule: names, or all methods that read (`READ`) or that may write (`WRITE`).
struct MethodCondition: Hashable, Sendable {
    /// In upper case, each once, sorted.
    let names: [String]

    /// Reads names with commas between, in any case.
    ///
    /// - Returns: nil for anything else: a rule for a mistyped method would match nothing.
    init?(_ text: Substring) {
        let names = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(String.init)
        for name in names {
            guard let name, Self.usual.contains(name.uppercased()) else { return nil }
        }
        self.names = Set(names.compactMap { $0?.uppercased() }).sorted()
    }

    /// A token can be used with any method, so that none is known of it. Another action without a path matches no method
    /// but `WRITE`.
    func matches(_ action: Action) -> Bool {
        guard !action.givesToken else { return false }
        return names.contains { name in
            switch name {
            case "WRITE": action.isWrite
            case "READ": action.path != nil && !action.isWrite
            default: action.path != nil && name == action.method.uppercased()
            }
        }
    }

    func overlaps(_ other: MethodCondition) -> Bool {
        names.contains { name in
            other.names.contains { other in
                if name == other { return true }
                let hasClass = [name, other].contains { $0 == "READ" || $0 == "WRITE" }
                return hasClass && Self.reads(name) == Self.reads(other)
            }
        }
    }

    /// Whether every action that the other matches is matched by this one.
    func covers(_ other: MethodCondition) -> Bool {
        other.names.allSatisfy { names.contains($0) || names.contains(Self.reads($0) ? "READ" : "WRITE") }
    }

    var hasClass: Bool { names.contains("READ") || names.contains("WRITE") }

    private static func reads(_ name: String) -> Bool { ["READ", "GET", "HEAD"].contains(name) }

    private static let usual: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "MERGE", "READ", "WRITE",
    ]
}
