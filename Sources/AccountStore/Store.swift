import Synchronization

/// The accounts, tokens and profiles of one person, in one SQLite database.
///
/// Making a store costs nothing. The first read opens the database if it exists: on a fresh machine a read creates no
/// folder and no file, and finds nothing. The first write creates both.
public final class Store: Sendable {
    public let location: StoreLocation
    let keys: MasterKeyLoader
    private let opened = Mutex<Database?>(nil)

    public init(at location: StoreLocation, keyStore: any KeyStore) {
        self.location = location
        keys = MasterKeyLoader(keyStore)
    }

    /// A store whose master key is in a file of the same folder.
    public convenience init(at location: StoreLocation) {
        self.init(at: location, keyStore: FileKeyStore(at: location))
    }

    /// Closes the database before the process ends, if something was written.
    ///
    /// A process that only read, or made a best-effort write, leaves closing to its end: the last process to close the
    /// database moves the log into it and waits for the disk, and the next process makes a new log.
    public func close() {
        opened.withLock { database in
            if database?.hasWritten == true { database = nil }
        }
    }

    /// The name of the key store that sealed the secrets of this store; nil while there are none.
    public func keyStoreInUse() throws -> String? {
        try read { try Settings(db: $0).value(of: .keyStore) } ?? nil
    }

    /// Runs one statement, which is a snapshot of its own. Several that must agree need `Database.read` around them.
    ///
    /// - Returns: nil when there is no store yet.
    func read<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result? {
        try translatingErrors {
            try opened.withLock { opened in
                if opened == nil { opened = try DatabaseFile(location: location).openIfPresent() }
                return try opened.map(body)
            }
        }
    }

    /// Runs `body` in one transaction that is on the disk when this returns, or undone when it throws.
    @discardableResult
    func write<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
        try translatingErrors {
            try opened.withLock { opened in
                let database = try opened ?? DatabaseFile(location: location).openOrCreate()
                opened = database
                let result = try database.write { try body(database) }
                database.checkpoint()
                return result
            }
        }
    }

    /// A best-effort write: one transaction that waits neither for other processes nor for the disk, and is left undone
    /// if it fails.
    func tryWriting(_ body: (Database) throws -> Void) {
        _ = try? read { database in try database.writeWithoutWaiting { try body(database) } }
    }

    private func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw StoreError(error, at: location)
        }
    }
}
