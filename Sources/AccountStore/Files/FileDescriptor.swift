import Glibc

/// An open file, closed when the value is destroyed.
///
/// Never open the database with it: POSIX drops all record locks of a process on a file, SQLite's included, when any
/// descriptor of that file is closed.
struct FileDescriptor: ~Copyable, Sendable {
    private let number: Int32
    private let path: String

    /// - Parameter flags: `O_CLOEXEC` is added. A file that is created gets mode 0600 whatever the umask.
    init(opening path: String, _ flags: Int32) throws(StoreError) {
        var descriptor: Int32
        repeat { descriptor = open(path, flags | O_CLOEXEC, 0o600) } while descriptor < 0 && errno == EINTR
        number = descriptor
        self.path = path
        guard number >= 0 else { throw StoreError(errno: errno, path: path) }
        // A umask can take bits away from the owner as well.
        if flags & O_CREAT != 0, fchmod(number, 0o600) != 0 { throw StoreError(errno: errno, path: path) }
    }

    init(reading path: String) throws(StoreError) {
        try self.init(opening: path, O_RDONLY)
    }

    /// Nil for a file that is not there, such as one that another process has just removed.
    static func reading(ifPresent path: String) throws(StoreError) -> FileDescriptor? {
        do throws(StoreError) {
            return try FileDescriptor(reading: path)
        } catch .system(_, ENOENT) {
            return nil
        }
    }

    deinit {
        if number >= 0 { close(number) }
    }

    /// Takes the lock of the whole file without waiting, alone or shared. Closing the file releases it.
    ///
    /// A `flock` belongs to the open file description, so it excludes two tasks of one process as well.
    ///
    /// - Returns: false if the lock is held.
    func tryLock(isShared: Bool = false) throws(StoreError) -> Bool {
        while flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw StoreError(errno: errno, path: path) }
        }
        return true
    }

    func writeAll(_ bytes: [UInt8]) throws(StoreError) {
        var remainder = bytes[...]
        while !remainder.isEmpty {
            let count = remainder.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { throw StoreError(errno: errno, path: path) }
            remainder = remainder.dropFirst(max(count, 0))
        }
    }

    /// The size in bytes, and whether the file still has a name.
    func status() throws(StoreError) -> (size: Int, hasName: Bool) {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw StoreError(errno: errno, path: path) }
        return (Int(status.st_size), status.st_nlink > 0)
    }

    /// Moves the position for reading and writing to the beginning of the file.
    func rewind() throws(StoreError) {
        guard lseek(number, 0, SEEK_SET) == 0 else { throw StoreError(errno: errno, path: path) }
    }

    /// Reads from the current position to the end of the file, or `limit` bytes of it.
    func readAll(limit: Int) throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        // It may have held a key.
        defer { chunk.erase() }
        while bytes.count < limit {
            let room = min(chunk.count, limit - bytes.count)
            let count = chunk.withUnsafeMutableBytes { read(number, $0.baseAddress, room) }
            if count == 0 { break }
            if count < 0, errno != EINTR { throw StoreError(errno: errno, path: path) }
            bytes += chunk.prefix(max(count, 0))
        }
        return bytes
    }

    /// Returns when everything written is on the disk. For a directory, that is the names in it.
    func synchronize() throws(StoreError) {
        while fsync(number) != 0 {
            guard errno == EINTR else { throw StoreError(errno: errno, path: path) }
        }
    }
}
