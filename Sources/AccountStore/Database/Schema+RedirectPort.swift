extension Schema {
    /// Where sign-ins of a profile come back to.
    static let redirectPort = """
        ALTER TABLE profile ADD COLUMN redirect_port INTEGER NOT NULL DEFAULT 0;
        """
}
