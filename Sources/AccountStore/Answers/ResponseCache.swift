import Foundation

/// An answer that was kept, and when.
public struct ResponseCacheEntry: Hashable, Sendable {
    public let content: Data
    public let time: Date

    public init(content: Data, time: Date) {
        self.content = content
        self.time = time
    }
}

/// Answers of servers in the store, sealed like tokens, since they are about people. They go with their account.
///
/// All of them may be lost: what does not fit drives out the oldest.
public struct ResponseCache: Sendable {
    /// The most bytes of one answer that are kept, and of all together.
    public static let answerLimit = 8 << 20
    static let totalLimit = 64 << 20
    /// Nothing older is left lying about.
    private static let lifetime: TimeInterval = 30 * 86_400

    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// - Throws: `StoreError`, also for an answer that was not sealed for this key and this time.
    public func answer(to key: RequestKey) throws -> ResponseCacheEntry? {
        let sql = """
            SELECT stored_at, secret FROM cached_answer
            WHERE home_account_id = ? AND environment = ? AND request = ?
            """
        return try store.read { db in
            try db.first(sql, key.arguments) { row in
                let time = try row.time(0)
                let content = try store.vault.opener().unsealBytes(row.bytes(1), of: .cachedAnswer(key, at: time))
                return ResponseCacheEntry(content: content, time: time)
            }
        } ?? nil
    }

    /// Keeps an answer in the place of the one before it, or does not: whoever has it in hand needs no more.
    public func keep(_ content: Data, as key: RequestKey, at now: Date) {
        guard content.count <= ResponseCache.answerLimit else { return }
        try? store.write { db in
            let secret = try store.vault.sealer(in: db).seal(content, for: .cachedAnswer(key, at: now))
            try db.run(
                "INSERT OR REPLACE INTO cached_answer VALUES (?, ?, ?, ?, ?, ?)",
                key.arguments + [now.epochSeconds, secret.count, secret])
            try ResponseCache.makeRoom(in: db, at: now)
        }
    }

    private static func makeRoom(in db: Database, at now: Date) throws {
        try db.run("DELETE FROM cached_answer WHERE stored_at < ?", [(now - lifetime).epochSeconds])
        // An index of times and sizes answers the sum; the answers themselves are not read.
        let sql = """
            DELETE FROM cached_answer WHERE rowid IN (
                SELECT rowid FROM (
                    SELECT rowid, sum(size) OVER (ORDER BY stored_at DESC, rowid DESC) AS total FROM cached_answer
                ) WHERE total > ?)
            """
        try db.run(sql, [totalLimit])
    }
}
