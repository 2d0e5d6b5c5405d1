/// The file of the database: where it lies, who may read it, and the version of its tables.
struct DatabaseFile {
    let location: StoreLocation

    /// Nil, with nothing created, when there is no store yet.
    func openIfPresent() throws -> Database? {
        let directory = PrivateDirectory(path: location.directory)
        // A process that died before its first write leaves an empty file: a store with nothing in it.
        guard try directory.secureIfPresent(), try size(in: directory) ?? 0 > 0 else { return nil }
        return try open()
    }

    func openOrCreate() throws -> Database {
        let directory = PrivateDirectory(path: location.directory)
        try directory.create()
        // Created here so that it is private from its first moment; SQLite gives its other files the same mode.
        if try size(in: directory) == nil { _ = try directory.createFile(location.database) }
        return try open()
    }

    private func open() throws -> Database {
        let database = try Database(path: location.database)
        if try version(of: database) < Migrations.version { try migrate(database) }
        return database
    }

    private func size(in directory: PrivateDirectory) throws -> Int? {
        let size = try directory.secureIfPresent(location.database)
        // SQLite takes a file of one byte for an empty one, and would write over it. No page is below 512 bytes.
        if let size, (1..<512).contains(size) { throw StoreError.corrupt(path: location.database) }
        return size
    }

    private func version(of database: Database) throws -> Int {
        let version = try database.first("PRAGMA user_version") { Int(try $0.integer(0)) } ?? 0
        guard version >= 0 else { throw StoreError.corrupt(path: location.database) }
        guard version <= Migrations.version else { throw StoreError.newer(found: version, known: Migrations.version) }
        return version
    }

    /// One process at a time: SQLite answers "busy" without waiting when two switch to WAL at once.
    private func migrate(_ database: Database) throws {
        try PrivateDirectory(path: location.locks).create()
        try FileLock.withLock(at: location.locks + "/database.lock", seconds: Database.busySeconds) {
            if try version(of: database) == 0 { try prepareEmpty(database) }
            let version = try version(of: database)
            // All scripts in one transaction: a transaction for each would write most pages, and the log, many times.
            try database.write {
                for script in Migrations.all[version...] { try database.execute(script: script) }
                try database.run("PRAGMA user_version = \(Migrations.version)")
            }
        }
        database.checkpoint()
    }

    /// The journal mode is a property of the file, and cannot be changed within a transaction.
    private func prepareEmpty(_ database: Database) throws {
        guard try database.first("SELECT 1 FROM sqlite_schema LIMIT 1", as: { _ in true }) == nil else {
            throw StoreError.foreignDatabase(path: location.database)
        }
        try database.run("PRAGMA journal_mode = WAL")
    }
}
