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
    /// Other users can read or change the file, and so may have its secrets.
    case exposed(path: String, directory: String)
    /// Another user can change this symbolic link, and so put another store in its place.
    case changeableLink(path: String)
    /// The symbolic link leads nowhere.
    case missingTarget(path: String)
    /// A pipe, a device or a directory where a file is expected.
    case notAFile(path: String)
    /// The file system has no file locks or no shared memory.
    case unsupportedFileSystem(path: String)
    /// The file is damaged, or not a SQLite database.
    case corrupt(path: String)
    /// The database was removed, and its key remains.
    case databaseMissing(path: String)
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
    /// The store has sealed secrets, but the key that unseals them is missing. No new key is created in its place. The path is
    /// that of its file; nil for a key in the Secret Service.
    case keyMissing(path: String?)
    /// The key is in a key store that this version does not know.
    case unknownKeyStore(String)
    /// The key file was not written by this program.
    case keyDamaged(path: String)
    /// The key is not the one that sealed the secrets of this store. The path is that of its file; nil for a key in the Secret
    /// Service.
    case wrongKey(path: String?)
    /// Another program has changed where the secrets of this profile are sent.
    case alteredProfile(String)
    /// The store has a new key. Nothing vouches for the browser of this profile, so it is gone from the profile by now.
    case browserForgotten(String)
    /// New tokens could not be saved in the database. They are sealed in a spare file, and the next start that can saves them.
    indirect case setAside(because: StoreError)
    /// New tokens could not be saved anywhere.
    indirect case lost(because: StoreError)
    /// Tokens of an earlier run are still in this file, because the database could not take them.
    case unsavedTokens(path: String)
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
            switch error.primaryCode {
            case SQLITE_FULL: .full(path: path)
            // The files next to the database cannot be created, or it may not be read, and SQLite does not say why.
            case SQLITE_READONLY where access(location.directory, W_OK) != 0,
                SQLITE_CANTOPEN where access(location.directory, W_OK) != 0,
                SQLITE_CANTOPEN where access(path, R_OK | W_OK) != 0:
                StoreError(errno: errno, path: path)
            case SQLITE_READONLY: .readOnly(path: path)
            case SQLITE_BUSY: .busy(path: path)
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt(path: path)
            // A format that SQLite does not have yet (its "Database File Format", section 1.3.9). This program writes 4.
            case SQLITE_ERROR where error.message == "unsupported file format": .corrupt(path: path)
            // Every version makes the tables and columns that it uses: a name has changed on the disk.
            case SQLITE_ERROR where error.message.hasPrefix("no such column: "),
                SQLITE_ERROR where error.message.hasPrefix("no such table: "):
                .corrupt(path: path)
            case SQLITE_IOERR where error.isAboutSharing: .unsupportedFileSystem(path: path)
            case SQLITE_IOERR where error.systemCode != 0, SQLITE_CANTOPEN where error.systemCode != 0:
                StoreError(errno: error.systemCode, path: path)
            default: .database(code: error.code, message: error.message)
            }
    }
}

extension SQLiteError {
    /// Whether the file system refused a lock or a mapping as one that it does not have.
    fileprivate var isAboutSharing: Bool {
        let calls = [
            csqlite_ioerr_lock, csqlite_ioerr_rdlock, csqlite_ioerr_shmlock, csqlite_ioerr_shmmap,
            csqlite_ioerr_shmopen,
        ]
        return calls.contains(code)
            && [ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL, ENODEV, EACCES, EPERM].contains(systemCode)
    }
}
