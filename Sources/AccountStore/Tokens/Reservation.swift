import AuthCore
import FoundationEssentials

/// A place for tokens that are about to come from a server, taken before anything is spent for them.
///
/// It proves that the database can be written now, by this version and with room for a row, and it holds a spare file for
/// the case that this changes until the tokens are there.
public final class Reservation: Sendable {
    let spare: SpareFile
    /// No process rotates the key meanwhile: tokens in the spare file are sealed outside of the database.
    private let keyLock: FileLock

    fileprivate init(_ spare: SpareFile, holding keyLock: consuming FileLock) {
        self.spare = spare
        self.keyLock = keyLock
    }

    deinit {
        spare.release()
    }
}

extension Store {
    /// The time limit for a database that another process holds, once a token was spent.
    private static let busyLimit: Duration = .seconds(120)
    /// The number of times that a failing disk is tried.
    private static let attempts = 4

    /// - Throws: `StoreError`, when the store could not keep tokens; `CancellationError`.
    func reserve() async throws -> Reservation {
        // The database first: it saves what is left in the spare files, and knows whether this may be done at all.
        _ = try read { _ in }
        removeUnusedKeysIfFree()
        try PrivateDirectory(path: location.locks).create()
        let keyLock = try await FileLock.acquire(
            location.keyLock, isShared: true, timeout: .seconds(Self.keyLockSeconds))
        try write(checkpoint: .none) { db in
            _ = try keys.cipher(creatingKeyIn: db)
            try Settings(db: db).setToNow(.reservedAt)
        }
        return Reservation(try SpareFile.claim(at: location), holding: keyLock)
    }

    /// Saves tokens for which another token or a sign-in was spent: waits for other processes, tries again when the disk
    /// fails, and else keeps the tokens in the reserved place. A cancelled task saves its tokens all the same.
    ///
    /// - Parameter body: saves them in the database.
    /// - Throws: `StoreError.setAside` when the next start has to save them, `.lost` when they could not be saved at all;
    ///   `.alteredProfile` and other errors of `body` as they are.
    func save<Result: Sendable>(
        _ tokens: UnsavedTokens, in reservation: Reservation, checkpoint: Checkpoint = .truncate,
        by body: (Database) throws -> Result
    ) async throws -> Result {
        let deadline = ContinuousClock.now + Self.busyLimit
        var failures = 0
        var cause: StoreError?
        while true {
            do {
                return try write(waiting: 1, checkpoint: checkpoint, body)
            } catch StoreError.busy where ContinuousClock.now < deadline {
                await Self.pause(for: .milliseconds(20))
            } catch StoreError.alteredProfile(let name) {
                // Its tokens must not get there later either.
                throw StoreError.alteredProfile(name)
            } catch let error as StoreError {
                failures += 1
                // Opened anew, a store that cannot be written is only read, which is not the cause.
                cause = cause ?? error
                if error.mayPass, failures < Self.attempts {
                    close()
                    await Self.pause(for: .milliseconds(failures * 50))
                    continue
                }
                guard (try? await save(tokens, in: reservation.spare)) != nil else {
                    throw StoreError.lost(because: cause ?? error)
                }
                throw StoreError.setAside(because: cause ?? error)
            }
        }
    }

    /// Waits, also in a cancelled task, in which `Task.sleep` ends at once: a task of its own is not cancelled with it.
    private static func pause(for time: Duration) async {
        await Task { try? await Task.sleep(for: time) }.value
    }

    private func save(_ tokens: UnsavedTokens, in spare: SpareFile) async throws {
        let cipher = try keys.loadedCipher()
        var sealed = try cipher.seal(tokens.json(isShort: false), for: .spareFile(spare.name))
        if sealed.count > SpareFile.capacity {
            sealed = try cipher.seal(tokens.json(isShort: true), for: .spareFile(spare.name))
        }
        for failures in 1..<Self.attempts {
            if (try? spare.write(sealed)) != nil { return }
            await Self.pause(for: .milliseconds(failures * 50))
        }
        try spare.write(sealed)
    }
}

extension StoreError {
    /// Whether trying again may help.
    fileprivate var mayPass: Bool {
        switch self {
        case .full, .system, .database, .denied, .busy: true
        default: false
        }
    }
}
