extension Schema {
    /// What the next sign-in of an account has to carry, as the server demanded when it refused a token.
    static let pendingClaims = """
        CREATE TABLE pending_claims (
            home_account_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            client_id TEXT NOT NULL,
            claims TEXT NOT NULL,
            PRIMARY KEY (home_account_id, environment, client_id),
            FOREIGN KEY (home_account_id, environment) REFERENCES account ON DELETE CASCADE
        ) STRICT;
        """
}
