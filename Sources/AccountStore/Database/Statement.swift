import CSQLite
import Foundation

/// SQL that SQLite has compiled. Its connection finalizes it.
struct Statement {
    let sql: String
    private let handle: OpaquePointer

    /// - Throws: `SQLiteError`, also for text that is not one statement.
    init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: connection) }
        guard let handle else { throw SQLiteError(code: SQLITE_MISUSE) }
        self.sql = sql
        self.handle = handle
    }

    /// Whether rows of it are being read.
    var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// The row that the last step came to; good until the next one.
    var row: Row { Row(statement: handle) }

    func bind(_ arguments: Arguments) throws(SQLiteError) {
        precondition(arguments.count == sqlite3_bind_parameter_count(handle), "a value for each place: \(sql)")
        for (index, argument) in arguments.enumerated() {
            let place = Int32(index + 1)
            let code = argument?.bind(to: handle, at: place) ?? sqlite3_bind_null(handle, place)
            guard code == SQLITE_OK else { throw SQLiteError(of: sqlite3_db_handle(handle)) }
        }
    }

    /// - Returns: whether there is a row.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteError(of: sqlite3_db_handle(handle))
        }
    }

    /// Ends the reading, and drops what was bound: it may be secret.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func finalize() { sqlite3_finalize(handle) }
}

/// The values of a statement's places in their order; nil for NULL.
typealias Arguments = [(any Bindable)?]

/// What a place of a statement can hold.
protocol Bindable {
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32
}

extension String: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                // Text of no length has no place in memory, which SQLite would take for NULL.
                guard let start = bytes.baseAddress else { return sqlite3_bind_text(statement, place, "", 0, copied) }
                return sqlite3_bind_text(statement, place, start, Int32(clamping: bytes.count), copied)
            }
        }
    }
}

extension Int64: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 { sqlite3_bind_int64(statement, place, self) }
}

extension Int: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 { Int64(self).bind(to: statement, at: place) }
}

extension Double: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 { sqlite3_bind_double(statement, place, self) }
}

extension Data: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, place, 0) }
            return sqlite3_bind_blob64(statement, place, start, UInt64(bytes.count), copied)
        }
    }
}

/// SQLite copies the value during the call, since the memory is only lent for it.
private var copied: sqlite3_destructor_type { csqlite_transient() }
