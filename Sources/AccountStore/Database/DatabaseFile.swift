import CSQLite

/// The file of the database: where it lies, who may read it, and the version of its tables.
struct DatabaseFile {
    let location: StoreLocation
    let keys: MasterKeyLoader
    var access = StoreAccess.full

    /// Nil, with nothing created, when there is no store yet.
    func openIfPresent() throws -> Database? {
        let directory = PrivateDirectory(path: location.directory)
        guard try directory.secureIfPresent(holding: [location.database] + location.keyFiles) else { return nil }
        // A process that died before its first write leaves an empty file: a store with nothing in it. A key is made later
        // than that, wherever it is kept. The size is read again, since another process may be making both.
        if try size(in: directory) ?? 0 == 0 {
            guard !location.keyFiles.isEmpty else { return nil }
            switch try size(in: directory) {
            case nil: throw StoreError.databaseMissing(path: location.database)
            case 0: throw StoreError.corrupt(path: location.database)
            default: break
            }
        }
        do {
            return try open()
        } catch let error as SQLiteError where error.mayAllowReading {
            return try openForReading(because: error)
        }
    }

    func openOrCreate() throws -> Database {
        let directory = PrivateDirectory(path: location.directory)
        if try !directory.secureIfPresent(holding: [location.database] + location.keyFiles) { try directory.create() }
        // Created here so that it is private from its first moment; SQLite gives its other files the same mode.
        if try size(in: directory) ?? 0 == 0 {
            if let database = try openIfPresent() { return database }
            try directory.createFile(location.database)
        }
        return try open()
    }

    /// - Returns: the version of the tables.
    /// - Throws: `StoreError.newer`, also where another process has changed them since this one opened the database.
    @discardableResult
    static func requireKnownVersion(_ database: Database) throws -> Int {
        let version = try database.first("PRAGMA user_version") { Int(try $0.integer(0)) } ?? 0
        guard version <= Migrations.version else { throw StoreError.newer(found: version, known: Migrations.version) }
        return version
    }

    private func open() throws -> Database {
        let database = try Database(path: location.database, waiting: access.waitingSeconds)
        guard try Self.requireKnownVersion(database) < Migrations.version else { return database }
        // The tables of an older version lack what the statements name.
        guard access == .full else { throw SQLiteError(code: SQLITE_READONLY) }
        try migrate(database)
        return database
    }

    /// Opens the database for reading alone, where the file system is read-only or full, or lacks what several
    /// processes need to share a database.
    ///
    /// - Throws: `error` where reading is impossible as well, or the tables are those of an older version.
    private func openForReading(because error: SQLiteError) throws -> Database {
        guard let database = try? Database(readingOnly: location.database, because: error),
            let version = try? Self.requireKnownVersion(database), version == Migrations.version
        else { throw error }
        return database
    }

    private func size(in directory: PrivateDirectory) throws -> Int? {
        try FileStatus.requireOwnLinks(to: location.database)
        let size = try directory.size(of: location.database)
        // SQLite takes a file of one byte for an empty one, and would write over it. No page is below 512 bytes.
        if let size, (1..<512).contains(size) { throw StoreError.corrupt(path: location.database) }
        return size
    }

    /// The version, which is noted in two places. To be called under the lock of migrations: between two reads another
    /// process could change both.
    private func checkedVersion(of database: Database) throws -> Int {
        let version = try Self.requireKnownVersion(database)
        guard version < Migrations.version else { return version }
        // A migration would run on tables that have it already.
        let noted = ((try? Settings(db: database).value(of: .version)) ?? nil).flatMap { Int($0) } ?? version
        guard version >= 0, noted == version else { throw StoreError.corrupt(path: location.database) }
        return version
    }

    /// Processes do it one after the other: SQLite answers "busy" without waiting when two switch to WAL at once.
    private func migrate(_ database: Database) throws {
        try PrivateDirectory(path: location.locks).create()
        try FileLock.withLock(at: location.locks + "/database.lock", seconds: Database.busySeconds) {
            if try checkedVersion(of: database) == 0 { try prepareEmpty(database) }
            let version = try checkedVersion(of: database)
            // All scripts in one transaction: a transaction for each would write most pages, and the log, many times.
            try database.write {
                for script in Migrations.all[version...] { try database.execute(script: script) }
                if version < Migrations.authenticatedVersion {
                    try AuthenticationTags(db: database).introduce(with: keys)
                }
                try database.run("PRAGMA user_version = \(Migrations.version)")
                try Settings(db: database).set(.version, to: String(Migrations.version))
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

extension SQLiteError {
    /// Whether the database may be readable all the same: the error is about writing, sharing or locking.
    fileprivate var mayAllowReading: Bool {
        [SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(primaryCode)
    }
}
