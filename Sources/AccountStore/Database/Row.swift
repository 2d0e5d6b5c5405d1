import CSQLite
import Foundation

/// One row of a result: columns by position.
///
/// Tables are strict and only valid values are ever written, so a value of another type is damage, and is thrown as
/// such.
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

    func number(_ index: Int) throws -> Double {
        guard [SQLITE_FLOAT, SQLITE_INTEGER].contains(type(index)) else { throw SQLiteError.damaged }
        return sqlite3_column_double(statement, Int32(index))
    }

    func time(_ index: Int) throws -> Date { Date(epochSeconds: try integer(index)) }

    func textIfAny(_ index: Int) throws -> String? { try isNull(index) ? nil : text(index) }
    func timeIfAny(_ index: Int) throws -> Date? { try isNull(index) ? nil : time(index) }

    func isNull(_ index: Int) -> Bool { type(index) == SQLITE_NULL }

    private func type(_ index: Int) -> Int32 { sqlite3_column_type(statement, Int32(index)) }

    private func bytes(
        of index: Int, as wanted: Int32, _ start: (Int32) -> UnsafeRawPointer?
    ) throws -> UnsafeRawBufferPointer {
        guard type(index) == wanted else { throw SQLiteError.damaged }
        // The place first: asking for it may move the bytes.
        let place = start(Int32(index))
        return UnsafeRawBufferPointer(start: place, count: Int(sqlite3_column_bytes(statement, Int32(index))))
    }
}

extension Date {
    init(epochSeconds: Int64) {
        self.init(timeIntervalSince1970: Double(epochSeconds))
    }

    /// Whole seconds since 1970, rounded down so that nothing lasts longer than it was granted for, and kept within
    /// the years 1970 to 9999 because a server's lifetime can be any number.
    var epochSeconds: Int64 {
        let seconds = timeIntervalSince1970
        guard seconds > 0 else { return 0 }
        return Int64(min(seconds, 253_402_300_799))
    }
}
