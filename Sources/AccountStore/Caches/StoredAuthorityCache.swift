import AuthCore
import FoundationEssentials

/// What is remembered of servers, in the store.
///
/// Documents are no secrets, but they say where secrets are sent: they are sealed so that nobody can put others there.
public struct StoredAuthorityCache: AuthorityCache {
    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    public func document(of url: String, at now: Date) throws -> Data? {
        let sql = "SELECT expires_on, secret FROM discovery WHERE url = ? AND expires_on > ?"
        let kept = try store.read { db in
            try db.first(sql, [url, now.epochSeconds]) { (end: try $0.time(0), sealed: try $0.bytes(1)) }
        }
        guard case let (end, sealed)?? = kept else { return nil }
        // One that does not open is as good as none: it is fetched again, and takes the place of this.
        return try? store.vault.opener().unsealBytes(sealed, of: .discovery(url, until: end))
    }

    /// Not worth waiting for another process, or for the disk: without it the document is fetched again. Nor worth a
    /// key: where there is no secret to seal yet, none is made.
    public func save(_ document: Data, of url: String, until end: Date) throws {
        store.tryWriting { db in
            let sealed = try store.vault.opener().seal(document, for: .discovery(url, until: end))
            try db.run("INSERT OR REPLACE INTO discovery VALUES (?, ?, ?)", [url, end.epochSeconds, sealed])
        }
    }

    public func throttledUntil(of url: String, at now: Date) throws -> Date? {
        let sql = "SELECT ends_on FROM quiet_time WHERE url = ? AND ends_on > ?"
        return try store.read { db in try db.first(sql, [url, now.epochSeconds]) { try $0.time(0) } } ?? nil
    }

    public func setThrottled(_ url: String, until end: Date) throws {
        store.tryWriting { db in
            try db.run("INSERT OR REPLACE INTO quiet_time VALUES (?, ?)", [url, end.epochSeconds])
        }
    }
}
