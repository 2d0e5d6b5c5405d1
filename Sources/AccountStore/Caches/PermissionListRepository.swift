import FoundationEssentials

/// An imported list of permissions, as plain rows. MicrosoftGraph knows their meaning.
public struct PermissionListRepository: Sendable {
    /// The permissions for one method of one path.
    public struct Row: Hashable, Sendable {
        /// The first segment of the path, in lower case.
        public let root: String
        /// The number of segments of the path.
        public let depth: Int
        public let path: String
        public let method: String
        public let permissions: String

        public init(root: String, depth: Int, path: String, method: String, permissions: String) {
            self.root = root
            self.depth = depth
            self.path = path
            self.method = method
            self.permissions = permissions
        }
    }

    /// The time of an import, and the number of its permissions.
    public struct Import: Hashable, Sendable {
        public let date: Date
        public let permissionCount: Int
    }

    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// Replaces the whole list, or leaves it as it is when that fails.
    public func replace(with rows: [Row], permissionCount: Int, at now: Date) throws {
        try store.write { db in
            try db.run("DELETE FROM permission")
            for row in rows {
                try db.run(
                    "INSERT OR REPLACE INTO permission (root, depth, path, method, permissions) VALUES (?, ?, ?, ?, ?)",
                    [row.root, row.depth, row.path, row.method, row.permissions])
            }
            try db.run(
                "INSERT OR REPLACE INTO permission_list (id, imported_at, permission_count) VALUES (1, ?, ?)",
                [now.epochSeconds, permissionCount])
        }
    }

    /// Nil when no list was imported.
    public func lastImport() throws -> Import? {
        let sql = "SELECT imported_at, permission_count FROM permission_list WHERE id = 1"
        return try store.find { db in
            try db.first(sql) { Import(date: try $0.time(0), permissionCount: Int(try $0.integer(1))) }
        }
    }

    /// All rows that can match a path with this first segment and number of segments.
    public func entries(root: String, depth: Int) throws -> [Row] {
        let sql = "SELECT path, method, permissions FROM permission WHERE root = ? AND depth = ?"
        return try store.read { db in
            try db.rows(sql, [root, depth]) { row in
                Row(
                    root: root, depth: depth, path: try row.text(0), method: try row.text(1),
                    permissions: try row.text(2))
            }
        } ?? []
    }
}
