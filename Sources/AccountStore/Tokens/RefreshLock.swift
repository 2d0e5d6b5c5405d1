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

    private func acquire(timeout: Duration) async throws -> FileLock {
        try directory.create()
        do {
            return try await FileLock.acquire(path, timeout: timeout)
        } catch StoreError.busy {
            throw AuthError.refreshLockTimedOut(seconds: Int(timeout.components.seconds))
        }
    }
}
