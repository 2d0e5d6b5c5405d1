import GRDB
import GRDBSQLite

/// A database that is open, and the one way to run SQL in it. Every statement is prepared once for its life.
///
/// Whoever reads or makes a note opens the file here and nothing else: what GRDB sets up for a connection takes longer than
/// all that `acct token` reads. Whoever writes borrows the handle of a GRDB transaction.
///
/// Sendable unchecked: the store's lock, or the transaction, lets one thread at a time use it.
final class Connection: @unchecked Sendable {
    let handle: OpaquePointer
    private let isBorrowed: Bool
    private var statements: [Statement] = []

    /// - Parameter busySeconds: how long a statement waits for other processes.
    /// - Throws: `SQLiteError`. The file has to exist.
    init(path: String, busySeconds: Double) throws(SQLiteError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened else { throw SQLiteError(code: SQLITE_NOMEM) }
        guard code == SQLITE_OK else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError(of: opened)
        }
        handle = opened
        isBorrowed = false
        sqlite3_extended_result_codes(handle, 1)
        wait(seconds: busySeconds)
    }

    /// Lives as long as the transaction that `database` was handed out for.
    convenience init(of database: Database) throws(SQLiteError) {
        guard let handle = database.sqliteConnection else { throw SQLiteError(code: SQLITE_MISUSE) }
        self.init(borrowing: handle)
    }

    private init(borrowing handle: OpaquePointer) {
        self.handle = handle
        isBorrowed = true
    }

    deinit {
        statements.forEach { $0.finalize() }
        if !isBorrowed { sqlite3_close_v2(handle) }
    }

    var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// - Returns: how many rows were changed.
    @discardableResult
    func run(_ sql: String, _ arguments: Arguments = []) throws -> Int {
        let statement = try statement(sql, arguments)
        defer { statement.reset() }
        while try statement.step() {}
        return Int(sqlite3_changes(handle))
    }

    func rows<Value>(_ sql: String, _ arguments: Arguments = [], _ value: (Row) throws -> Value) throws -> [Value] {
        let statement = try statement(sql, arguments)
        defer { statement.reset() }
        var values: [Value] = []
        while try statement.step() { values.append(try value(statement.row)) }
        return values
    }

    func first<Value>(_ sql: String, _ arguments: Arguments = [], _ value: (Row) throws -> Value) throws -> Value? {
        let statement = try statement(sql, arguments)
        defer { statement.reset() }
        return try statement.step() ? value(statement.row) : nil
    }

    /// How long each statement from here on waits for other processes.
    func wait(seconds: Double) { sqlite3_busy_timeout(handle, Int32(seconds * 1000)) }

    /// Runs what writes, in one transaction that is undone when `body` throws.
    func transaction(_ body: () throws -> Void) throws {
        try run("BEGIN IMMEDIATE")
        do {
            try body()
            try run("COMMIT")
        } catch {
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    /// Runs several statements on one state of the database, which is locked once for all of them.
    func together<Result>(_ body: () throws -> Result) throws -> Result {
        try run("BEGIN")
        defer { _ = try? run("COMMIT") }
        return try body()
    }

    private func statement(_ sql: String, _ arguments: Arguments) throws(SQLiteError) -> Statement {
        // There are a dozen at most: to look through them is faster than to hash the text.
        let statement: Statement
        if let kept = statements.first(where: { $0.sql == sql && !$0.isRunning }) {
            statement = kept
        } else {
            statement = try Statement(sql, on: handle)
            statements.append(statement)
        }
        try statement.bind(arguments)
        return statement
    }
}
