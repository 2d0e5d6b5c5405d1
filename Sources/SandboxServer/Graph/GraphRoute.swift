import NIOHTTP1

/// An operation of Graph: its path, the permissions it needs and its handler.
struct GraphRoute {
    typealias Handler = (GraphOperation) throws(GraphErrorResponse) -> GraphResult

    enum Audience {
        case allAccounts
        case workAccounts
    }

    let method: HTTPMethod
    let pattern: [String]
    let audience: Audience
    /// The permissions of which one is enough, as delegated or application permission.
    let permissions: [String]
    let denial: GraphErrorResponse
    let handler: Handler

    init(
        _ method: HTTPMethod, _ path: String, for audience: Audience = .allAccounts, needs permissions: [String],
        else denial: GraphErrorResponse = .denied, handler: @escaping Handler
    ) {
        self.method = method
        pattern = path.split(separator: "/").map { $0.lowercased() }
        self.audience = audience
        self.permissions = permissions
        self.denial = denial
        self.handler = handler
    }

    /// The values of the placeholders; nil if the path does not match.
    func parameters(in segments: [String]) -> [String: String]? {
        guard segments.count == pattern.count else { return nil }
        var parameters: [String: String] = [:]
        for (part, segment) in zip(pattern, segments) {
            if part.hasPrefix("{") {
                // `$count` and other OData segments are not ids.
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

/// The version and the segments of a Graph path. `users('a@b')` is read as `users/a@b`, and a path between colons, as
/// in `sites/host:/sites/finance:/lists`, as one segment.
struct GraphPath {
    let version: String
    let segments: [String]

    /// Nil for a path that does not start with an API version.
    init?(_ segments: [String]) {
        guard let version = segments.first?.lowercased(), ["v1.0", "beta"].contains(version) else { return nil }
        self.version = version
        self.segments = Self.withPathsJoined(segments.dropFirst().flatMap(Self.withoutKey))
    }

    /// `host:`, `sites`, `finance:`, `lists` become `host:/sites/finance`, `lists`. The second colon can be missing.
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
        // OData escapes a quote in a literal by doubling it.
        let key = segment[open.upperBound...].dropLast(2).replacing("''", with: "'")
        return [String(segment[..<open.lowerBound]), String(key)]
    }
}
