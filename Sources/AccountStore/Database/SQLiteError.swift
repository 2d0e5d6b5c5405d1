import Foundation
import GRDB
import GRDBSQLite

/// What SQLite answered instead of doing it. Values of a statement are not in it.
struct SQLiteError: Error, Hashable {
    /// The extended result code; its lowest byte is the primary one.
    let code: Int32
    var message = ""

    static let damaged = SQLiteError(code: SQLITE_CORRUPT)
}

extension SQLiteError {
    /// The last one of a connection.
    init(of connection: OpaquePointer?) {
        self.init(code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)))
    }

    init(_ error: DatabaseError) {
        self.init(code: error.extendedResultCode.rawValue, message: error.message ?? "")
    }
}

extension StoreError {
    /// What SQLite's result code means for the person.
    init(_ error: SQLiteError, at location: StoreLocation) {
        let path = location.database
        self =
            switch error.code & 0xFF {
            case SQLITE_FULL: .full(path: path)
            // The files next to the database cannot be created, or it may not be read, and SQLite does not say why not.
            case SQLITE_READONLY where access(location.directory, W_OK) != 0,
                SQLITE_CANTOPEN where access(location.directory, W_OK) != 0,
                SQLITE_CANTOPEN where access(path, R_OK | W_OK) != 0:
                StoreError(errno: errno, path: path)
            case SQLITE_READONLY: .readOnly(path: path)
            case SQLITE_BUSY: .busy(path: path)
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt(path: path)
            // The shared-memory file is made longer before anything is written to it.
            case SQLITE_IOERR where error.code == SQLITE_IOERR | (19 << 8): .full(path: path)
            default: .database(code: error.code, message: error.message)
            }
    }
}
