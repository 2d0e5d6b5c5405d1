extension Schema {
    /// Discovery documents, so that renewing a token does not begin with asking where tokens come from, and the times
    /// until which servers want no requests. Both may be lost.
    static let servers = """
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
}
