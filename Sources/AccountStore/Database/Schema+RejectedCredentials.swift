extension Schema {
    /// When a server last refused what an app proves itself with; a new one, or one that is taken again, has no such time.
    static let rejectedCredentials = """
        ALTER TABLE application_credential ADD COLUMN rejected_at INTEGER;
        """
}
