import Synchronization

/// Loads the master key from its key store when the first secret needs it, once in the life of a `Store`.
final class MasterKeyLoader: Sendable {
    private let keyStore: any KeyStore
    private let loaded = Mutex<MasterKey?>(nil)

    init(_ keyStore: any KeyStore) {
        self.keyStore = keyStore
    }

    /// The cipher for secrets that exist.
    ///
    /// - Throws: `StoreError.keyMissing`.
    func cipher() throws -> SecretCipher {
        guard let key = try key() else { throw StoreError.keyMissing }
        return SecretCipher(key: key)
    }

    /// The cipher for a new secret. The first secret creates the key, within the transaction that will hold the secret.
    ///
    /// - Throws: `StoreError.keyMissing` when the store has secrets already, which a new key could never unseal.
    func cipher(creatingKeyIn db: Database) throws -> SecretCipher {
        let key = try key() ?? createKey(in: db)
        let settings = Settings(db: db)
        if try settings.value(of: .keyStore) == nil { try settings.set(.keyStore, to: keyStore.name) }
        return SecretCipher(key: key)
    }

    private func createKey(in db: Database) throws -> MasterKey {
        guard try !Self.hasSecrets(db) else { throw StoreError.keyMissing }
        let key = try keyStore.create()
        loaded.withLock { $0 = key }
        return key
    }

    private func key() throws -> MasterKey? {
        if let key = loaded.withLock({ $0 }) { return key }
        // Loaded outside the mutex: a key store may wait for another process, and the key is the same each time.
        let key = try keyStore.load()
        loaded.withLock { $0 = key }
        return key
    }

    private static func hasSecrets(_ db: Database) throws -> Bool {
        let tables = [
            "refresh_token", "access_token", "id_token", "application_credential", "cached_answer",
            "unfinished_transfer",
        ]
        return try tables.contains {
            try db.first("SELECT 1 FROM \($0) WHERE secret IS NOT NULL LIMIT 1") { _ in true } ?? false
        }
    }
}
