/// The tables, as the steps that lead to them. A step is never edited once released: append the next one.
///
/// The version of a database is the number of steps it has taken, in `PRAGMA user_version`. GRDB's migrator keeps
/// names in a table of its own, which it creates if need be and reads at each start; this reads one number, and every
/// `acct token` pays for it.
enum Schema {
    static let steps = [first, servers, applicationCredentials, pendingClaims, permissionList]
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
}
