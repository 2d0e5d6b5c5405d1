import NIOHTTP1

/// One operation of Graph: where it is, who may use it and what it does.
struct GraphRoute {
    typealias Handler = (GraphCall) throws(GraphError) -> GraphAnswer

    enum Audience {
        case everybody
        case workAccounts
    }

    let method: HTTPMethod
    let pattern: [String]
    let audience: Audience
    /// Any one of these will do, as a delegated permission or as an application's role.
    let permissions: [String]
    let denial: GraphError
    let handler: Handler

    init(
        _ method: HTTPMethod, _ path: String, _ audience: Audience = .everybody, needs permissions: [String],
        else denial: GraphError = .denied, handler: @escaping Handler
    ) {
        self.method = method
        pattern = path.split(separator: "/").map { $0.lowercased() }
        self.audience = audience
        self.permissions = permissions
        self.denial = denial
        self.handler = handler
    }

    /// The values of the placeholders, nil if the path is another one.
    func parameters(in segments: [String]) -> [String: String]? {
        guard segments.count == pattern.count else { return nil }
        var parameters: [String: String] = [:]
        for (part, segment) in zip(pattern, segments) {
            if part.hasPrefix("{") {
                // `$count` and its like are never somebody's id.
                guard !segment.hasPrefix("$") else { return nil }
                parameters[String(part.dropFirst().dropLast())] = segment
            } else if part != segment.lowercased() {
                return nil
            }
        }
        return parameters
    }

    var isAboutMe: Bool { pattern.first == "me" }
}

/// A path split into version and segments, with `users('a@b')` read as `users/a@b` and a path between colons, as in
/// `sites/host:/sites/finance:/lists`, as one segment.
struct GraphPath {
    let version: String
    let segments: [String]

    /// Nil for a path that is not Graph's.
    init?(_ segments: [String]) {
        guard let version = segments.first?.lowercased(), ["v1.0", "beta"].contains(version) else { return nil }
        self.version = version
        self.segments = Self.withPathsJoined(segments.dropFirst().flatMap(Self.withoutKey))
    }

    /// `host:`, `sites`, `finance:`, `lists` become `host:/sites/finance`, `lists`; the second colon may be missing.
    private static func withPathsJoined(_ segments: [String]) -> [String] {
        guard let start = segments.firstIndex(where: { $0.hasSuffix(":") }) else { return segments }
        let rest = segments[(start + 1)...]
        let end = rest.firstIndex { $0.hasSuffix(":") }.map { $0 + 1 } ?? rest.endIndex
        var path = segments[start..<end].joined(separator: "/")
        if end - start > 1, path.hasSuffix(":") { path.removeLast() }
        return segments[..<start] + [path] + segments[end...]
    }

    private static func withoutKey(_ segment: String) -> [String] {
        guard segment.hasSuffix("')"), let open = segment.firstRange(of: "('") else { return [segment] }
        // OData doubles a quote inside a literal.
        let key = segment[open.upperBound...].dropLast(2).replacing("''", with: "'")
        return [String(segment[..<open.lowerBound]), String(key)]
    }
}
