import AccountProfiles
import FoundationEssentials
import Glibc
import HTTPTransport

/// Sets a damaged database or key aside, and makes a new database of all rows that can still be read.
public struct StoreRepair: Sendable {
    /// The outcome of a repair.
    public struct Report: Hashable, Sendable {
        /// The folder with the damaged files.
        public let folder: String
        public let profiles: [ProfileName]
        /// The profiles whose sign-in was lost.
        public let signedOut: [ProfileName]
        /// Whether bindings, rules or allowed `.acct` files may have been lost. No profile is current then: it would act in
        /// place of those that they named.
        public let hasLostChoices: Bool
    }

    private let location: StoreLocation
    private let environment: Environment

    public init(at location: StoreLocation, environment: Environment = [:]) {
        self.location = location
        self.environment = environment
    }

    /// - Returns: nil, with nothing changed, for a store without damage.
    /// - Throws: `StoreError`, with nothing changed.
    public func run(at now: Date) throws -> Report? {
        do {
            try PrivateDirectory(path: location.locks).create()
            return try FileLock.withLock(at: location.locks + "/repair.lock", seconds: Database.busySeconds) {
                try hasDamage() ? repair(at: now) : nil
            }
        } catch let error as SQLiteError {
            throw StoreError(error, at: location)
        }
    }

    /// Whether the database has damage that `run` mends. The key is not looked at, and nothing is changed.
    ///
    /// - Throws: `StoreError` for a database that cannot be read for another reason.
    public func hasDamagedDatabase() throws -> Bool {
        do {
            return try Store(at: location, environment: environment).read { db in
                let check = try db.rows("PRAGMA integrity_check") { try $0.text(0) }
                guard check == ["ok"], try db.first("PRAGMA foreign_key_check", as: { _ in true }) == nil else {
                    return true
                }
                guard try hasEveryColumn(db) else { return true }
                _ = try (ProfileRows(db: db).all(), RuleRows(db: db).all())
                return false
            } ?? false
        } catch let error as StoreError {
            switch error {
            case .corrupt, .databaseMissing, .notAFile: return true
            default: throw error
            }
        }
    }

    private func hasDamage() throws -> Bool {
        let store = Store(at: location, environment: environment)
        do {
            if try hasDamagedDatabase() { return true }
            try store.read { db in
                if try Settings(db: db).value(of: .keyCheck) != nil || MasterKeyLoader.hasSecrets(db) {
                    try store.keys.requireOwnKey(in: db)
                }
            }
            return false
        } catch let error as StoreError {
            switch error {
            case .corrupt, .databaseMissing, .keyDamaged, .wrongKey, .notAFile, .keyMissing, .cannotUnseal: return true
            default: throw error
            }
        } catch KeyStoreError.damaged {
            return true
        }
    }

    /// Whether the tables have the columns that this version makes. Another name of one is no damage to SQLite.
    private func hasEveryColumn(_ db: Database) throws -> Bool {
        let whole = try Database(path: ":memory:")
        for script in Migrations.all { try whole.execute(script: script) }
        return try columns(of: whole).isSubset(of: columns(of: db))
    }

    private func columns(of db: Database) throws -> Set<String> {
        let sql = """
            SELECT t.name || '.' || c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table'
            """
        return Set(try db.rows(sql) { try $0.text(0) })
    }

    private func repair(at now: Date) throws -> Report {
        let folder = try makeFolder(at: now)
        let draft = folder + "/repaired.sqlite"
        var source = openSource(in: folder)
        let key: UsableKey?
        do {
            key = try UsableKey.find(for: source, in: KeyStores(location: location, environment: environment))
        } catch {
            source = nil
            removeDrafts(in: folder)
            rmdir(folder)
            throw error
        }
        // Holds other processes off, where the file can be locked at all.
        _ = try? source?.run("BEGIN IMMEDIATE")
        let before = (try? source.map { try ProfileStatusRows(db: $0).all(at: now) }) ?? nil
        let hasLostChoices = try SalvagedDatabase(source: source, key: key).write(to: draft, in: folder)
        source = nil
        try setAside(in: folder, isKeyKept: key != nil)
        guard rename(draft, location.database) == 0 else { throw StoreError(errno: errno, path: location.database) }
        try PrivateDirectory(path: location.directory).synchronize()
        removeDrafts(in: folder)
        let repository = ProfileRepository(Store(at: location, environment: environment))
        let after = try repository.statuses(at: now)
        let lost = after.filter { $0.value.state == .signedOut && before?[$0.key]?.state != .signedOut }
        return Report(
            folder: folder, profiles: after.keys.sorted { $0.text < $1.text },
            signedOut: lost.keys.sorted { $0.text < $1.text }, hasLostChoices: hasLostChoices)
    }

    private func removeDrafts(in folder: String) {
        for name in ["readable.sqlite", "repaired.sqlite"] {
            for suffix in ["", "-wal", "-shm"] { unlink("\(folder)/\(name)\(suffix)") }
        }
    }

    private func makeFolder(at now: Date) throws -> String {
        // A folder of its own, though another repair may have been in the same second.
        var number = now.epochSeconds
        while FileStatus(ofLink: "\(location.directory)/damaged-\(number)") != nil { number += 1 }
        let folder = "\(location.directory)/damaged-\(number)"
        try PrivateDirectory(path: folder).create()
        return folder
    }

    /// The damaged database, or a copy of it with a mended header. Nil when neither opens.
    private func openSource(in folder: String) -> Database? {
        func opened(_ path: String) -> Database? {
            guard let db = try? Database(path: path),
                (try? db.first("SELECT count(*) FROM sqlite_schema") { try $0.integer(0) }) != nil
            else { return nil }
            return db
        }
        if let source = opened(location.database) { return source }
        let copy = folder + "/readable.sqlite"
        guard (try? FileStatus(of: location.database))??.kind == S_IFREG,
            var bytes = try? FileDescriptor(reading: location.database).readAll(limit: 1 << 30), bytes.count >= 512
        else { return nil }
        bytes.replaceSubrange(0..<Self.headerStart.count, with: Self.headerStart)
        bytes.replaceSubrange(44..<48, with: [0, 0, 0, 4])
        bytes.replaceSubrange(56..<60, with: [0, 0, 0, 1])
        guard (try? PrivateDirectory(path: folder).replaceFile(copy, with: bytes)) != nil else { return nil }
        return opened(copy)
    }

    /// The first bytes of every database that this program makes (SQLite's "Database File Format", section 1.3): the
    /// name, pages of 4096 bytes, the write-ahead log, no reserved bytes, and three constants.
    private static let headerStart = Array("SQLite format 3\0".utf8) + [16, 0, 2, 2, 0, 64, 32, 32]

    /// Moves the damaged files away, the log before the database: it must not be taken for the log of the new one.
    private func setAside(in folder: String, isKeyKept: Bool) throws {
        let directory = PrivateDirectory(path: folder)
        for file in [location.database, location.database + "-wal"] where FileStatus(ofLink: file) != nil {
            // A second name, so that the database is never missing. Some file systems have no second names.
            let place = folder + "/" + String(file.dropFirst(location.directory.count + 1))
            guard link(file, place) == 0 || rename(file, place) == 0 else { throw StoreError(errno: errno, path: file) }
        }
        try directory.synchronize()
        for suffix in ["-wal", "-shm"] { unlink(location.database + suffix) }
        guard !isKeyKept else { return }
        for file in location.keyFiles {
            let place = folder + "/" + String(file.dropFirst(location.directory.count + 1))
            guard rename(file, place) == 0 else { throw StoreError(errno: errno, path: file) }
        }
    }
}
