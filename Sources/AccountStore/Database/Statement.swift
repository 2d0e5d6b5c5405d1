import CSQLite
import FoundationEssentials

/// A compiled SQL statement. Its `Database` finalizes it.
struct Statement {
    let sql: String
    private let handle: OpaquePointer

    /// - Throws: `SQLiteError`, also for text that is not one statement.
    init(_ sql: String, on database: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK else { throw SQLiteError(of: database) }
        guard let handle else { throw SQLiteError(code: SQLITE_MISUSE) }
        self.sql = sql
        self.handle = handle
    }

    /// Whether its rows are being read.
    var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    /// The current row, valid until the next step.
    var row: Row { Row(statement: handle) }

    func bind(_ arguments: Arguments) throws(SQLiteError) {
        precondition(arguments.count == sqlite3_bind_parameter_count(handle), "a value for each parameter: \(sql)")
        for (index, argument) in arguments.enumerated() {
            let parameter = Int32(index + 1)
            let code = argument?.bind(to: handle, at: parameter) ?? sqlite3_bind_null(handle, parameter)
            guard code == SQLITE_OK else { throw SQLiteError(of: sqlite3_db_handle(handle)) }
        }
    }

    /// - Returns: whether there is another row.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteError(of: sqlite3_db_handle(handle))
        }
    }

    /// Ends the reading and drops the bound values, which may be secret.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func finalize() { sqlite3_finalize(handle) }
}

/// A row of a result, with its columns by index from 0.
///
/// The tables are strict and only valid values are written, so a value of another type is damage, and is thrown as such.
struct Row {
    let statement: OpaquePointer

    func text(_ index: Int) throws -> String {
        let bytes = try bytes(of: index, as: SQLITE_TEXT) {
            sqlite3_column_text(statement, $0).map(UnsafeRawPointer.init)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw SQLiteError.damaged }
        return text
    }

    func bytes(_ index: Int) throws -> Data {
        Data(try bytes(of: index, as: SQLITE_BLOB) { sqlite3_column_blob(statement, $0) })
    }

    func integer(_ index: Int) throws -> Int64 {
        guard type(index) == SQLITE_INTEGER else { throw SQLiteError.damaged }
        return sqlite3_column_int64(statement, Int32(index))
    }

    func double(_ index: Int) throws -> Double {
        guard [SQLITE_FLOAT, SQLITE_INTEGER].contains(type(index)) else { throw SQLiteError.damaged }
        return sqlite3_column_double(statement, Int32(index))
    }

    /// The value as it is stored, of any type; nil for NULL.
    func value(_ index: Int) throws -> (any Bindable)? {
        switch type(index) {
        case SQLITE_INTEGER: try integer(index)
        case SQLITE_FLOAT: try double(index)
        case SQLITE_TEXT: try text(index)
        case SQLITE_BLOB: try bytes(index)
        default: nil
        }
    }

    func time(_ index: Int) throws -> Date { Date(epochSeconds: try integer(index)) }

    func optionalText(_ index: Int) throws -> String? { try isNull(index) ? nil : text(index) }
    func optionalTime(_ index: Int) throws -> Date? { try isNull(index) ? nil : time(index) }

    func isNull(_ index: Int) -> Bool { type(index) == SQLITE_NULL }

    private func type(_ index: Int) -> Int32 { sqlite3_column_type(statement, Int32(index)) }

    private func bytes(
        of index: Int, as wanted: Int32, _ start: (Int32) -> UnsafeRawPointer?
    ) throws -> UnsafeRawBufferPointer {
        guard type(index) == wanted else { throw SQLiteError.damaged }
        // The address before the count: SQLite may move the bytes for it.
        let address = start(Int32(index))
        return UnsafeRawBufferPointer(start: address, count: Int(sqlite3_column_bytes(statement, Int32(index))))
    }
}

extension Date {
    init(epochSeconds: Int64) {
        self.init(timeIntervalSince1970: Double(epochSeconds))
    }

    /// Whole seconds since 1970. They are rounded down, so that nothing lasts longer than it was granted for, and limited
    /// to the years 1970 to 9999, because the lifetime in a response can be any number.
    var epochSeconds: Int64 {
        let seconds = timeIntervalSince1970
        guard seconds > 0 else { return 0 }
        return Int64(min(seconds, 253_402_300_799))
    }
}

/// The values of a statement's parameters, in order; nil for NULL.
typealias Arguments = [(any Bindable)?]

/// A value that can be bound to a parameter of a statement.
protocol Bindable {
    /// - Parameter parameter: its index from 1.
    /// - Returns: SQLite's result code.
    func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32
}

extension String: Bindable {
    func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                // Empty text may have no address, which SQLite would take for NULL.
                guard let start = bytes.baseAddress else {
                    return sqlite3_bind_text(statement, parameter, "", 0, copied)
                }
                return sqlite3_bind_text(statement, parameter, start, Int32(clamping: bytes.count), copied)
            }
        }
    }
}

extension Int64: Bindable {
    func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
        sqlite3_bind_int64(statement, parameter, self)
    }
}

extension Int: Bindable {
    func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: parameter)
    }
}

extension Double: Bindable {
    func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
        sqlite3_bind_double(statement, parameter, self)
    }
}

extension Data: Bindable {
    func bind(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, parameter, 0) }
            return sqlite3_bind_blob64(statement, parameter, start, UInt64(bytes.count), copied)
        }
    }
}

/// SQLite copies the value during the call, since the memory is only lent for it.
private var copied: sqlite3_destructor_type { csqlite_transient() }
