import AuthCore
import FoundationEssentials

/// The authority cache of AuthCore in a `Store`: discovery documents, and the times until which servers throttle.
///
/// A document is no secret, but it says where secrets are sent. It is sealed so that nothing else can be put in its place.
public struct StoredAuthorityCache: AuthorityCache {
    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    public func document(of url: String, at now: Date) throws -> Data? {
        let sql = "SELECT expires_on, secret FROM discovery WHERE url = ? AND expires_on > ?"
        return try store.find { db in
            try db.first(sql, [url, now.epochSeconds]) { row in
                let (end, sealed) = (try row.time(0), try row.bytes(1))
                // A document that cannot be unsealed counts as absent: it is fetched again and replaces this one.
                return try? store.keys.cipher(in: db).unsealBytes(sealed, of: .discovery(url, until: end))
            } ?? nil
        }
    }

    /// Best effort, since a lost document is fetched again. It is not worth a key either: in a store without secrets none
    /// is created.
    public func save(_ document: Data, of url: String, until end: Date) throws {
        store.tryWriting { db in
            let sealed = try store.keys.cipher(in: db).seal(document, for: .discovery(url, until: end))
            try db.run(
                "INSERT OR REPLACE INTO discovery (url, expires_on, secret) VALUES (?, ?, ?)",
                [url, end.epochSeconds, sealed])
        }
    }

    public func throttledUntil(of key: String, at now: Date) throws -> Date? {
        let sql = "SELECT ends_on FROM quiet_time WHERE url = ? AND ends_on > ?"
        return try store.find { db in try db.first(sql, [key, now.epochSeconds]) { try $0.time(0) } }
    }

    public func setThrottled(_ key: String, until end: Date) throws {
        store.tryWriting { db in
            // No time is longer than an hour. What ended a day ago is past by any clock.
            try db.run("DELETE FROM quiet_time WHERE ends_on < ?", [end.addingTimeInterval(-86_400).epochSeconds])
            try db.run("INSERT OR REPLACE INTO quiet_time (url, ends_on) VALUES (?, ?)", [key, end.epochSeconds])
        }
    }
}
