import AuthCore
import Foundation
import GRDB

/// Discovery documents in the store. They are no secrets; what is read back is checked again by the core.
public struct StoredDiscovery: DiscoveryCache {
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
}
