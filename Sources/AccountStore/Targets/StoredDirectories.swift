import AccountProfiles
import Crypto
import FoundationEssentials

/// Bindings and allowed files that last, in the same `Store` as the profiles they are about.
public struct StoredDirectories: DirectoryRepository {
    let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    public func bindings() throws -> [Binding] {
        try store.read { try BindingRows(db: $0).all() } ?? []
    }

    public func bindings(of directories: [String]) throws -> [Binding] {
        try store.read { try BindingRows(db: $0).of(directories) } ?? []
    }

    public func bind(_ directory: String, to name: String) throws -> ProfileName? {
        try StoredProfiles(store).changing(name) { db, id in
            let rows = BindingRows(db: db)
            let before = try rows.profile(of: directory)
            try rows.set(directory, to: id)
            return before
        }
    }

    public func unbind(_ directory: String) throws -> ProfileName? {
        // A store that does not exist is not created for it.
        guard try store.read({ try BindingRows(db: $0).profile(of: directory) }) != nil else { return nil }
        return try store.write { db in
            let rows = BindingRows(db: db)
            let before = try rows.profile(of: directory)
            try rows.remove(directory)
            return before
        }
    }

    public func allow(_ path: String, content: [UInt8]) throws {
        try store.write { db in
            let digest = StoredDirectories.digest(path, content)
            try db.run("INSERT OR REPLACE INTO allowed_file VALUES (?, ?)", [path, digest])
        }
    }

    public func isAllowed(_ path: String, content: [UInt8]) throws -> Bool? {
        let allowed = try store.read { db in
            try db.first("SELECT digest FROM allowed_file WHERE path = ?", [path]) { try $0.bytes(0) }
        }
        return (allowed ?? nil).map { $0 == StoredDirectories.digest(path, content) }
    }

    public func revoke(_ path: String) throws -> Bool {
        guard try isAllowed(path, content: []) != nil else { return false }
        return try store.write { try $0.run("DELETE FROM allowed_file WHERE path = ?", [path]) > 0 }
    }

    /// No path has a zero byte in it, so none can run over into the content.
    private static func digest(_ path: String, _ content: [UInt8]) -> Data {
        Data(SHA256.hash(data: Array(path.utf8) + [0] + content))
    }
}
