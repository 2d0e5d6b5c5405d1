extension Schema {
    /// A published list of permissions that somebody imported, and when. Found by what every path that can match has in
    /// common: its first segment and its length.
    static let permissionList = """
        CREATE TABLE permission_list (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            imported_at INTEGER NOT NULL,
            permission_count INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE permission (
            root TEXT NOT NULL,
            depth INTEGER NOT NULL,
            path TEXT NOT NULL,
            method TEXT NOT NULL,
            permissions TEXT NOT NULL, -- in the form of the module that knows Graph
            PRIMARY KEY (root, depth, path, method)
        ) STRICT, WITHOUT ROWID;
        """
}
