extension Schema {
    /// What uses have taught; all of it may be lost. Things are known by a hash of their ids: nothing has to read them.
    static let usageHistory = """
        CREATE TABLE tenant_domain (
            tenant_id TEXT NOT NULL,
            domain TEXT NOT NULL,
            PRIMARY KEY (tenant_id, domain)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX profile_tenant ON profile (tenant_id);

        CREATE TABLE used_item (
            item INTEGER NOT NULL, -- the first 8 bytes of the id's SHA-256
            profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
            used_on INTEGER NOT NULL,
            PRIMARY KEY (item, profile_id)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX used_item_age ON used_item (used_on);
        CREATE INDEX used_item_profile ON used_item (profile_id);

        CREATE TABLE usage (
            profile_id INTEGER NOT NULL REFERENCES profile ON DELETE CASCADE,
            topic TEXT NOT NULL,
            score REAL NOT NULL,
            used_on INTEGER NOT NULL,
            PRIMARY KEY (profile_id, topic)
        ) STRICT, WITHOUT ROWID;
        """
}
