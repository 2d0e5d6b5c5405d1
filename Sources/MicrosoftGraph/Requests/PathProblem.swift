import FoundationEssentials

/// The reason why a request would mean something else than its typed path looks like: the remains of `$ref` and `$select` in
/// double quotes, of an empty variable, or of one with `..` in it.
public enum PathProblem: Hashable, Sendable {
    /// A part of the path, as in `/groups/1/members/2/` for `/groups/1/members/2/$ref`, which would delete the member
    /// itself.
    case segment
    /// The name of a query option, as in `/me?=mail` for `/me?$select=mail`.
    case optionName
    /// A segment `.` or `..`, which a server may resolve (RFC 3986 §5.2.4), so that rules and hints looked at another path.
    case dotSegment

    /// Nil for a path without a problem. A read may end in a slash: then it reads a collection.
    ///
    /// - Parameters:
    ///   - path: as it was typed, with its query; or a full URL.
    ///   - isWrite: whether the request may change something.
    public init?(in path: String, isWrite: Bool) {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1, Self.lacksName(in: parts[1]) {
            self = .optionName
        } else if isWrite, Self.hasEmptySegment(in: String(parts[0])) {
            self = .segment
        } else if Self.hasDotSegment(in: String(parts[0])) {
            self = .dotSegment
        } else {
            return nil
        }
    }

    /// Whether a field has no name, also within an option: `$expand=items($select=id)` becomes `$expand=items(=id)`.
    private static func lacksName(in query: Substring) -> Bool {
        query.hasPrefix("=") || ["&=", "(=", ";="].contains { query.contains($0) }
    }

    /// Whether a segment is `.` or `..`, also percent-encoded. No item of a drive has such a name, so the paths of files
    /// are no exception.
    private static func hasDotSegment(in path: String) -> Bool {
        path.split(separator: "/").contains { segment in
            [".", ".."].contains(segment.lowercased().replacing("%2e", with: "."))
        }
    }

    /// Paths of files, and function calls, may have empty segments.
    private static func hasEmptySegment(in path: String) -> Bool {
        let resource = beforeFile(path)
        guard resource.utf8.count > 1 else { return false }
        return path.hasSuffix("/") || resource.prefix { $0 != "(" }.contains("//")
    }

    /// The path without scheme, up to the colon of a drive's item, behind which paths are those of files.
    private static func beforeFile(_ path: String) -> String {
        let withoutScheme = path.components(separatedBy: "://").last ?? ""
        return withoutScheme.components(separatedBy: ":/").first ?? ""
    }
}
