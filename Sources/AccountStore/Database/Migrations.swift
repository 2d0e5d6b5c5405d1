/// The tables, as an ordered list of scripts. A released script is never edited; the next one is appended.
///
/// The version of a database is the number of scripts it has run, stored in `PRAGMA user_version`.
enum Migrations {
    static let all = [
        initialTables, authorityCache, applicationCredentials, pendingClaims, usageHistory, bindingsAndRules,
        permissionList, redirectPort, responseCache, rejectedCredentials, sealedDiscovery, resumableTransfers,
        addressedItems, authenticatedDestinations, browsers, declinedScopes, redirectURIs, tlsCertificates,
        clientCredentials, brokeredAccounts, expiries, accountsOfAllowedFiles, failedRenewals,
        ownersOfDomains,
    ]

    static var version: Int { Self.all.count }

    /// The first version whose profiles are authenticated; `AuthenticationTags.introduce` has to follow its script.
    static let authenticatedVersion = 14
    /// The first version whose profiles have browsers.
    static let browserVersion = 15

    /// Accounts, tokens, profiles and settings. Times are epoch seconds.
    ///
    /// The references to `account` make removing an account remove its tokens. Profiles have no such reference, because
    /// they outlive a sign-out.
    ///
    /// Small rows live in the B-tree of their key (WITHOUT ROWID). Tokens do not: with 2 kB in each row that tree gets
    /// so deep that a lookup among 30,000 reads 22 pages, where an index of the keys and a table read 8.
    private static let initialTables = """
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

    /// Discovery documents, so that a refresh does not begin with asking for the token endpoint, and the times until
    /// which a throttled server wants no requests. Both may be lost.
    private static let authorityCache = """
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

    /// The credentials of apps, removed with the account like its tokens: a sealed secret, or a reference that needs no
    /// sealing.
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

    /// The claims that the next sign-in of an account has to carry, from the challenge that refused a token.
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

    /// The usage history; all of it may be lost. Items are stored as hashes of their ids: nothing reads the ids back.
    private static let usageHistory = """
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

    /// Bindings, rules, and the allowed contents of `.acct` files. Removing a profile removes its bindings and rules.
    private static let bindingsAndRules = """
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

    /// An imported list of permissions. A path is looked up by what all matching paths share: first segment and length.
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

    /// The loopback port that sign-ins of a profile come back to.
    private static let redirectPort = """
        ALTER TABLE profile ADD COLUMN redirect_port INTEGER NOT NULL DEFAULT 0;
        """

    /// Cached responses, keyed by a hash of the request. They are removed with their account. All of them may be lost.
    private static let responseCache = """
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

    /// The time when a server last refused an app's credential. NULL for a new one, and again once it is accepted.
    private static let rejectedCredentials = """
        ALTER TABLE application_credential ADD COLUMN rejected_at INTEGER;
        """

    /// The discovery documents again, sealed: somebody who can write the database must not be able to redirect refresh
    /// tokens. The unsealed documents are dropped and fetched anew.
    private static let sealedDiscovery = """
        DROP TABLE discovery;

