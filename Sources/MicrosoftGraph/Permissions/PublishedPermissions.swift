import Foundation

/// Microsoft's published list of permissions, `permissions/new/permissions.json` of microsoft-graph-devx-content.
///
/// The list names, for each permission, the requests it opens; here it is turned round. Permissions that nobody can
/// consent to (`RSC`, given to a team or chat) are left out. Source: the schema and specification in microsoftgraph/kibali.
public struct PublishedPermissions: Sendable {
    /// One for each method of each path, in no particular order.
    public let entries: [PermissionEntry]
    /// How many permissions open any of these.
    public let permissionCount: Int

    /// The list had 3 MB in 2026.
    public static let sizeLimit = 64 << 20

    public init(_ json: Data) throws(PublishedPermissionsError) {
        guard !json.isEmpty else { throw .empty }
        guard json.count <= PublishedPermissions.sizeLimit else {
            throw .tooLarge(limit: PublishedPermissions.sizeLimit)
        }
        let document = try PermissionsDocument(json)
        var requests = PublishedRequests()
        for (name, permission) in document.permissions { try requests.add(permission, named: name) }
        guard !requests.isEmpty else { throw .nothing }
        entries = requests.entries
        permissionCount = requests.permissionCount
    }
}

/// What can be wrong with a file that is to be Microsoft's list.
public enum PublishedPermissionsError: Error, Hashable, Sendable {
    case empty
    /// In bytes.
    case tooLarge(limit: Int)
    case notJSON
    /// It is JSON, but something is not as the schema has it; the place as member names with dots between.
    case malformed(at: String)
    /// It has the list's shape and opens no request.
    case nothing
}

/// What a list of permissions has on one method and path, as rows that can be kept as text.
public struct PermissionEntry: Hashable, Sendable {
    /// In upper case.
    public let method: String
    /// As the documentation writes it.
    public let path: String
    /// For work, personal and application: one line of text, which this module writes and reads.
    public let permissions: String

    public init(method: String, path: String, permissions: String) {
        self.method = method
        self.path = path
        self.permissions = permissions
    }

    /// Where a list that is not in memory looks for the path.
    public var place: Place { Place(PathTemplate(ResourcePath(path))) }

    /// What a path is found by: everything that can match a request has its first segment and its length.
    public struct Place: Hashable, Sendable {
        /// The first segment in lower case; empty for the path `/`.
        public let root: String
        /// How many segments there are.
        public let depth: Int

        init(_ template: PathTemplate) {
            self.init(segments: template.segments)
        }

        init(segments: some Collection<String>) {
            root = segments.first ?? ""
            depth = segments.count
        }
    }
}
