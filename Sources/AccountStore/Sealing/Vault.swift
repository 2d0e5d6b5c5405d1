import Synchronization

/// Gets the master key when the first secret needs it, once in the life of a store.
final class Vault: Sendable {
    private let keyStore: any KeyStore
    private let loaded = Mutex<MasterKey?>(nil)

    init(keyStore: any KeyStore) {
        self.keyStore = keyStore
    }

    /// For opening secrets.
    ///
    /// - Throws: `StoreError.keyMissing`.
    func opener() throws -> Sealer {
        guard let key = try key() else { throw StoreError.keyMissing }
        return Sealer(key: key)
    }

    /// For sealing new secrets: the first one brings the key into being, within the transaction that will hold it.
    ///
    /// - Throws: `StoreError.keyMissing` when there are secrets already, which a new key could never open.
    func sealer(in db: Database) throws -> Sealer {
        let key = try key() ?? firstKey(in: db)
        let settings = Settings(db: db)
        if try settings.value(of: .keyStore) == nil { try settings.set(.keyStore, to: keyStore.name) }
        return Sealer(key: key)
    }

    private func firstKey(in db: Database) throws -> MasterKey {
        guard try !Vault.holdsSecrets(db) else { throw StoreError.keyMissing }
        let key = try keyStore.create()
        loaded.withLock { $0 = key }
        return key
    }

    private func key() throws -> MasterKey? {
        if let key = loaded.withLock({ $0 }) { return key }
        // Asked for outside the lock: a key store may wait for another process, and the key is the same each time.
        let key = try keyStore.load()
        loaded.withLock { $0 = key }
        return key
    }

    private static func holdsSecrets(_ db: Database) throws -> Bool {
        let tables = [
            "refresh_token", "access_token", "id_token", "application_credential", "cached_answer",
            "unfinished_transfer",
        ]
        return try tables.contains {
            try db.first("SELECT 1 FROM \($0) WHERE secret IS NOT NULL LIMIT 1") { _ in true } ?? false
        }
    }
}
