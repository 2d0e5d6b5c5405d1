import AuthCore
import Crypto
import FoundationEssentials

/// A cached response with the time when it was received.
public struct ResponseCacheEntry: Hashable, Sendable {
    public let content: Data
    public let time: Date

    public init(content: Data, time: Date) {
        self.content = content
        self.time = time
    }
}

/// Cached responses of servers, sealed like tokens, since they are about people. They are removed with their account.
///
/// All of them may be lost: the oldest ones make room for new ones.
public struct ResponseCache: Sendable {
    /// The limit in bytes of one response, and of all together.
    public static let responseLimit = 8 << 20
    static let totalLimit = 64 << 20
    private static let lifetime: TimeInterval = 30 * 86_400

    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// - Throws: `StoreError`, also for a response that was sealed for another key or time.
    public func response(to key: RequestKey) throws -> ResponseCacheEntry? {
        let sql = """
            SELECT stored_at, secret FROM cached_answer
            WHERE \(AccountID.sqlCondition) AND request = ?
            """
        return try store.find { db in
            try db.first(sql, key.arguments) { row in
                let time = try row.time(0)
                let content = try store.keys.cipher(in: db).unsealBytes(
                    row.bytes(1), of: .cachedResponse(key, at: time))
                return ResponseCacheEntry(content: content, time: time)
            }
        }
    }

    /// Saves a response in place of the previous one. A response that is too large, or cannot be saved, is not cached.
    public func save(_ content: Data, as key: RequestKey, at now: Date) {
        guard content.count <= Self.responseLimit else { return }
        let sql = """
            INSERT OR REPLACE INTO cached_answer (home_account_id, environment, request, stored_at, size, secret)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        try? store.write(checkpoint: .none) { db in
            let secret = try store.keys.cipher(creatingKeyIn: db).seal(content, for: .cachedResponse(key, at: now))
            try db.run(sql, key.arguments + [now.epochSeconds, secret.count, secret])
            try Self.removeOld(in: db, at: now)
        }
    }

    private static func removeOld(in db: Database, at now: Date) throws {
        try db.run("DELETE FROM cached_answer WHERE stored_at < ?", [(now - lifetime).epochSeconds])
        // The index of times and sizes is enough for the sum; the responses are not read.
        let sql = """
            DELETE FROM cached_answer WHERE rowid IN (
                SELECT rowid FROM (
                    SELECT rowid, sum(size) OVER (ORDER BY stored_at DESC, rowid DESC) AS total FROM cached_answer
                ) WHERE total > ?)
            """
        try db.run(sql, [totalLimit])
    }
}

/// The key of a request in the caches: its account, and a hash of everything else that tells it from other requests.
public struct RequestKey: Hashable, Sendable {
    public let account: AccountID
    /// SHA-256, because the requests of people are private too.
    let digest: Data

    /// - Parameter parts: such as client, tenant, URL and headers; the order counts.
    public init(account: AccountID, parts: [String]) {
        self.account = account
        digest = Self.digest(of: parts)
    }

    /// The key columns of the tables of responses and transfers.
    var arguments: Arguments { account.arguments + [digest] }

    /// Each part has its length before it, so that no two requests have equal bytes.
    private static func digest(of parts: [String]) -> Data {
        var hash = SHA256()
        for part in parts {
            withUnsafeBytes(of: UInt32(part.utf8.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: Data(part.utf8))
        }
        return Data(hash.finalize())
    }
}
