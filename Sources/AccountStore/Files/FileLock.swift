import Glibc

/// An advisory lock, held for as long as the value lives.
///
/// The file is never deleted: otherwise one process could hold the lock of a deleted file while another process locks a
/// new file of the same name. The kernel releases the locks of a process that dies, so no lock goes stale.
struct FileLock: ~Copyable, Sendable {
    private let file: FileDescriptor

    private init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    /// Takes the lock without waiting; nil if it is held, in this process or another.
    ///
    /// - Parameter isShared: whether others may hold it at the same time, if they share it as well.
    static func tryAcquire(_ path: String, isShared: Bool = false) throws(StoreError) -> FileLock? {
        let file = try FileDescriptor(opening: path, O_CREAT | O_RDWR)
        return try file.tryLock(isShared: isShared) ? FileLock(file) : nil
    }

    /// Takes the lock as soon as it is free. Polls, since `flock` has no time limit.
    ///
    /// - Throws: `StoreError.busy` when the lock was not free within `seconds`.
    static func acquire(_ path: String, isShared: Bool = false, seconds: Double) throws(StoreError) -> FileLock {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            if let lock = try tryAcquire(path, isShared: isShared) { return lock }
            guard ContinuousClock.now < deadline else { throw .busy(path: path) }
            usleep(2000)
        }
    }

    /// As ``acquire(_:isShared:seconds:)``, without holding a thread: waits at growing intervals, by the clock of tasks.
    ///
    /// - Throws: `CancellationError` as well.
    static func acquire(_ path: String, isShared: Bool = false, timeout: Duration) async throws -> FileLock {
        let deadline = ContinuousClock.now + timeout
        var pause = Duration.milliseconds(2)
        while true {
            try Task.checkCancellation()
            if let lock = try tryAcquire(path, isShared: isShared) { return lock }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else { throw StoreError.busy(path: path) }
            try await Task.sleep(for: min(pause, remaining))
            pause = min(pause * 2, .milliseconds(50))
        }
    }

    /// Runs `body` under the lock.
    ///
    /// - Throws: as ``acquire(_:isShared:seconds:)``, and the errors of `body`.
    static func withLock<Result>(at path: String, seconds: Double, _ body: () throws -> Result) throws -> Result {
        let lock = try acquire(path, seconds: seconds)
        let result = try body()
        _ = consume lock
        return result
    }
}
