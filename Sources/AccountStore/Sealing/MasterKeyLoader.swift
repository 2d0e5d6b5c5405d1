import FoundationEssentials
import Synchronization

/// Loads the master key from its key store when the first secret needs it, and again when another process has changed it.
final class MasterKeyLoader: Sendable {
    private struct State {
        var key: MasterKey?
        var place: KeyPlace?
        /// The value of the setting that the key was found to be the store's own by.
        var check: String?
    }

    let keyStores: KeyStores
    private let state = Mutex(State())

    init(_ keyStores: KeyStores) {
        self.keyStores = keyStores
    }

    /// The cipher for secrets that exist.
    ///
    /// - Throws: `StoreError.keyMissing`.
    func cipher(in db: Database) throws -> SecretCipher {
        guard let key = try key(in: db) else { throw StoreError.keyMissing(path: keyFile(in: db)) }
        return SecretCipher(key: key)
    }

    /// The cipher that an earlier call has loaded, for work without the database.
    ///
    /// - Throws: `StoreError.keyMissing`.
    func loadedCipher() throws -> SecretCipher {
        let (key, place) = state.withLock { ($0.key, $0.place) }
        guard let key else { throw StoreError.keyMissing(path: keyStores.location.file(of: place ?? .first)) }
        return SecretCipher(key: key)
    }

    /// The cipher for a new secret. The first secret creates the key, within the transaction that will hold the secret.
    ///
    /// - Throws: `StoreError.keyMissing` when the store has secrets already, which a new key could never unseal;
    ///   `.wrongKey` when they were sealed with another key.
    func cipher(creatingKeyIn db: Database) throws -> SecretCipher {
        let check = try Settings(db: db).value(of: .keyCheck)
        // Compared each time: another process may have sealed everything with a new key since.
        if let check, let key = state.withLock({ $0.check == check ? $0.key : nil }) { return SecretCipher(key: key) }
        guard let key = try key(in: db) else { return try SecretCipher(key: createKey(in: db)) }
        let cipher = SecretCipher(key: key)
        if try requireOwnKey(cipher, in: db) {
            state.withLock { $0.check = check }
        } else {
            try Self.recordKey(key, at: state.withLock(\.place) ?? .first, in: db)
        }
        return cipher
    }

    /// The cipher of the store's own key, wherever the person wants new keys to be; nil for a store without a key.
    ///
    /// - Parameter asks: whether a person may be asked for a passphrase.
    /// - Throws: `StoreError.wrongKey`.
    func ownCipher(in db: Database, asks: Bool = true) throws -> SecretCipher? {
        var keyStores = keyStores
        if !asks { keyStores.askPassphrase = nil }
        guard let place = try Settings(db: db).keyPlace() ?? (Self.hasSecrets(db) ? .first : nil),
            let key = try keyStores.load(place)
        else { return nil }
        let cipher = SecretCipher(key: key)
        _ = try requireOwnKey(cipher, in: db)
        state.withLock { $0 = State(key: key, place: place) }
        return cipher
    }

    /// Has the next use load the key again.
    func forget() {
        state.withLock { $0 = State() }
    }

    /// Finds the fault where a secret could not be unsealed: returns when it is the row's, and throws when it is the
    /// key's.
    ///
    /// - Throws: `StoreError.wrongKey`.
    func requireOwnKey(in db: Database) throws {
        _ = try requireOwnKey(cipher(in: db), in: db)
    }

    /// Runs `body`, and again with the present key where another process has changed the key since it was loaded here.
    func retryingAfterKeyChange<Result>(in db: Database, _ body: () throws -> Result) throws -> Result {
        // The key may be changed again meanwhile. One that fails each time is not the reason.
        for _ in 0..<Self.attempts {
            do {
                return try body()
            } catch let error as StoreError where error.isAboutAnotherKey {
                guard try reload(in: db) else { throw error }
            }
        }
        return try body()
    }

    private static let attempts = 20

    /// Writes which key the secrets of a store are sealed with. Not taken for checked by that: the transaction may be
    /// undone.
    static func recordKey(_ key: MasterKey, at place: KeyPlace, in db: Database) throws {
        let settings = Settings(db: db)
        try settings.setKeyPlace(place)
        try settings.set(.keyCheck, to: SecretCipher(key: key).authenticationTag(of: .keyCheck).base64EncodedString())
    }

