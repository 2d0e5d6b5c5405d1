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
