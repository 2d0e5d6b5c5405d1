import AuthCore
import FoundationEssentials
import HTTPTransport

/// Replaces the master key of a store by a new one, in the same key store or in another.
///
/// It may be killed at any point: the new key is saved beside the old one, one transaction seals everything anew and makes
/// the new key the store's own, and only then the old key is removed. The key that is not the store's own is noted in the
/// database meanwhile, so that a later run can remove it.
public struct KeyRotation: Sendable {
    /// The key stores that had the key before, and have it now.
    public struct Outcome: Hashable, Sendable {
        public let before, after: KeyStoreName
        /// False where the old key store could not be reached. A later run removes it.
        public let isOldKeyRemoved: Bool
    }

    private let store: Store
    private let keyStores: KeyStores

    /// - Parameters:
    ///   - passphrase: for a key that is sealed with one.
    ///   - seconds: the time for which that key stays unlocked.
    public init(_ store: Store, passphrase: Secret? = nil, unlockedFor seconds: Int = KeyStatus.unlockedSeconds) {
        self.store = store
        var keyStores = store.keys.keyStores
        (keyStores.newPassphrase, keyStores.unlockedSeconds) = (passphrase, seconds)
        self.keyStores = keyStores
    }

    /// - Parameter name: the key store of the new key; nil for the one in use.
    /// - Returns: nil, with nothing changed, when the key is in that key store already.
    /// - Throws: `StoreError` and `KeyStoreError`, with nothing changed; `StoreError.keyMissing` for a store without secrets
    ///   where no key store is named.
    public func run(to name: KeyStoreName? = nil) throws -> Outcome? {
        // Before the lock: a person may be asked for the passphrase of the old key, and no other process may wait for that.
        var old = try ownKey()
        if let name, old.place?.store == name { return nil }
        guard name != nil || old.place != nil else { throw noKey }
        return try store.withKeyLock {
            // Returns when the transaction has ended in which another process makes the first key.
            if old.place == nil { try store.write { _ in } }
            // Another process may have made the key, or replaced it, meanwhile.
            if try !isPresent(old) { old = try ownKey() }
            if let name, old.place?.store == name { return nil }
            guard let target = name ?? old.place?.store else { throw noKey }
            store.removeUnusedKeys()
            return try rotate(to: target, from: old)
        }
    }

    private var noKey: StoreError { .keyMissing(path: store.location.key) }

    private struct OwnKey: Sendable {
        /// Nil for a store without a key.
        let place: KeyPlace?
        /// Nil also where the key is gone, and no secret needs it.
        let cipher: SecretCipher?
    }

    /// - Throws: `StoreError.keyMissing` for a store with secrets.
    private func ownKey() throws -> OwnKey {
        let found = try store.read { db in
            let cipher = try store.keys.ownCipher(in: db)
            if cipher == nil, try MasterKeyLoader.hasSecrets(db) {
                throw StoreError.keyMissing(path: store.keys.keyFile(in: db))
            }
            return OwnKey(place: try Settings(db: db).keyPlace(), cipher: cipher)
        }
        return found ?? OwnKey(place: nil, cipher: nil)
    }

    private func isPresent(_ key: OwnKey) throws -> Bool {
        guard let cipher = key.cipher else { return false }
        return try store.read { try $0.isOwnKey(of: cipher) } ?? false
    }

    private func rotate(to target: KeyStoreName, from old: OwnKey) throws -> Outcome {
        let new = MasterKey()
        let place = try store.write { db in
            let place = keyStores.freePlace(in: target)
            let settings = Settings(db: db)
            try settings.setUnusedKeys(settings.unusedKeys() + [place])
            return place
        }
        do {
            try keyStores.save(new, at: place)
            try requireNoUnsavedTokens()
        } catch let error as KeyStoreError where error.isBeforeSaving {
            try forget(place)
            throw error
        } catch {
            store.removeUnusedKeys()
            throw error
        }
        let before = try store.write(checkpoint: .vacuum) { db in
            let settings = Settings(db: db)
            let before = try settings.keyPlace()
            try reseal(in: db, from: old.cipher, with: new)
            try MasterKeyLoader.recordKey(new, at: place, in: db)
            try settings.setUnusedKeys(settings.unusedKeys().filter { $0 != place } + [before].compactMap(\.self))
            return before
        }
        store.keys.forget()
        store.removeUnusedKeys()
        let unused = try store.read { try Settings(db: $0).unusedKeys() } ?? []
        return Outcome(
            before: before?.store ?? target, after: target,
            isOldKeyRemoved: before.map { !unused.contains($0) } ?? true)
    }

    /// Takes back the note of a place that no key was written to.
    private func forget(_ place: KeyPlace) throws {
        try store.write { db in
            let settings = Settings(db: db)
            try settings.setUnusedKeys(settings.unusedKeys().filter { $0 != place })
        }
    }

    private func reseal(in db: Database, from old: SecretCipher?, with new: MasterKey) throws {
        let cipher = SecretCipher(key: new)
        if let old {
            guard try db.isOwnKey(of: old) else { throw StoreError.wrongKey(path: store.keys.keyFile(in: db)) }
            try Resealing(db: db, from: old, to: cipher).run()
        } else if try MasterKeyLoader.hasSecrets(db) {
            throw StoreError.keyMissing(path: store.keys.keyFile(in: db))
        } else {
            // There are no secrets: only the seals of profiles and credentials have to be renewed.
            try AuthenticationTags(db: db).renew(with: cipher)
        }
    }

    /// The tokens that earlier processes could not save are sealed as well, outside of the database.
    private func requireNoUnsavedTokens() throws {
        try store.read { store.saveUnsavedTokens(in: $0) }
        if let spare = try SpareFile.inUse(at: store.location).first {
            throw StoreError.unsavedTokens(path: spare.path)
        }
    }
}

extension Store {
    /// The time limit for waiting on the lock of keys. A rotation waits for renewals, which wait for the network, and a
    /// renewal for a rotation, which may wait for each call of a key store that does not answer.
    static let keyLockSeconds = 30.0

    /// Runs `body` while no other process rotates the key or holds tokens that are sealed outside of the database.
    ///
    /// - Throws: `StoreError.busy`.
    func withKeyLock<Result>(_ body: () throws -> Result) throws -> Result {
        try PrivateDirectory(path: location.locks).create()
        return try FileLock.withLock(at: location.keyLock, seconds: Self.keyLockSeconds, body)
    }
}
