import FoundationEssentials

/// Microsoft's published list of permissions, `permissions/new/permissions.json` of microsoft-graph-devx-content.
///
/// The list names the requests of each permission; the entries name the permissions of each request. Resource-specific
/// permissions (`RSC`), which are granted to a team or chat and not by consent, are left out. The schema and its
/// specification are in microsoftgraph/kibali.
public struct PublishedPermissions: Sendable {
    /// The entry of each method of each path, in no particular order.
    public let entries: [PermissionEntry]
    /// The number of permissions that have any of these requests.
    public let permissionCount: Int

    /// The largest file that is read, in bytes; the list had 3 MB in 2026.
    public static let sizeLimit = 64 << 20

    /// - Parameter json: the content of `permissions.json`.
    public init(_ json: Data) throws(PublishedPermissionsError) {
        guard !json.isEmpty else { throw .empty }
        guard json.count <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        let document = try PermissionsDocument(json)
        var requests = PublishedRequests()
        for (name, permission) in document.permissions { try requests.add(permission, named: name) }
        guard !requests.isEmpty else { throw .noRequests }
        entries = requests.entries
        permissionCount = requests.permissionCount
    }
}

/// The reason why a file is not Microsoft's published list.
public enum PublishedPermissionsError: Error, Hashable, Sendable {
    case empty
    /// The limit in bytes.
    case tooLarge(limit: Int)
    case notJSON
    /// JSON of another schema; the place as member names with dots between.
    case malformed(at: String)
    /// The schema is right, and no request is in the list.
    case noRequests
}

/// The permissions of one method and path in a list, as a row that can be stored as text.
public struct PermissionEntry: Hashable, Sendable {
    /// The method in upper case.
    public let method: String
    /// The path as the documentation writes it.
    public let path: String
    /// The permissions for work accounts, personal accounts and applications: one line of text in a form of this module.
    public let permissions: String

    public init(method: String, path: String, permissions: String) {
        self.method = method
        self.path = path
        self.permissions = permissions
    }

    /// The shape by which a stored list finds the path.
    public var pathShape: PathShape { PathShape(segments: PathTemplate(ResourcePath(path)).segments) }

    /// The properties of a path that an entry and a request share if they match.
    public struct PathShape: Hashable, Sendable {
        /// The first segment in lower case; empty for the path `/`.
        public let root: String
        /// The number of segments.
        public let depth: Int

        init(segments: some Collection<String>) {
            root = segments.first ?? ""
            depth = segments.count
        }
    }
}
