import AuthCore
import Crypto
import FoundationEssentials

/// Lets one task at a time, of all processes, refresh for an account and client.
struct RefreshLock {
    private let directory: PrivateDirectory
    private let path: String

    init(account: AccountID, clientID: String, at location: StoreLocation) {
        directory = PrivateDirectory(path: location.locks)
        // Hashed, since an issuer's subject may be anything; 128 bits cannot meet by accident.
        let row = SealedRow.refreshToken(account, clientID: clientID)
        let digest = SHA256.hash(data: row.authenticatedBytes).prefix(16)
        path =
            location.locks + "/" + digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            + ".lock"
    }

    /// Runs `body` under the lock. It is not reentrant.
    ///
    /// Asks again at growing intervals: waiting in `flock` itself would hold a thread of the pool, and could be
    /// neither cancelled nor timed.
    ///
    /// - Throws: `AuthError.refreshLockTimedOut`, `CancellationError`, and what `body` throws.
    func holding<Result: Sendable>(
        _ timeout: Duration, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let lock = try await acquire(within: timeout)
        let result = try await body()
        _ = consume lock
        return result
    }

    private func acquire(within timeout: Duration) async throws -> FileLock {
        try directory.create()
        let deadline = ContinuousClock.now + timeout
        var pause = Duration.milliseconds(2)
        while true {
            try Task.checkCancellation()
            if let lock = try FileLock.tryAcquire(path) { return lock }
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw AuthError.refreshLockTimedOut(seconds: Int(timeout.components.seconds)) }
            try await Task.sleep(for: min(pause, left))
            pause = min(pause * 2, .milliseconds(50))
        }
    }
}
