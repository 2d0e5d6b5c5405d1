import FoundationEssentials
import HTTPTransport

/// The place of a store's master key, and whether it can be used now.
public struct KeyStatus: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        case unlocked
        case locked
        /// The store has no secrets, and no key.
        case none
        /// The key store works and has no such key.
        case missing
        /// The key store has another key under the id of the store's own.
        case wrong
        case unavailable(KeyStoreError)
    }

    /// The time in seconds for which a key stays unlocked, unless `acct store unlock` gives another.
    public static let unlockedSeconds = PassphraseKeyStore.defaultSeconds

    /// The key store that has the key; for a store without a key the one that `$ACCT_KEY_STORE` names, or nil.
    public let store: KeyStoreName?
    /// The file of the key; nil for a key in the Secret Service, and for a store without a key.
    public var file: String?
    public let state: State
    /// The time at which an unlocked key is locked; nil where no time is set.
    public var unlockedUntil: Date?
    /// The key stores that still have a key which the store does not use any more.
    public let leftovers: [KeyStoreName]
}

extension Store {
    /// - Throws: `StoreError`, and `KeyStoreError.unknownName`.
    public func keyStatus() throws -> KeyStatus {
        let wanted = try keys.keyStores.wanted()
        let status = try read { db in
            let settings = Settings(db: db)
            let place = try settings.keyPlace()
            return KeyStatus(
                store: place?.store ?? wanted, file: keys.keyFile(in: db), state: try keyState(place, in: db),
                unlockedUntil: place?.store == .passphrase
                    ? place.flatMap { keys.keyStores.passphrase.unlockedUntil($0.id) } : nil,
                leftovers: try settings.unusedKeys().map(\.store))
        }
        return status ?? KeyStatus(store: wanted, state: .none, leftovers: [])
    }

    private func keyState(_ place: KeyPlace?, in db: Database) throws -> KeyStatus.State {
        do {
            guard try keys.ownCipher(in: db, asks: false) == nil else { return .unlocked }
            return try place == nil || !MasterKeyLoader.hasSecrets(db) ? .none : .missing
        } catch StoreError.wrongKey {
            return .wrong
        } catch KeyStoreError.locked {
            return .locked
        } catch let error as KeyStoreError {
            return .unavailable(error)
        }
    }

    /// Has the desktop ask the person for the password of the keyring that has the key, or that new keys go into.
    ///
    /// - Throws: `KeyStoreError.promptDismissed`, `.promptUnanswered`.
    public func unlockKeyring() throws {
        let place = try keyPlace()
        try keys.keyStores.secretService.unlock(place?.store == .secretService ? place?.id : nil)
    }

    /// Unlocks a key that is sealed with a passphrase.
    ///
    /// - Parameter seconds: from `now` on; at least 1.
    /// - Throws: `KeyStoreError.wrongPassphrase`, `.noKernelKeyring`.
    public func unlockKey(with passphrase: Secret, for seconds: Int, at now: Date) throws {
        guard let place = try keyPlace(), place.store == .passphrase else { return }
        try keys.keyStores.passphrase.unlock(place.id, with: passphrase, for: seconds, at: now)
    }

    /// Locks a key that is sealed with a passphrase, for every process that has not loaded it yet.
    ///
    /// - Returns: false, with nothing changed, for a key in another key store.
    /// - Throws: `KeyStoreError.noKernelKeyring` when the kernel keeps the key.
    public func lockKey() throws -> Bool {
        guard let place = try keyPlace(), place.store == .passphrase else { return false }
        try keys.keyStores.passphrase.lock(place.id)
        return true
    }

    private func keyPlace() throws -> KeyPlace? { try find { try Settings(db: $0).keyPlace() } }
}