        CREATE TABLE discovery (
            url TEXT NOT NULL PRIMARY KEY,
            expires_on INTEGER NOT NULL,
            secret BLOB NOT NULL
        ) STRICT;
        """

    /// The state of an interrupted transfer: the URL of an upload session, or the draft of a download.
    private static let resumableTransfers = """
        CREATE TABLE unfinished_transfer (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            request BLOB NOT NULL, -- SHA-256
            expires_on INTEGER NOT NULL,
            secret BLOB NOT NULL,
            PRIMARY KEY (home_account_id, environment, request),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT;

        CREATE INDEX unfinished_transfer_end ON unfinished_transfer (expires_on);
        """

    /// Items are kept only when a path addressed them. The rows until now also came from queries, bodies and lists, and
    /// some of their ids are the same in every tenant.
    private static let addressedItems = "DELETE FROM used_item;"

    /// Authentication tags for what decides where secrets are sent. The caches are dropped rather than sealed anew.
    private static let authenticatedDestinations = """
        ALTER TABLE profile ADD COLUMN seal BLOB;
        ALTER TABLE application_credential ADD COLUMN seal BLOB;
        DELETE FROM cached_answer;
        DELETE FROM unfinished_transfer;
        DELETE FROM discovery;
        """

    /// The command that opens the pages of a profile's account; NULL for the browser of the desktop.
    private static let browsers = "ALTER TABLE profile ADD COLUMN browser TEXT;"

    /// The scopes that a server has declined since the last sign-in, separated by spaces.
    private static let declinedScopes = """
        CREATE TABLE declined_scopes (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            realm TEXT NOT NULL,
            scopes TEXT NOT NULL,
            PRIMARY KEY (home_account_id, environment, client_id, realm),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    /// The redirect URI of the client's registration; NULL for http://localhost with any port.
    private static let redirectURIs = """
        ALTER TABLE profile ADD COLUMN redirect_uri TEXT;
        UPDATE profile SET redirect_uri = 'http://localhost:' || redirect_port WHERE redirect_port <> 0;
        ALTER TABLE profile DROP COLUMN redirect_port;
        """

    /// The file of the certificate that a profile presents to its authority; NULL for none.
    private static let tlsCertificates = "ALTER TABLE profile ADD COLUMN tls_certificate TEXT;"

    /// The credentials of clients through which people sign in, where the issuer demands one.
    private static let clientCredentials = """
        CREATE TABLE client_credential (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            reference TEXT, -- the path of a file
            secret BLOB,
            rejected_at INTEGER,
            seal BLOB NOT NULL,
            PRIMARY KEY (home_account_id, environment, client_id),
            CHECK ((reference IS NULL) <> (secret IS NULL)),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    /// The profiles whose tokens come from the device's broker, and the accounts that it has given tokens of: the row
    /// is there as long as the account is signed in. `rejected_at` is the time when the broker last demanded a sign-in.
    private static let brokeredAccounts = """
        ALTER TABLE profile ADD COLUMN is_brokered INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE brokered_account (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            rejected_at INTEGER,
            PRIMARY KEY (home_account_id, environment, client_id),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """

    /// The times until which refresh tokens and client secrets can be used; NULL where they are not known. Entra's refresh
    /// tokens last 90 days. Those that were imported without the time of their issue have been stored with 0 for it.
    private static let expiries = """
        ALTER TABLE refresh_token ADD COLUMN expires_on INTEGER;
        ALTER TABLE application_credential ADD COLUMN expires_on INTEGER;
        ALTER TABLE client_credential ADD COLUMN expires_on INTEGER;
        UPDATE refresh_token AS r SET expires_on = cached_at + 7776000
        WHERE cached_at > 0 AND EXISTS (
            SELECT 1 FROM profile AS p
            WHERE p.home_account_id = r.home_account_id AND p.environment = r.environment AND p.client_id = r.client_id
              AND p.authority_kind = 'entra');
        """

    /// The identity of the profile that an allowed file names, empty where there was no profile of that name; NULL where it
    /// named none, and for files allowed earlier.
    private static let accountsOfAllowedFiles = """
        ALTER TABLE allowed_file ADD COLUMN account TEXT;
        """

    /// A domain belongs to one tenant. Where two had the same, which has it now is not known.
    private static let ownersOfDomains = """
        DELETE FROM tenant_domain
        WHERE domain IN (SELECT domain FROM tenant_domain GROUP BY domain HAVING count(*) > 1);
        CREATE UNIQUE INDEX IF NOT EXISTS tenant_domain_owner ON tenant_domain (domain);
        """

    /// The failed renewals of the last minutes; all of them may be lost. Pending claims have a tenant, `realm`: those that
    /// were stored without one are demanded again at the next renewal.
    private static let failedRenewals = """
        CREATE TABLE failed_renewal (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            request TEXT NOT NULL,
            ended_at INTEGER NOT NULL,
            failure TEXT NOT NULL, -- JSON
            PRIMARY KEY (home_account_id, environment, client_id, request),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        DROP TABLE pending_claims;
        CREATE TABLE pending_claims (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            realm TEXT NOT NULL,
            claims TEXT NOT NULL,
            PRIMARY KEY (home_account_id, environment, client_id, realm),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
