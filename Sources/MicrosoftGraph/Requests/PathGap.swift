import FoundationEssentials

/// A gap in a typed path: what a shell leaves of `$ref` and `$select` in double quotes, or of an empty variable. The request
/// would mean something else than it looks like.
public enum PathGap: Hashable, Sendable {
    /// A part of the path, as in `/groups/1/members/2/` for `/groups/1/members/2/$ref`, which would delete the member itself.
    case segment
    /// The name of a query option, as in `/me?=mail` for `/me?$select=mail`.
    case optionName

    /// Nil for a path without a gap. A read may end in a slash: then it reads a collection.
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
        } else {
            return nil
        }
    }

    /// Also within an option: `$expand=items($select=id)` becomes `$expand=items(=id)`.
    private static func lacksName(in query: Substring) -> Bool {
        query.hasPrefix("=") || ["&=", "(=", ";="].contains { query.contains($0) }
    }

    /// Paths of files, and function calls, may have empty segments.
    private static func hasEmptySegment(in path: String) -> Bool {
        let segments = path.components(separatedBy: "://").last ?? ""
        guard segments.utf8.count > 1 else { return false }
        return segments.hasSuffix("/")
            || segments.contains("//") && !segments.contains(":") && !segments.contains("(")
    }
}
