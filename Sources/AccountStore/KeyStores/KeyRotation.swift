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

    /// - Parameter passphrase: for a key that is sealed with one.
    public init(_ store: Store, passphrase: Secret? = nil) {
        self.store = store
        var keyStores = store.keys.keyStores
        keyStores.newPassphrase = passphrase
        self.keyStores = keyStores
    }

    /// - Parameter name: the key store of the new key; nil for the one in use.
    /// - Returns: nil, with nothing changed, when the key is in that key store already.
    /// - Throws: `StoreError` and `KeyStoreError`, with nothing changed; `StoreError.keyMissing` for a store without secrets
    ///   where no key store is named.
    public func run(to name: KeyStoreName? = nil) throws -> Outcome? {
        // Opens the database first, which knows whether this may be done at all.
        let before = try store.read { try Settings(db: $0).keyPlace() } ?? nil
        if let name, before?.store == name { return nil }
        guard let target = name ?? before?.store else { throw StoreError.keyMissing }
        return try store.withKeyLock {
            store.removeUnusedKeys()
            return try rotate(to: target)
        }
    }

    private func rotate(to target: KeyStoreName) throws -> Outcome {
        let new = MasterKey()
        try store.read { db in
            if try store.keys.ownCipher(in: db) == nil, try MasterKeyLoader.hasSecrets(db) {
                throw StoreError.keyMissing
            }
        }
        let place = try store.write { db in
            let place = try freePlace(in: target, db)
            let settings = Settings(db: db)
            try settings.setUnusedKeys(settings.unusedKeys() + [place])
            return place
        }
        do {
            try keyStores.store(target).save(new, as: place.id)
            // What was saved is read once before everything depends on it.
            guard try keyStores.load(place) == new else { throw KeyStoreError.damaged(target) }
            try requireNoUnsavedTokens()
        } catch {
            store.removeUnusedKeys()
            throw error
        }
        let before = try store.write(then: .erased) { db in
            let settings = Settings(db: db)
            let before = try settings.keyPlace()
            try reseal(in: db, with: new)
            try MasterKeyLoader.note(new, at: place, in: db)
            try settings.setUnusedKeys(settings.unusedKeys().filter { $0 != place } + [before].compactMap(\.self))
            return before
        }
        store.keys.forget()
        store.removeUnusedKeys()
        let unused = try store.read { try Settings(db: $0).unusedKeys() } ?? []
        return Outcome(before: before?.store ?? target, after: target, isOldKeyRemoved: unused.isEmpty)
    }

    private func reseal(in db: Database, with new: MasterKey) throws {
        let cipher = SecretCipher(key: new)
        if let old = try store.keys.ownCipher(in: db) {
            try Resealing(db: db, from: old, to: cipher).run()
        } else if try MasterKeyLoader.hasSecrets(db) {
            throw StoreError.keyMissing
        } else {
            // What an earlier key sealed besides secrets, the new one seals again.
            try Seals(db: db).renew(with: cipher)
        }
    }

    /// A place that no key has. A key file has its first name where it is free: that one is found without the database.
    private func freePlace(in name: KeyStoreName, _ db: Database) throws -> KeyPlace {
        let settings = Settings(db: db)
        guard name == .file, try settings.keyPlace() != .first, try !settings.unusedKeys().contains(.first),
            FileStatus(ofLink: store.location.key) == nil
        else {
            return KeyPlace(store: name, id: .random())
        }
        return .first
    }

    /// The tokens that earlier processes could not save are sealed as well, outside of the database.
    private func requireNoUnsavedTokens() throws {
        try store.read { db in
            _ = try store.keys.ownCipher(in: db)
            store.saveUnsavedTokens(in: db)
        }
        if let spare = try SpareFile.inUse(at: store.location).first {
            throw StoreError.unsavedTokens(path: spare.path)
        }
    }
}

extension Store {
    /// Runs `body` while no other process rotates the key or holds tokens that are sealed outside of the database.
    ///
    /// - Throws: `StoreError.busy`.
    func withKeyLock<Result>(_ body: () throws -> Result) throws -> Result {
        try PrivateDirectory(path: location.locks).create()
        return try FileLock.withLock(at: location.keyLock, seconds: Database.busySeconds, body)
    }

    /// Removes the keys that an interrupted rotation has left. Best effort: those that cannot be removed stay noted. To be
    /// called under the lock of keys.
    func removeUnusedKeys() {
        let noted: (unused: [KeyPlace], own: KeyPlace?)?? = try? read { db in
            let settings = Settings(db: db)
            return try (settings.unusedKeys(), settings.keyPlace())
        }
        guard case let (unused, own)?? = noted, !unused.isEmpty else { return }
        let remaining = unused.filter { place in
            place != own && (try? keys.keyStores.store(place.store).remove(place.id)) == nil
        }
        _ = try? write { try Settings(db: $0).setUnusedKeys(remaining) }
    }

    /// The same, where no other process holds the lock of keys.
    func removeUnusedKeysIfFree() {
        guard case let unused?? = try? read({ try Settings(db: $0).unusedKeys() }), !unused.isEmpty,
            let lock = try? FileLock.tryAcquire(location.keyLock)
        else { return }
        removeUnusedKeys()
        _ = consume lock
    }
}
