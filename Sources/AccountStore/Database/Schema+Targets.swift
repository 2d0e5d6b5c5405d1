extension Schema {
    /// Which directories and requests a profile was chosen for beforehand, and the contents of `.acct` files that were
    /// allowed. Removing a profile removes what points at it.
    static let targets = """
        CREATE TABLE binding (
            directory TEXT NOT NULL PRIMARY KEY, -- absolute, with symbolic links resolved
            profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX binding_profile ON binding (profile_id);

        CREATE TABLE allowed_file (
            path TEXT NOT NULL PRIMARY KEY,
            digest BLOB NOT NULL -- SHA-256 of path and content
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE rule (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: people remove rules by it
            pattern TEXT NOT NULL,
            pattern_key TEXT NOT NULL UNIQUE, -- the same for all patterns that mean the same
            profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE
        ) STRICT;

        CREATE INDEX rule_profile ON rule (profile_id);
        """
}
