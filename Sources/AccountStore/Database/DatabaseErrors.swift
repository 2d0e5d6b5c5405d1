import Foundation
import GRDB

extension StoreError {
    /// What SQLite's result code means for the person; GRDB keeps the values of a statement out of its messages.
    init(_ error: DatabaseError, at location: StoreLocation) {
        let path = location.database
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .full(path: path)
            // The files next to the database cannot be created, or it may not be read, and SQLite does not say why not.
            case .SQLITE_READONLY where access(location.directory, W_OK) != 0,
                .SQLITE_CANTOPEN where access(location.directory, W_OK) != 0,
                .SQLITE_CANTOPEN where access(path, R_OK | W_OK) != 0:
                StoreError(errno: errno, path: path)
            case .SQLITE_READONLY: .readOnly(path: path)
            case .SQLITE_BUSY: .busy(path: path)
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt(path: path)
            // The shared-memory file is made longer before anything is written to it.
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .full(path: path)
            default: .database(code: error.extendedResultCode.rawValue, message: error.message ?? "")
            }
    }
}
