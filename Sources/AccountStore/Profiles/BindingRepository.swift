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

    /// Whether no directory is bound and no file allowed.
    public func isEmpty() throws -> Bool {
        let sql = "SELECT 1 FROM binding UNION ALL SELECT 1 FROM allowed_file LIMIT 1"
        return try store.find { try $0.first(sql) { _ in true } } == nil
    }

    /// The bindings of these directories, in no order.
    public func bindings(of directories: [String]) throws -> [Binding] {
        try store.read { try BindingRows(db: $0).bindings(of: directories) } ?? []
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
        // Read first, so that no store is created where there is none.
        guard try store.read({ try BindingRows(db: $0).profile(of: directory) }) != nil else { return nil }
        return try store.write { db in
            let rows = BindingRows(db: db)
            let before = try rows.profile(of: directory)
            try rows.remove(directory)
            return before
        }
    }

    /// Allows this content of a file, in place of the content that was allowed before.
    ///
    /// - Parameter profile: the identity of the profile that the content names, empty where there is no profile of that name;
    ///   nil where it names none.
    public func allow(_ path: String, content: [UInt8], profile: String? = nil) throws {
        try store.write { db in
            let digest = Self.digest(path, content)
            try db.run(
                "INSERT OR REPLACE INTO allowed_file (path, digest, account) VALUES (?, ?, ?)", [path, digest, profile])
        }
    }

    /// The files of which some content is allowed.
    public func allowedFiles() throws -> [String] {
        try store.read { try $0.rows("SELECT path FROM allowed_file ORDER BY path") { try $0.text(0) } } ?? []
    }

    /// Those of these files of which some content is allowed.
    public func allowedFiles(among paths: [String]) throws -> Set<String> {
        let placeholders = String(repeating: "?, ", count: paths.count).dropLast(2)
        let sql = "SELECT path FROM allowed_file WHERE path IN (\(placeholders))"
        return Set(try store.read { try $0.rows(sql, paths.map { $0 as any Bindable }) { try $0.text(0) } } ?? [])
    }

    /// - Returns: nil when no content of that path is allowed.
    public func allowance(of path: String, content: [UInt8]) throws -> FileAllowance? {
        let allowed = try store.find { db in
            try db.first("SELECT digest, account FROM allowed_file WHERE path = ?", [path]) { row in
                (digest: try row.bytes(0), profile: try row.optionalText(1))
            }
        }
        return allowed.map {
            FileAllowance(hasSameContent: $0.digest == Self.digest(path, content), profile: $0.profile)
        }
    }

    /// - Returns: whether some content was allowed.
    public func revoke(_ path: String) throws -> Bool {
        guard try allowance(of: path, content: []) != nil else { return false }
        return try store.write { try $0.run("DELETE FROM allowed_file WHERE path = ?", [path]) > 0 }
    }

    /// A zero byte separates path and content, since no path has one.
    private static func digest(_ path: String, _ content: [UInt8]) -> Data {
        Data(SHA256.hash(data: Array(path.utf8) + [0] + content))
    }
}

/// The content of a file that was allowed, compared with the content that it has.
public struct FileAllowance: Hashable, Sendable {
    public let hasSameContent: Bool
    /// The identity of the profile that the content named when it was allowed, empty where there was no profile of that name;
    /// nil where it named none.
    public let profile: String?
}

/// Bindings, one row for each directory.
struct BindingRows {
    private static let sql = """
        SELECT directory, name FROM binding JOIN profile ON profile.id = binding.profile_id
        """
    let db: Database

    func all() throws -> [Binding] {
        try db.rows("\(Self.sql) ORDER BY directory", as: binding)
    }

    func bindings(of directories: [String]) throws -> [Binding] {
        let placeholders = String(repeating: "?, ", count: directories.count).dropLast(2)
        return try db.rows(
            "\(Self.sql) WHERE directory IN (\(placeholders))", directories.map { $0 as any Bindable }, as: binding)
    }

    func profile(of directory: String) throws -> ProfileName? {
        try db.first("\(Self.sql) WHERE directory = ?", [directory]) { try $0.profileName(1) }
    }

    func set(_ directory: String, to id: ProfileRows.ID) throws {
        try db.run("INSERT OR REPLACE INTO binding (directory, profile_id) VALUES (?, ?)", [directory, id])
    }

    func remove(_ directory: String) throws {
        try db.run("DELETE FROM binding WHERE directory = ?", [directory])
    }

    private func binding(_ row: Row) throws -> Binding {
        Binding(directory: try row.text(0), target: .profile(try row.profileName(1).text), origin: .command)
    }
}
