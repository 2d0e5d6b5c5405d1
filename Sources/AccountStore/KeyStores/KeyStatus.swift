import FoundationEssentials

/// Where the master key of a store is, and whether it can be used now.
public struct KeyStatus: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        case unlocked
        case locked
        /// The store has no secrets yet, and no key.
        case none
        /// The key store works and has no such key.
        case missing
        /// The key store has another key under the id of the store's own.
        case wrong
        case unavailable(KeyStoreError)
    }

    /// The key store that has the key; for a store without a key the one that `$ACCT_KEY_STORE` names, or nil.
    public let store: KeyStoreName?
    public let state: State
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
                store: place?.store ?? wanted, state: try keyState(place, in: db),
                leftovers: try settings.unusedKeys().map(\.store))
        }
        return status ?? KeyStatus(store: wanted, state: .none, leftovers: [])
    }

    private func keyState(_ place: KeyPlace?, in db: Database) throws -> KeyStatus.State {
        do {
            guard try keys.ownCipher(in: db) == nil else { return .unlocked }
            return place == nil ? .none : .missing
        } catch StoreError.wrongKey {
            return .wrong
        } catch KeyStoreError.locked {
            return .locked
        } catch let error as KeyStoreError {
            return .unavailable(error)
        }
    }

    /// Unlocks the key store of the key, with a person's help. Waits for the person.
    ///
    /// - Returns: the key store; nil for one that is never locked, or a store without a key.
    public func unlockKey() throws -> KeyStoreName? {
        guard let place = try read({ try Settings(db: $0).keyPlace() }) ?? nil else { return nil }
        switch place.store {
        case .file: return nil
        case .secretService: try keys.keyStores.secretService.unlock(place.id)
        }
        return place.store
    }
}
