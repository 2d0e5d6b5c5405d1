/// The permissions that requests to Graph need.
///
/// The built-in table has the requests that people use, checked by hand.
/// ``PermissionTable/required(method:path:published:)`` also reads a list that is stored elsewhere. Neither is complete,
/// and their content is never a reason to refuse a request.
public struct PermissionTable: Sendable {
    public static let builtIn = PermissionTable()

    /// The permissions for a request, from the built-in table alone.
    ///
    /// - Parameter method: in any case; HEAD needs the permissions of GET.
    /// - Returns: nil for a request that the table does not have, which is common.
    public func required(method: String, path: ResourcePath) -> RequiredPermissions? {
        required(method: method, path: path) { _ in [] }
    }

    /// The permissions for a request, from the built-in table and Microsoft's published list.
    ///
    /// The published list is newer and longer; corrections in the built-in table come before it.
    ///
    /// - Parameter published: the entries of the published list for a shape of path. Called only for shapes that can match.
    public func required(
        method: String, path: ResourcePath, published: (PermissionEntry.PathShape) throws -> [PermissionEntry]
    ) rethrows -> RequiredPermissions? {
        let asked = method.uppercased()
        let template = PathTemplate(path)
        guard !template.segments.isEmpty else { return nil }
        let lookup = PermissionLookup(template: template, method: asked == "HEAD" ? "GET" : asked)
        guard var required = try lookup.required(published) else { return nil }
        required.method = asked
        return required
    }

    /// The paths of the built-in table, such as `/me/messages/{id}`; for completion.
    ///
    /// - Parameter method: in any case; nil for the paths of all methods. HEAD has those of GET.
    public func paths(serving method: String? = nil) -> [String] {
        let method = method.map { $0.uppercased() == "HEAD" ? "GET" : $0.uppercased() }
        var seen: Set<String> = []
        return BuiltInPermissions.rows.flatMap(\.requests).filter { method == nil || $0.method == method }
            .flatMap { Self.equivalents(of: $0.path) }
            .filter { !$0.hasSuffix("*") && seen.insert($0).inserted }
    }

    /// The permissions of the built-in table that a user can consent to, for themselves or with an administrator, sorted.
    public var delegatedPermissions: [String] {
        let names = BuiltInPermissions.rows.compactMap { PermissionText.requirements($0.permissions) }
            .flatMap { $0[.delegatedWork].options + $0[.delegatedPersonal].options }
            .flatMap { [$0.name] + $0.alsoRequires }
        return Set(names).sorted()
    }

    /// The path and the paths that its row stands for as well: `/me` for other users, `/me/drive` for other drives.
    private static func equivalents(of path: String) -> [String] {
        guard path.hasPrefix("/me/") else { return [path] }
        let users = [path, "/users/{id}" + path.dropFirst(3)]
        guard path.hasPrefix("/me/drive/") else { return users }
        return users + ["/drives/{id}", "/groups/{id}/drive", "/sites/{id}/drive"].map { $0 + path.dropFirst(9) }
    }
}