    /// - Returns: whether the store's own key was found. It may be the one that was loaded before: a new key can be read
    ///   shortly before everything is sealed with it.
    private func reload(in db: Database) throws -> Bool {
        while true {
            let (place, check) = try db.read {
                let settings = Settings(db: db)
                return (try settings.keyPlace(), try settings.value(of: .keyCheck))
            }
            guard let place, let check else { return false }
            if let key = try keyStores.load(place),
                SecretCipher(key: key).isKey(of: check)
            {
                state.withLock { $0 = State(key: key, place: place) }
                return true
            }
            // The key of that place may have been replaced, and removed, since the place was read.
            guard try Settings(db: db).value(of: .keyCheck) != check else { return false }
        }
    }

    /// - Returns: false for a store that has no secrets yet.
    private func requireOwnKey(_ cipher: SecretCipher, in db: Database) throws -> Bool {
        guard let check = try Settings(db: db).value(of: .keyCheck) else { return false }
        guard cipher.isKey(of: check) else { throw StoreError.wrongKey(path: keyFile(in: db)) }
        return true
    }

    private func createKey(in db: Database) throws -> MasterKey {
        guard try !Self.hasSecrets(db) else { throw StoreError.keyMissing(path: keyFile(in: db)) }
        let key = MasterKey()
        let settings = Settings(db: db)
        let place = try keyStores.createAlone(key, remembered: settings.keyPlace()?.store)
        // Such as one that a slow key store may have after all.
        let others = keyStores.location.keyPlaces.subtracting([place])
        try settings.setUnusedKeys(Set(settings.unusedKeys()).union(others).sorted { $0.text < $1.text })
        // The secrets of an earlier key are all gone. What it sealed besides, the new one seals again.
        try AuthenticationTags(db: db).renew(with: SecretCipher(key: key))
        try Self.recordKey(key, at: place, in: db)
        state.withLock { $0 = State(key: key, place: place) }
        return key
    }

    private func key(in db: Database) throws -> MasterKey? {
        if let key = state.withLock(\.key) { return key }
        // Loaded outside the mutex: a key store may wait for another process, and the key is the same each time.
        guard let (key, place) = try load(in: db) else { return nil }
        state.withLock { ($0.key, $0.place) = (key, place) }
        return key
    }

    /// The first key file is tried before the database is asked for the place: almost every store has its key there.
    private func load(in db: Database) throws -> (MasterKey, KeyPlace)? {
        if keyStores.allowsAnyStore, let key = try keyStores.load(.first) { return (key, .first) }
        let settings = Settings(db: db)
        guard let place = try settings.keyPlace() ?? (isFirstFileUsed(in: db) ? .first : nil) else { return nil }
        try keyStores.requireWanted(place)
        return try keyStores.load(place).map { ($0, place) }
    }

    /// Whether a store that names no place has its key in the first key file, if anywhere.
    private func isFirstFileUsed(in db: Database) throws -> Bool {
        try keyStores.wanted() == .file || Self.hasSecrets(db)
    }

    /// The file of the store's own key, for an error about it; nil for a key in the Secret Service.
    func keyFile(in db: Database) -> String? {
        keyStores.location.file(of: (try? Settings(db: db).keyPlace()) ?? .first)
    }

    static func hasSecrets(_ db: Database) throws -> Bool {
        try SealedTable.ofAccounts.contains {
            try db.first("SELECT 1 FROM \($0.name) WHERE secret IS NOT NULL LIMIT 1") { _ in true } ?? false
        }
    }
}

extension Database {
    /// Whether the store is sealed with the key of this cipher; false for a store without a key.
    func isOwnKey(of cipher: SecretCipher) throws -> Bool {
        try Settings(db: self).value(of: .keyCheck).map(cipher.isKey) ?? false
    }
}

extension StoreError {
    /// Whether another process may have put another key in the place of the one that was loaded or looked for.
    fileprivate var isAboutAnotherKey: Bool {
        switch self {
        case .wrongKey, .keyMissing: true
        default: false
        }
    }
}

extension SecretCipher {
    /// Whether the check value of a store is sealed with this key.
    func isKey(of check: String) -> Bool { isAuthenticationTag(Data(base64Encoded: check), of: .keyCheck) }
}
