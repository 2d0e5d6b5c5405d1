import CSQLite
import HTTPTransport
import Synchronization

/// The accounts, tokens and profiles of one person, in one SQLite database.
///
/// Making a store costs nothing. The first read opens the database if it exists: on a fresh machine a read creates no
/// folder and no file, and finds nothing. The first write creates both. A process need not close it: the log of the
/// database stays for the next one.
public final class Store: Sendable {
    public let location: StoreLocation
    let keys: MasterKeyLoader
    let exitGate: ExitGate
    private let access: StoreAccess
    private let opened = Mutex<Database?>(nil)

    /// - Parameter environment: says where a new master key is to be stored, and how the Secret Service is reached. Without
    ///   variables the key is in a file.
    /// - Parameter askPassphrase: asks the person for the passphrase of the key, where the kernel cannot keep it unlocked;
    ///   nil where that is not possible.
    public init(
        at location: StoreLocation, environment: Environment = [:], exitGate: ExitGate = .none,
        access: StoreAccess = .full, askPassphrase: PassphraseQuestion? = nil
    ) {
        self.location = location
        self.exitGate = exitGate
        self.access = access
        keys = MasterKeyLoader(KeyStores(location: location, environment: environment, askPassphrase: askPassphrase))
    }

    /// The key store of this store's master key; nil while there are no secrets.
    public func keyStoreInUse() throws -> KeyStoreName? {
        try find { try Settings(db: $0).keyPlace()?.store }
    }

    /// Runs one statement, which is a snapshot of its own. Several that must agree need `Database.read` around them.
    ///
    /// - Returns: nil when there is no store yet.
    func read<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result? {
        try translatingErrors {
            try opened.withLock { opened in
                if opened == nil { opened = try file.openIfPresent().map(withUnsavedTokens) }
                return try opened.map { database in
                    try keys.retryingAfterKeyChange(in: database) { try body(database) }
                }
            }
        }
    }

    /// As ``read(_:)``, for a value that may be missing: nil also when there is no store yet.
    func find<Value: Sendable>(_ body: (Database) throws -> Value?) throws -> Value? { try read(body) ?? nil }

    /// Runs `body` in one transaction that is on the disk when this returns, or undone when it throws.
    ///
    /// - Parameters:
    ///   - seconds: the time limit for waiting on other processes.
    ///   - checkpoint: what is done with the write-ahead log afterwards.
    @discardableResult
    func write<Result: Sendable>(
        waiting seconds: Double = Database.busySeconds, checkpoint: Checkpoint = .truncate,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try translatingErrors {
            guard access == .full else { throw SQLiteError(code: SQLITE_READONLY) }
            return try opened.withLock { opened in
                let database = try opened ?? withUnsavedTokens(file.openOrCreate())
                opened = database
                let result = try keys.retryingAfterKeyChange(in: database) {
                    try database.write(waiting: seconds) {
                        try DatabaseFile.requireKnownVersion(database)
                        return try body(database)
                    }
                }
                if checkpoint != .none { database.checkpoint() }
                // Best effort: without room, or while another process writes, the free pages stay for new rows.
                if checkpoint == .vacuum { try? database.releaseFreePages() }
                return result
            }
        }
    }

    /// The treatment of the write-ahead log after a write, as far as no other process reads it.
    enum Checkpoint {
        /// The log stays until it is long: for what happens often, such as a renewal.
        case none
        /// The log is moved into the database, so that a copy of that file alone is complete.
        case truncate
        /// The same, after secrets were removed; and the file gets smaller where most of it is free.
        case vacuum
    }

    /// A best-effort write: one transaction that does not wait for the disk, and is left undone if it fails.
    ///
    /// - Parameter seconds: the time to wait for other processes that write.
    func tryWriting(waiting seconds: Double = 0, _ body: (Database) throws -> Void) {
        guard access == .full else { return }
        _ = try? read { database in
            try database.writeWithoutFlush(waiting: seconds) {
                try DatabaseFile.requireKnownVersion(database)
                try body(database)
            }
        }
    }

    /// Closes the database, so that the next use opens it anew: after an error, or a repair.
    public func close() {
        opened.withLock { $0 = nil }
    }

    private var file: DatabaseFile { DatabaseFile(location: location, keys: keys, access: access) }

    private func withUnsavedTokens(_ database: Database) -> Database {
        if database.readOnlyReason == nil, access == .full { saveUnsavedTokens(in: database) }
        return database
    }

    private func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw StoreError(error, at: location)
        }
    }
}

/// The extent to which a process uses the store.
public enum StoreAccess: Sendable {
    /// Reads and writes, and waits for other processes.
    case full
    /// Reads what is there and changes nothing, not even the tables of an older version; waits for other processes for at
    /// most 0.1 s. For a shell that runs the program at each prompt or completion.
    case readOnly

    var waitingSeconds: Double { self == .full ? Database.busySeconds : 0.1 }
}

/// Holds off the end of the process while tokens are on their way to the disk.
public struct ExitGate: Sendable {
    let close, open: @Sendable () -> Void

    /// - Parameters:
    ///   - close: called before a token is spent; may be called again before `open`.
    ///   - open: called once for each `close`, when the new tokens are on the disk.
    public init(close: @escaping @Sendable () -> Void, open: @escaping @Sendable () -> Void) {
        self.close = close
        self.open = open
    }

    public static let none = ExitGate(close: {}, open: {})
}
