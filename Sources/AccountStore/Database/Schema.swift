/// The tables, as the steps that lead to them. A step is never edited once released: append the next one.
///
/// The version of a database is the number of steps it has taken, in `PRAGMA user_version`. GRDB's migrator keeps
/// names in a table of its own, which it creates if need be and reads at each start; this reads one number, and every
/// `acct token` pays for it.
enum Schema {
    static let steps = [
        first, servers, applicationCredentials, pendingClaims, experience, targets, permissionList,
        redirectPort, answers, transfers,
    ]
    static var version: Int { steps.count }

    /// The references to `account` make removing one remove its tokens; profiles have none, because they outlive a
    /// sign-out. Times are epoch seconds.
    ///
    /// Small rows live in their key's own B-tree. Tokens do not: with 2 kB in each row that tree gets so deep that a
    /// lookup among 30,000 reads 22 pages, where an index of the keys and a table read 8.
    private static let first = """
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

    /// Discovery documents, so that renewing a token does not begin with asking where tokens come from, and the times
    /// until which servers want no requests. Both may be lost.
    private static let servers = """
        CREATE TABLE discovery (
            url TEXT NOT NULL PRIMARY KEY,
            document BLOB NOT NULL,
            expires_on INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE quiet_time (
            url TEXT NOT NULL PRIMARY KEY,
            ends_on INTEGER NOT NULL
        ) STRICT;
        """

    /// What apps prove themselves with, gone with the account like its tokens: a sealed secret, or where something is
    /// that need not be sealed.
    private static let applicationCredentials = """
        CREATE TABLE application_credential (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            kind TEXT NOT NULL,
            reference TEXT, -- the path of a file, or which managed identity
            secret BLOB,
            PRIMARY KEY (home_account_id, environment),
            CHECK ((reference IS NULL) <> (secret IS NULL)),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    /// What the next sign-in of an account has to carry, as the server demanded when it refused a token.
    private static let pendingClaims = """
        CREATE TABLE pending_claims (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            claims TEXT NOT NULL,
            PRIMARY KEY (home_account_id, environment, client_id),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT;
        """

    /// What uses have taught; all of it may be lost. Things are known by a hash of their ids: nothing has to read them.
    private static let experience = """
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

    /// Which directories and requests a profile was chosen for beforehand, and the contents of `.acct` files that were
    /// allowed. Removing a profile removes what points at it.
    private static let targets = """
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

    /// A published list of permissions that somebody imported, and when. Found by what every path that can match has in
    /// common: its first segment and its length.
    private static let permissionList = """
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

    /// Where sign-ins of a profile come back to.
    private static let redirectPort = """
        ALTER TABLE profile ADD COLUMN redirect_port INTEGER NOT NULL DEFAULT 0;
        """

    /// Answers of servers, known by a hash of what was asked for. They go with their account, and may all be lost.
    private static let answers = """
        CREATE TABLE cached_answer (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            request BLOB NOT NULL, -- SHA-256
            stored_at INTEGER NOT NULL,
            size INTEGER NOT NULL, -- of the secret, in bytes
            secret BLOB NOT NULL,
            PRIMARY KEY (home_account_id, environment, request),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT;

        CREATE INDEX cached_answer_age ON cached_answer (stored_at, size);
        """
}
