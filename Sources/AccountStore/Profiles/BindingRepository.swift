import AccountProfiles
import Crypto
import FoundationEssentials

/// The bindings, and the `.acct` files that were allowed. Every method that writes is one transaction.
///
/// Directories and paths are absolute, with symbolic links resolved. A binding refers to the profile itself: a rename is
/// followed, and removing a profile removes its bindings.
public struct BindingRepository: Sendable {
    let store: Store

    public init(_ store: Store) {
        self.store = store
    }

    /// All bindings, sorted by directory.
    public func bindings() throws -> [Binding] {
        try store.read { try BindingRows(db: $0).all() } ?? []
    }

    /// The bindings of these directories, in no order.
    public func bindings(of directories: [String]) throws -> [Binding] {
        try store.read { try BindingRows(db: $0).of(directories) } ?? []
    }

    /// - Returns: the profile that the directory was bound to before.
    /// - Throws: `ProfileError.unknown` with the nearest names.
    public func bind(_ directory: String, to name: String) throws -> ProfileName? {
        try ProfileRepository(store).changing(name) { db, id in
            let rows = BindingRows(db: db)
            let before = try rows.profile(of: directory)
            try rows.set(directory, to: id)
            return before
        }
    }

    /// - Returns: the profile that the directory was bound to; nil when it was not bound.
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

    /// Allows this content of a file, in place of the content that was allowed before.
    public func allow(_ path: String, content: [UInt8]) throws {
        try store.write { db in
            let digest = BindingRepository.digest(path, content)
            try db.run("INSERT OR REPLACE INTO allowed_file VALUES (?, ?)", [path, digest])
        }
    }

    /// - Returns: nil when no content of that path is allowed.
    public func isAllowed(_ path: String, content: [UInt8]) throws -> Bool? {
        let allowed = try store.read { db in
            try db.first("SELECT digest FROM allowed_file WHERE path = ?", [path]) { try $0.bytes(0) }
        }
        return (allowed ?? nil).map { $0 == BindingRepository.digest(path, content) }
    }

    /// - Returns: whether some content was allowed.
    public func revoke(_ path: String) throws -> Bool {
        guard try isAllowed(path, content: []) != nil else { return false }
        return try store.write { try $0.run("DELETE FROM allowed_file WHERE path = ?", [path]) > 0 }
    }

    /// No path has a zero byte in it, so none can run over into the content.
    private static func digest(_ path: String, _ content: [UInt8]) -> Data {
        Data(SHA256.hash(data: Array(path.utf8) + [0] + content))
    }
}
