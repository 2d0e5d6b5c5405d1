import GRDB
import Synchronization

/// One person's accounts, tokens and profiles in one SQLite database.
///
/// Making one costs nothing. The first read opens the database if there is one: on a fresh machine it creates no
/// folder and no file, and finds nothing. The first write creates both.
public final class Store: Sendable {
    public let location: StoreLocation
    let vault: Vault
    private let reading = Mutex<Connection?>(nil)
    private let writing = Mutex<DatabaseQueue?>(nil)

    public init(at location: StoreLocation, keyStore: any KeyStore) {
        self.location = location
        vault = Vault(keyStore: keyStore)
    }

    /// Keeps the master key in a file of the same folder.
    public convenience init(at location: StoreLocation) {
        self.init(at: location, keyStore: FileKeyStore(at: location))
    }

    /// Closes the database for good, before the process ends, if something was written.
    ///
    /// Whoever has only read, or noted, leaves that to the end of the process: the last one to close moves the log into the
    /// database and waits for the disk, and the next process makes a new one.
    public func close() {
        writing.withLock { opened in
            guard let queue = opened else { return }
            reading.withLock { $0 = nil }
            try? queue.close()
        }
    }

    /// The name of the key store that sealed the secrets of this store; nil while there are none.
    public func keyStoreInUse() throws -> String? {
        try read { try Settings(db: $0).value(of: .keyStore) } ?? nil
    }

    /// Runs one statement, which SQLite makes a snapshot of its own. Several that must agree need `together`, or `write`.
    ///
    /// - Returns: nil when there is no store yet.
    func read<Result: Sendable>(_ body: (Connection) throws -> Result) throws -> Result? {
        try translatingErrors {
            try reading.withLock { opened in
                if opened == nil { opened = try DatabaseFile(location: location).openIfPresent() }
                return try opened.map(body)
            }
        }
    }

    /// Runs `body` in one transaction that is on the disk when this returns, or undone when it throws.
    @discardableResult
    func write<Result>(_ body: (Connection) throws -> Result) throws -> Result {
        try translatingErrors {
            let queue = try queue()
            let result = try queue.write { try body(Connection(of: $0)) }
            emptyLog(of: queue)
            return result
        }
    }

    /// Does what may as well be left undone: in one transaction, without waiting for other processes or for the disk,
    /// and not at all if that fails.
    func tryWriting(_ body: (Connection) throws -> Void) {
        _ = try? read { db in
            db.wait(seconds: 0)
            defer { db.wait(seconds: DatabaseFile.busySeconds) }
            for setting in Store.settingsForNotes { try db.run("PRAGMA \(setting)") }
            try db.transaction { try body(db) }
        }
    }

    /// What notes add to the log waits there for the next write, or for as many of them as are still read in no time.
    private static let settingsForNotes = [
        "foreign_keys = ON", "secure_delete = ON", "synchronous = NORMAL", "wal_autocheckpoint = 32",
    ]

    /// Moves what the write-ahead log holds into the database, as far as nobody is reading it.
    ///
    /// A process that starts reads the whole log first, and SQLite by itself lets it grow to 4 MB. And what was deleted
    /// or replaced stays in it, where `secure_delete` does not reach.
    private func emptyLog(of queue: DatabaseQueue) {
        try? queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA busy_timeout = 0; PRAGMA synchronous = NORMAL")
            defer {
                try? db.execute(
                    sql: "PRAGMA busy_timeout = \(Int(DatabaseFile.busySeconds * 1000)); PRAGMA synchronous = FULL")
            }
            _ = try db.checkpoint(.truncate)
        }
    }

    private func queue() throws -> DatabaseQueue {
        try writing.withLock { opened in
            if let opened { return opened }
            let queue = try DatabaseFile(location: location).openOrCreate()
            opened = queue
            return queue
        }
    }

    private func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw StoreError(error, at: location)
        } catch let error as DatabaseError {
            throw StoreError(SQLiteError(error), at: location)
        }
    }
}
