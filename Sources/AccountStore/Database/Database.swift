import CSQLite
import Glibc

/// An open SQLite database. Each statement is compiled once in the life of the connection.
///
/// Sendable unchecked: the mutex of `Store` lets one thread at a time use it.
final class Database: @unchecked Sendable {
    /// The time limit of each statement for waiting on other processes.
    static let busySeconds = 10.0

    /// The size in bytes from which a write moves the log into the database: 32 pages with their headers.
    ///
    /// A process that starts reads the whole log first, and SQLite by itself lets it grow to 4 MB, or without end where
    /// each process writes once: the next process does not know what was moved before.
    static let walLimit = 32 + 32 * (4096 + 24)

    /// Set once in a process, before its first database is opened. The page cache takes no memory ahead: a start reads
    /// a dozen pages, and 80 more would have to be cleared for it. Nobody asks how much memory SQLite uses.
    private static let configuration: CInt = csqlite_configure()

    let handle: OpaquePointer
    private let path: String
    /// The time limit in seconds of each statement for waiting on other processes.
    private let waiting: Double
    private var statements: [Statement] = []
    /// The current value of `PRAGMA synchronous`; nil while nothing has been written.
    private var durability: Durability?
    /// The reason why this connection only reads; nil for one that writes.
    let readOnlyReason: SQLiteError?

    private enum Durability: String {
        /// The log is synchronized at each commit: a rotated refresh token has to survive a power cut, since the token
        /// before it is worthless.
        case full = "FULL"
        /// A power cut may undo the last transactions; the file stays whole.
        case normal = "NORMAL"
    }

    /// Opens an existing file. Nothing is read or written yet, and no SQL runs: `acct token` pays for each line here.
    ///
    /// - Parameter seconds: the time limit of each statement for waiting on other processes.
    /// - Throws: `SQLiteError`.
    convenience init(path: String, waiting seconds: Double = busySeconds) throws(SQLiteError) {
        try self.init(
            path: path, name: path, SQLITE_OPEN_READWRITE, vfs: nil, waiting: seconds, readOnlyReason: nil)
    }

    /// Opens a file for reading where nothing can be written: neither the database, nor the files that SQLite makes next
    /// to it for other processes. It takes no locks, since no process can write there.
    ///
    /// - Parameter reason: thrown by every write.
    convenience init(readingOnly path: String, because reason: SQLiteError) throws(SQLiteError) {
        // Without a log the database is complete. SQLite then has to be told that no log will come.
        if Self.fileSize(path + "-wal") == 0 {
            let name = "file:\(Self.escaped(path))?immutable=1"
            try self.init(
                path: path, name: name, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, vfs: nil, waiting: Self.busySeconds,
                readOnlyReason: reason)
        } else {
            try self.init(
                path: path, name: path, SQLITE_OPEN_READONLY, vfs: "unix-none", waiting: Self.busySeconds,
                readOnlyReason: reason)
            // The index of the log is then kept in memory.
            try execute(script: "PRAGMA locking_mode = EXCLUSIVE")
        }
    }

