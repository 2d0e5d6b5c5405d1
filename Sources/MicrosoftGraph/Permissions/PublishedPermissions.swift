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
