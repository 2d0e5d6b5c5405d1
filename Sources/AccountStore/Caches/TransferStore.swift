import FoundationEssentials

/// Transfers that were interrupted, each with what another run needs to go on. Sealed, since the URL of an upload session
/// needs no token; gone with their account, and when nothing could come of them any more.
///
/// All of them may be lost: then the transfer starts over.
public struct TransferStore: Sendable {
    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// - Returns: nil when there is none, or its time is over.
    /// - Throws: `StoreError`, also for what was not sealed for this key and this time.
    public func content(of key: RequestKey, at now: Date) throws -> Data? {
        let sql = """
            SELECT expires_on, secret FROM unfinished_transfer
            WHERE home_account_id = ? AND environment = ? AND request = ? AND expires_on > ?
            """
        return try store.read { db in
            try db.first(sql, key.arguments + [now.epochSeconds]) { row in
                let end = try row.time(0)
                return try store.vault.opener().unsealBytes(row.bytes(1), of: .unfinishedTransfer(key, until: end))
            }
        } ?? nil
    }

    /// Keeps it in the place of what was there before, or does not: the transfer goes on all the same.
    ///
    /// - Returns: whether it is kept.
    @discardableResult
    public func keep(_ content: Data, as key: RequestKey, until end: Date, at now: Date) -> Bool {
        let written: Void? = try? store.write { db in
            let secret = try store.vault.sealer(in: db).seal(content, for: .unfinishedTransfer(key, until: end))
            try db.run(
                "INSERT OR REPLACE INTO unfinished_transfer VALUES (?, ?, ?, ?, ?)",
                key.arguments + [end.epochSeconds, secret])
            try db.run("DELETE FROM unfinished_transfer WHERE expires_on <= ?", [now.epochSeconds])
        }
        return written != nil
    }

    public func forget(_ key: RequestKey) {
        _ = try? store.write { db in
            try db.run(
                "DELETE FROM unfinished_transfer WHERE home_account_id = ? AND environment = ? AND request = ?",
                key.arguments)
        }
    }
}
