extension Schema {
    /// The references to `account` make removing one remove its tokens; profiles have none, because they outlive a
    /// sign-out. Times are epoch seconds.
    ///
    /// Small rows live in their key's own B-tree. Tokens do not: with 2 kB in each row that tree gets so deep that a
    /// lookup among 30,000 reads 22 pages, where an index of the keys and a table read 8.
    static let first = """
        CREATE TABLE account (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            PRIMARY KEY (home_account_id, environment)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tenant_profile (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            realm TEXT NOT NULL,
            object_id TEXT NOT NULL,
            username TEXT NOT NULL,
            display_name TEXT NOT NULL,
            PRIMARY KEY (home_account_id, environment, realm),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE access_token (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            realm TEXT NOT NULL,
            target TEXT NOT NULL, -- the granted scopes, sorted and separated by spaces
            token_type TEXT NOT NULL,
            cached_at INTEGER NOT NULL,
            expires_on INTEGER NOT NULL,
            refresh_on INTEGER,
            secret BLOB NOT NULL,
            PRIMARY KEY (home_account_id, environment, client_id, realm, target),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT;

        CREATE TABLE refresh_token (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            family_id TEXT,
            cached_at INTEGER NOT NULL,
            rejected_at INTEGER,
            secret BLOB NOT NULL,
            PRIMARY KEY (home_account_id, environment, client_id),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT;

        CREATE TABLE id_token (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            realm TEXT NOT NULL,
            secret BLOB NOT NULL,
            PRIMARY KEY (home_account_id, environment, client_id, realm),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT;

        CREATE TABLE profile (
            id INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice: settings hold it
            name TEXT NOT NULL,
            name_key TEXT NOT NULL UNIQUE, -- the name without case; SQLite folds ASCII only
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            username TEXT NOT NULL,
            display_name TEXT NOT NULL,
            tenant_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            client_id TEXT NOT NULL,
            authority_kind TEXT NOT NULL,
            authority_url TEXT NOT NULL,
            graph TEXT,
            scopes TEXT NOT NULL,
            mode TEXT NOT NULL,
            last_used INTEGER
        ) STRICT;

        CREATE INDEX profile_account ON profile (home_account_id, environment);

        CREATE TABLE setting (
            name TEXT NOT NULL PRIMARY KEY,
            value TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
