import AuthCore
import Crypto
import Foundation
import GRDB

/// What an answer is kept under: whose it is, and everything that makes it another one.
public struct AnswerKey: Hashable, Sendable {
    public let account: AccountID
    /// SHA-256: what people ask for is nobody's business either.
    let digest: Data

    /// - Parameter request: client, tenant, URL, headers; the order counts.
    public init(account: AccountID, request: [String]) {
        self.account = account
        digest = AnswerKey.digest(of: request)
    }

    /// Each part with its length before it, so that no two requests have the same bytes.
    static func digest(of request: [String]) -> Data {
        var hash = SHA256()
        for part in request {
            withUnsafeBytes(of: UInt32(part.utf8.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: Data(part.utf8))
        }
        return Data(hash.finalize())
    }
}

/// An answer that was kept, and when.
public struct StoredAnswer: Hashable, Sendable {
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
public struct StoredAnswers: Sendable {
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
    public func answer(to key: AnswerKey) throws -> StoredAnswer? {
        let sql = """
            SELECT stored_at, secret FROM cached_answer
            WHERE home_account_id = ? AND environment = ? AND request = ?
            """
        return try store.read { db in
            try db.first(sql, key.account.arguments + [key.digest]) { row in
                let time = try row.time(0)
                let content = try store.vault.opener().unsealBytes(row.bytes(1), of: .cachedAnswer(key, at: time))
                return StoredAnswer(content: content, time: time)
            }
        } ?? nil
    }

    /// Keeps an answer in the place of the one before it, or does not: whoever has it in hand needs no more.
    public func keep(_ content: Data, as key: AnswerKey, at now: Date) {
        guard content.count <= StoredAnswers.answerLimit else { return }
        try? store.write { db in
            let secret = try store.vault.sealer(in: db).seal(content, for: .cachedAnswer(key, at: now))
            try db.run(
                "INSERT OR REPLACE INTO cached_answer VALUES (?, ?, ?, ?, ?, ?)",
                key.account.arguments + [key.digest, now.epochSeconds, secret.count, secret])
            try StoredAnswers.makeRoom(in: db, at: now)
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
