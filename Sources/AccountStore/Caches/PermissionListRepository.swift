import FoundationEssentials

/// A published list of permissions in the store: plain rows, whose meaning another module knows.
public struct PermissionListRepository: Sendable {
    /// What the list has on one method of one path.
    public struct Row: Hashable, Sendable {
        /// The path's first segment in lower case, and how many it has.
        public let root: String
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

    /// When a list was imported, and of how many permissions.
    public struct Import: Hashable, Sendable {
        public let date: Date
        public let permissionCount: Int
    }

    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// Puts this list in the place of the one before it, or leaves that as it is when it fails.
    public func replace(with rows: [Row], permissionCount: Int, at now: Date) throws {
        try store.write { db in
            try db.run("DELETE FROM permission")
            for row in rows {
                try db.run(
                    "INSERT OR REPLACE INTO permission VALUES (?, ?, ?, ?, ?)",
                    [row.root, row.depth, row.path, row.method, row.permissions])
            }
            try db.run(
                "INSERT OR REPLACE INTO permission_list VALUES (1, ?, ?)", [now.epochSeconds, permissionCount])
        }
    }

    /// Nil when nothing was imported.
    public func lastImport() throws -> Import? {
        let sql = "SELECT imported_at, permission_count FROM permission_list WHERE id = 1"
        return try store.read { db in
            try db.first(sql, []) { Import(date: try $0.time(0), permissionCount: Int(try $0.integer(1))) }
        } ?? nil
    }

    /// Everything that can match a path of this length that begins so.
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
