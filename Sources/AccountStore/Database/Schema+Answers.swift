extension Schema {
    /// Answers of servers, known by a hash of what was asked for. They go with their account, and may all be lost.
    static let answers = """
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
