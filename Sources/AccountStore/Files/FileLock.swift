import Glibc

/// Holds an advisory lock for as long as the value lives.
///
/// The file is never deleted: a waiter could otherwise hold a lock on a file that has no name any more while the next
/// one locks a new file of that name. A process that dies gives its locks back, so no lock goes stale.
struct FileLock: ~Copyable, Sendable {
    private let file: FileDescriptor

    private init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    /// The lock if nobody has it, in this process or another; nil, without waiting, if somebody does.
    static func tryAcquire(_ path: String) throws(StoreError) -> FileLock? {
        let file = try FileDescriptor(opening: path, O_CREAT | O_RDWR)
        return try file.tryLock() ? FileLock(file) : nil
    }

    /// Runs `body` under the lock.
    ///
    /// Waits for the lock by asking again, because a thread that waits in `flock` can neither be cancelled nor timed.
    ///
    /// - Throws: `StoreError.busy` when the lock was not free within `seconds`.
    static func holding<Result>(_ path: String, seconds: Double, _ body: () throws -> Result) throws -> Result {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if let lock = try tryAcquire(path) {
                let result = try body()
                _ = consume lock
                return result
            }
            guard ContinuousClock.now < deadline else { throw StoreError.busy(path: path) }
            usleep(2000)
        }
    }
}
