import AccountStore
import MicrosoftGraph

/// Which permissions a request to Graph takes, without asking anybody.
extension Services {
    /// From the list that somebody imported, and from the built-in table. Without an import the store is asked once.
    ///
    /// - Returns: nil when nothing is known of the request, which is no reason not to send it.
    func requiredPermissions(method: String, path: ResourcePath) throws -> RequiredPermissions? {
        let list = try permissionList()
        guard try list.lastImport() != nil else { return PermissionTable.builtIn.required(method: method, path: path) }
        return try PermissionTable.builtIn.required(method: method, path: path) { place in
            try list.entries(root: place.root, depth: place.depth).map {
                PermissionEntry(method: $0.method, path: $0.path, permissions: $0.permissions)
            }
        }
    }
}

extension PermissionListRepository.Row {
    init(_ entry: PermissionEntry) {
        self.init(
            root: entry.place.root, depth: entry.place.depth, path: entry.path, method: entry.method,
            permissions: entry.permissions)
    }
}
