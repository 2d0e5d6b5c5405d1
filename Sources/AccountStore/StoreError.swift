import CSQLite
import Glibc

/// An error of the store. Nothing is deleted or overwritten because of an error.
public enum StoreError: Error, Hashable, Sendable {
    /// Neither `$ACCT_HOME` nor `$XDG_DATA_HOME` nor `$HOME` names a folder.
    case noHome
    /// `$ACCT_HOME` is not an absolute path.
    case relativeHome(String)
    /// The folder belongs to another user, who could read and change everything in it.
    case foreignOwner(path: String, userID: UInt32)
    /// A newer `acct` wrote the database. The versions are those of `PRAGMA user_version`.
    case newer(found: Int, known: Int)
    /// The file is damaged, or not a SQLite database.
    case corrupt(path: String)
    /// The file is the SQLite database of another program.
    case foreignDatabase(path: String)
    /// The disk or a quota is full. The transaction was undone.
    case full(path: String)
    /// The file system is mounted read-only.
    case readOnly(path: String)
    /// The permissions of the file or folder do not let this user do it.
    case denied(path: String)
    /// Another process held the database for longer than the time limit.
    case busy(path: String)
    /// Any other error of the operating system; `code` is its `errno`.
    case system(path: String, code: Int32)
    /// Any other error of SQLite; `code` is its extended result code.
    case database(code: Int32, message: String)
    /// The store has sealed secrets, but the key that unseals them is missing. No new key is created in its place.
    case keyMissing
    /// The key file was not written by this program.
    case keyDamaged(path: String)
    /// The secret of this row was altered, moved from another row, or sealed with another key.
    case cannotUnseal(SealedRow)
}

extension StoreError {
    init(errno code: Int32, path: String) {
        self =
            switch code {
            case ENOSPC, EDQUOT: .full(path: path)
            case EROFS: .readOnly(path: path)
            case EACCES, EPERM: .denied(path: path)
            default: .system(path: path, code: code)
            }
    }

    /// The meaning of SQLite's result code for the person.
    init(_ error: SQLiteError, at location: StoreLocation) {
        let path = location.database
        self =
            switch error.code & 0xFF {
            case SQLITE_FULL: .full(path: path)
            // The files next to the database cannot be created, or it may not be read, and SQLite does not say why.
            case SQLITE_READONLY where access(location.directory, W_OK) != 0,
                SQLITE_CANTOPEN where access(location.directory, W_OK) != 0,
                SQLITE_CANTOPEN where access(path, R_OK | W_OK) != 0:
                StoreError(errno: errno, path: path)
            case SQLITE_READONLY: .readOnly(path: path)
            case SQLITE_BUSY: .busy(path: path)
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt(path: path)
            // The shared-memory file is made longer before anything is written to it.
            case SQLITE_IOERR where error.code == csqlite_ioerr_shmsize: .full(path: path)
            default: .database(code: error.code, message: error.message)
            }
    }
}
