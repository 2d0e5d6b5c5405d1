extension Schema {
    /// What an interrupted transfer needs to go on: the URL of an upload session, or the draft of a download.
    static let transfers = """
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
}
