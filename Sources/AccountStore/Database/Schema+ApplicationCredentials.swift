extension Schema {
    /// What apps prove themselves with, gone with the account like its tokens: a sealed secret, or where something is
    /// that need not be sealed.
    static let applicationCredentials = """
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
}
