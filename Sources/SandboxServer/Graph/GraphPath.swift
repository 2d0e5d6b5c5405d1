/// A path split into version and segments, with `users('a@b')` read as `users/a@b`.
struct GraphPath {
    let version: String
    let segments: [String]

    /// Nil for a path that is not Graph's.
    init?(_ segments: [String]) {
        guard let version = segments.first?.lowercased(), ["v1.0", "beta"].contains(version) else { return nil }
        self.version = version
        self.segments = segments.dropFirst().flatMap(Self.withoutKey)
    }

    private static func withoutKey(_ segment: String) -> [String] {
        guard segment.hasSuffix("')"), let open = segment.firstRange(of: "('") else { return [segment] }
        // OData doubles a quote inside a literal.
        let key = segment[open.upperBound...].dropLast(2).replacing("''", with: "'")
        return [String(segment[..<open.lowerBound]), String(key)]
    }
}
