extension Schema {
    /// The documents again, sealed: whoever writes the database must not say where refresh tokens go. Those that were
    /// there are fetched anew.
    static let sealedDocuments = """
        DROP TABLE discovery;

        CREATE TABLE discovery (
            url TEXT NOT NULL PRIMARY KEY,
            expires_on INTEGER NOT NULL,
            secret BLOB NOT NULL
        ) STRICT;
        """
}
