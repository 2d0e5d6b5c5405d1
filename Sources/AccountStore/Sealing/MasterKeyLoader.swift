import FoundationEssentials
import Synchronization

/// Loads the master key from its key store when the first secret needs it, once in the life of a `Store`.
final class MasterKeyLoader: Sendable {
    private struct State {
        var key: MasterKey?
        /// Whether the key was found to be the store's own.
        var isChecked = false
    }

    private let keyStore: any KeyStore
    private let state = Mutex(State())

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
    /// - Throws: `StoreError.keyMissing` when the store has secrets already, which a new key could never unseal;
    ///   `.wrongKey` when they were sealed with another key.
    func cipher(creatingKeyIn db: Database) throws -> SecretCipher {
        let cipher = SecretCipher(key: try key() ?? createKey(in: db))
        guard !state.withLock(\.isChecked) else { return cipher }
        if try requireOwnKey(cipher, in: db) {
            state.withLock { $0.isChecked = true }
        } else {
            // Not checked by that: the transaction may be undone.
            let settings = Settings(db: db)
            try settings.set(.keyStore, to: keyStore.name)
            try settings.set(.keyCheck, to: cipher.seal(.keyCheck).base64EncodedString())
        }
        return cipher
    }

    /// For a secret that could not be unsealed: returns when the row is at fault, and throws when the key is.
    ///
    /// - Throws: `StoreError.wrongKey`.
    func requireOwnKey(in db: Database) throws {
        _ = try requireOwnKey(cipher(), in: db)
    }

    /// - Returns: false for a store that has no secrets yet.
    private func requireOwnKey(_ cipher: SecretCipher, in db: Database) throws -> Bool {
        guard let stored = try Settings(db: db).value(of: .keyCheck) else { return false }
        guard cipher.isSeal(Data(base64Encoded: stored), of: .keyCheck) else { throw StoreError.wrongKey }
        return true
    }

    private func createKey(in db: Database) throws -> MasterKey {
        guard try !Self.hasSecrets(db) else { throw StoreError.keyMissing }
        let key = try keyStore.create()
        // The secrets of an earlier key are all gone. What it sealed besides, the new one seals again.
        try Settings(db: db).remove(.keyCheck)
        try Seals(db: db).renew(with: SecretCipher(key: key))
        state.withLock { $0.key = key }
        return key
    }

    private func key() throws -> MasterKey? {
        if let key = state.withLock(\.key) { return key }
        // Loaded outside the mutex: a key store may wait for another process, and the key is the same each time.
        let key = try keyStore.load()
        state.withLock { $0.key = key }
        return key
    }

    private static func hasSecrets(_ db: Database) throws -> Bool {
        let tables = [
            "refresh_token", "access_token", "id_token", "application_credential", "client_credential",
            "cached_answer", "unfinished_transfer",
        ]
        return try tables.contains {
            try db.first("SELECT 1 FROM \($0) WHERE secret IS NOT NULL LIMIT 1") { _ in true } ?? false
        }
    }
}
