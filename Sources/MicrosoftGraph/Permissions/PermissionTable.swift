/// Which permissions a request to Graph takes.
///
/// The built-in table has what people use, checked by hand; ``required(method:path:published:)`` takes more from a list
/// that is kept elsewhere. Neither is complete, and an answer is never a reason to refuse a request.
public struct PermissionTable: Sendable {
    public static let builtIn = PermissionTable()

    /// - Parameter method: in any case; HEAD takes what GET takes.
    /// - Returns: nil when nothing is known of the request, which is nothing unusual.
    public func required(method: String, path: ResourcePath) -> RequiredPermissions? {
        required(method: method, path: path) { _ in [] }
    }

    /// The same from both lists. The published one is newer and longer; where it is known to be wrong, it is not asked.
    ///
    /// - Parameter published: the entries of Microsoft's list at a place. Asked only for what can match.
    public func required(
        method: String, path: ResourcePath, published: (PermissionEntry.Place) throws -> [PermissionEntry]
    ) rethrows -> RequiredPermissions? {
        let asked = method.uppercased()
        let template = PathTemplate(path)
        guard !template.segments.isEmpty else { return nil }
        let lookup = PermissionLookup(template: template, method: asked == "HEAD" ? "GET" : asked)
        let found = PermissionLookup.merged(lookup.builtIn(), try lookup.published(published))
        return found?.answer(to: asked, template)
    }

    /// The paths of the built-in table with at most this many segments, such as `/me/messages/{id}`; for completion.
    public func paths(upTo depth: Int) -> [String] {
        var seen: Set<String> = []
        let paths = BuiltInPermissions.rows.flatMap(\.requests).flatMap { PermissionTable.likes($0.path) }
        return paths.filter { path in
            path.utf8.count { $0 == UInt8(ascii: "/") } <= depth && !path.hasSuffix("*") && seen.insert(path).inserted
        }
    }

    /// The path and what its row stands for besides: `/me` for other people, `/me/drive` for other drives.
    private static func likes(_ path: String) -> [String] {
        guard path.hasPrefix("/me/") else { return [path] }
        let person = [path, "/users/{id}" + path.dropFirst(3)]
        guard path.hasPrefix("/me/drive/") else { return person }
        return person + ["/drives/{id}", "/groups/{id}/drive", "/sites/{id}/drive"].map { $0 + path.dropFirst(9) }
    }
}
