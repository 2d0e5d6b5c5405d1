import AuthCore
import Foundation
import GRDB

/// What is remembered of servers, in the store. Documents are no secrets; the core checks again what is read back.
public struct StoredServerMemory: ServerMemory {
    private let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    public func document(of url: String, at now: Date) throws -> Data? {
        let sql = "SELECT document FROM discovery WHERE url = ? AND expires_on > ?"
        return try store.read { db in try db.first(sql, [url, now.epochSeconds]) { try $0.bytes(0) } } ?? nil
    }

    /// Not worth waiting for another process, or for the disk: without it the document is fetched again.
    public func keep(_ document: Data, of url: String, until end: Date) throws {
        store.tryWriting { db in
            try db.run("INSERT OR REPLACE INTO discovery VALUES (?, ?, ?)", [url, document, end.epochSeconds])
        }
    }

    public func quietTime(of url: String, at now: Date) throws -> Date? {
        let sql = "SELECT ends_on FROM quiet_time WHERE url = ? AND ends_on > ?"
        return try store.read { db in try db.first(sql, [url, now.epochSeconds]) { try $0.time(0) } } ?? nil
    }

    public func keepQuiet(_ url: String, until end: Date) throws {
        store.tryWriting { db in
            try db.run("INSERT OR REPLACE INTO quiet_time VALUES (?, ?)", [url, end.epochSeconds])
        }
    }
}