    private init(
        path: String, name: String, _ flags: Int32, vfs: String?, waiting: Double, readOnlyReason: SQLiteError?
    ) throws(SQLiteError) {
        _ = Self.configuration
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, vfs)
        guard let opened else { throw SQLiteError(code: SQLITE_NOMEM) }
        guard code == SQLITE_OK else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError(of: opened)
        }
        handle = opened
        self.path = path
        self.waiting = waiting
        self.readOnlyReason = readOnlyReason
        sqlite3_extended_result_codes(handle, 1)
        setBusyTimeout(waiting)
        csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, true)
        // A file that somebody else has edited cannot run functions from its schema, or have its schema rewritten.
        csqlite_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
        csqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, true)
        // The log stays for the next process: moving it takes longer than most writes.
        csqlite_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    }

    deinit {
        statements.forEach { $0.finalize() }
        sqlite3_close_v2(handle)
    }

    var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// - Returns: the number of rows that changed.
    @discardableResult
    func run(_ sql: String, _ arguments: Arguments = []) throws -> Int {
        let statement = try statement(sql, arguments)
        defer { statement.reset() }
        while try statement.step() {}
        return Int(sqlite3_changes(handle))
    }

    func rows<Value>(_ sql: String, _ arguments: Arguments = [], as value: (Row) throws -> Value) throws -> [Value] {
        let statement = try statement(sql, arguments)
        defer { statement.reset() }
        var values: [Value] = []
        while try statement.step() { values.append(try value(statement.row)) }
        return values
    }

    /// Runs `body` for each row as it is read: for a database that may fail in between.
    func each(_ sql: String, _ arguments: Arguments = [], do body: (Row) throws -> Void) throws {
        let statement = try statement(sql, arguments)
        defer { statement.reset() }
        while try statement.step() { try body(statement.row) }
    }

    func first<Value>(_ sql: String, _ arguments: Arguments = [], as value: (Row) throws -> Value) throws -> Value? {
        let statement = try statement(sql, arguments)
        defer { statement.reset() }
        return try statement.step() ? value(statement.row) : nil
    }

    /// Runs any number of statements without values, such as a migration.
    func execute(script: String) throws(SQLiteError) {
        guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw SQLiteError(of: handle) }
    }

    private func statement(_ sql: String, _ arguments: Arguments) throws(SQLiteError) -> Statement {
        // There are a dozen at most: comparing their texts is faster than hashing the new one.
        let statement: Statement
        if let cached = statements.first(where: { $0.sql == sql && !$0.isRunning }) {
            statement = cached
        } else {
            statement = try Statement(sql, on: handle)
            statements.append(statement)
        }
        try statement.bind(arguments)
        return statement
    }

    /// Runs several statements on one snapshot of the database.
    func read<Result>(_ body: () throws -> Result) throws -> Result {
        try run("BEGIN")
        defer { _ = try? run("COMMIT") }
        return try body()
    }

    /// Runs `body` in one transaction that is on the disk when this returns, or undone when it throws.
    ///
    /// - Parameter seconds: the time limit for waiting on other processes.
    @discardableResult
    func write<Result>(waiting seconds: Double = busySeconds, _ body: () throws -> Result) throws -> Result {
        try withBusyTimeout(seconds) {
            try prepareWriting(.full)
            let result = try transaction(body)
            checkpointIfLong()
            return result
        }
    }

    /// Runs `body` in one transaction without waiting for the disk.
    ///
    /// - Parameter seconds: the time limit for waiting on other processes.
    func writeWithoutFlush(waiting seconds: Double, _ body: () throws -> Void) throws {
        try withBusyTimeout(seconds) {
            try prepareWriting(.normal)
            try transaction(body)
            checkpointIfLong()
        }
    }

    /// Runs `body` with another time limit in seconds for waiting on other processes.
    func withBusyTimeout<Result>(_ seconds: Double, _ body: () throws -> Result) rethrows -> Result {
        setBusyTimeout(seconds)
        defer { setBusyTimeout(waiting) }
        return try body()
    }

    private func setBusyTimeout(_ seconds: Double) {
        sqlite3_busy_timeout(handle, Int32(seconds * 1000))
    }

    /// Moves the write-ahead log into the database and empties it, as far as no other process reads it, without waiting.
    ///
    /// Deleted and replaced rows stay in the log, out of reach of `secure_delete`.
    func checkpoint() {
        withBusyTimeout(0) {
            _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
    }

    private func checkpointIfLong() {
        if Self.fileSize(path + "-wal") > Self.walLimit { checkpoint() }
    }

    /// A path within a URI (SQLite's "URI Filenames").
    private static func escaped(_ path: String) -> String {
        path.map { ["%": "%25", "?": "%3f", "#": "%23"][$0] ?? String($0) }.joined()
    }

    private static func fileSize(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        if let readOnlyReason { throw readOnlyReason }
        try run("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            _ = try? run("ROLLBACK")
            // A commit that failed as it was synchronized is whole in the log, and the next process would take it for done.
            if (error as? SQLiteError)?.primaryCode == SQLITE_IOERR { checkpoint() }
            throw error
        }
    }

    /// Settings that only writing needs, which a reader would pay for at each start.
    private func prepareWriting(_ wanted: Durability) throws {
        if durability == nil {
            try run("PRAGMA secure_delete = ON")
            sqlite3_wal_autocheckpoint(handle, 0)
        }
        guard durability != wanted else { return }
        try run("PRAGMA synchronous = \(wanted.rawValue)")
        durability = wanted
    }
}

/// SQLite's refusal. The values of a statement are not in it.
struct SQLiteError: Error, Hashable {
    /// The extended result code; its lowest byte is the primary one.
    let code: Int32
    /// The `errno` of the system call that failed; 0 for an error of SQLite's own.
    var systemCode: Int32 = 0
    var message = ""

    var primaryCode: Int32 { code & 0xFF }

    /// A value or a row that no version of this program writes.
    static let damaged = SQLiteError(code: SQLITE_CORRUPT)
}

extension SQLiteError {
    /// The last error of a connection.
    init(of connection: OpaquePointer?) {
        let code = sqlite3_extended_errcode(connection)
        self.init(
            code: code,
            systemCode: [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) ? sqlite3_system_errno(connection) : 0,
            message: String(cString: sqlite3_errmsg(connection)))
    }
}
