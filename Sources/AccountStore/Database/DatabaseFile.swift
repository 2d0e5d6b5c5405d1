import GRDB

/// Opens the database: where it may lie, who may read it, and that it has the tables this program knows.
struct DatabaseFile {
    static let busySeconds = 5.0
    let location: StoreLocation

    /// To read from. Nil, with nothing created, when there is no store yet.
    func openIfPresent() throws -> Connection? {
        guard try isPresent() else { return nil }
        let connection = try Connection(path: location.database, busySeconds: DatabaseFile.busySeconds)
        guard try version(of: connection) < Schema.version else { return connection }
        try openOrCreate().close()
        return connection
    }

    /// To write to.
    func openOrCreate() throws -> DatabaseQueue {
        let directory = PrivateDirectory(path: location.directory)
        try directory.create()
        // Created here so that it is private from its first moment; SQLite gives its other files the same mode.
        if try size(in: directory) == nil { _ = try directory.createFile(location.database) }
        let queue = try DatabaseQueue(path: location.database, configuration: configuration)
        try migrate(queue)
        return queue
    }

    /// An empty file is what a process leaves that died before its first write: a store with nothing in it.
    func isPresent() throws -> Bool {
        let directory = PrivateDirectory(path: location.directory)
        return try directory.secureIfPresent() && size(in: directory) ?? 0 > 0
    }

    private func size(in directory: PrivateDirectory) throws -> Int? {
        let size = try directory.secureIfPresent(location.database)
        // SQLite takes a file of one byte for an empty one, and would write over it. No page is below 512 bytes.
        if let size, (1..<512).contains(size) { throw StoreError.corrupt(path: location.database) }
        return size
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(DatabaseFile.busySeconds)
        // Not GRDB's `journalMode`: that setting writes to the database at each start, and lowers `synchronous`.
        configuration.prepareDatabase { db in
            // FULL: a rotated refresh token has to survive a power cut, the one before it is worthless.
            try db.execute(sql: "PRAGMA secure_delete = ON; PRAGMA synchronous = FULL")
        }
        return configuration
    }

    private func migrate(_ queue: DatabaseQueue) throws {
        guard try queue.unsafeRead({ try version(of: Connection(of: $0)) }) < Schema.version else { return }
        let locks = PrivateDirectory(path: location.locks)
        try locks.create()
        // One process at a time: SQLite answers "busy" without waiting when two switch to WAL at once.
        try FileLock.holding(location.locks + "/database.lock", seconds: DatabaseFile.busySeconds) {
            try queue.writeWithoutTransaction { db in
                let connection = try Connection(of: db)
                if try version(of: connection) == 0 { try prepareEmpty(connection) }
                try takeSteps(db, from: version(of: connection))
            }
        }
    }

    private func version(of db: Connection) throws -> Int {
        let version = try db.first("PRAGMA user_version") { Int(try $0.integer(0)) } ?? 0
        guard version >= 0 else { throw StoreError.corrupt(path: location.database) }
        guard version <= Schema.version else { throw StoreError.newer(found: version, known: Schema.version) }
        return version
    }

    /// The journal mode is kept in the file, and cannot be changed within a transaction.
    private func prepareEmpty(_ db: Connection) throws {
        guard try db.first("SELECT 1 FROM sqlite_schema LIMIT 1", [], { _ in true }) == nil else {
            throw StoreError.foreignDatabase(path: location.database)
        }
        try db.run("PRAGMA journal_mode = WAL")
    }

    /// All at once: one step at a time would write most pages, and the log, many times.
    private func takeSteps(_ db: Database, from version: Int) throws {
        try db.inTransaction(.immediate) {
            for step in Schema.steps[version...] { try db.execute(sql: step) }
            try db.execute(sql: "PRAGMA user_version = \(Schema.version)")
            return .commit
        }
    }
}
