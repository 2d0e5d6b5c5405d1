import AuthCore
import Crypto
import FoundationEssentials
import HTTPTransport

/// The lock under which one task at a time, in all processes, refreshes the tokens of an account and client.
struct RefreshLock {
    private let directory: PrivateDirectory
    private let path: String

    init(account: AccountID, clientID: String, at location: StoreLocation) {
        directory = PrivateDirectory(path: location.locks)
        // A hash, since an issuer's subject may have any characters. 128 bits do not collide by accident.
        let row = SealedRow.refreshToken(account, clientID: clientID)
        let digest = SHA256.hash(data: row.authenticatedBytes).prefix(16)
        path = location.locks + "/" + digest.hexadecimal + ".lock"
    }

    /// Runs `body` under the lock, which is not reentrant.
    ///
    /// - Throws: `AuthError.refreshLockTimedOut`, `CancellationError`, and the errors of `body`.
    func withLock<Result: Sendable>(
        timeout: Duration, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let lock = try await acquire(timeout: timeout)
        let result = try await body()
        _ = consume lock
        return result
    }

    /// Polls at growing intervals. A task that waited in `flock` would hold a thread of the pool, and could be neither
    /// cancelled nor timed.
    private func acquire(timeout: Duration) async throws -> FileLock {
        try directory.create()
        let deadline = ContinuousClock.now + timeout
        var pause = Duration.milliseconds(2)
        while true {
            try Task.checkCancellation()
            if let lock = try FileLock.tryAcquire(path) { return lock }
            let remaining = ContinuousClock.now.duration(to: deadline)
            guard remaining > .zero else {
                throw AuthError.refreshLockTimedOut(seconds: Int(timeout.components.seconds))
            }
            try await Task.sleep(for: min(pause, remaining))
            pause = min(pause * 2, .milliseconds(50))
        }
    }
}
