import HTTPTransport

/// The key stores that a store can use, and the one that the person wants.
struct KeyStores: Sendable {
    let location: StoreLocation
    let environment: Environment
    /// Asks the person for the passphrase of the key; nil where that is not possible.
    var askPassphrase: PassphraseQuestion?
    /// The passphrase for a new key; nil where none was given.
    var newPassphrase: Secret?
    /// The time in seconds for which a new key stays unlocked that is sealed with a passphrase.
    var unlockedSeconds = PassphraseKeyStore.defaultSeconds

    func store(_ name: KeyStoreName) -> any KeyStore {
        switch name {
        case .secretService: secretService
        case .passphrase: passphrase
        case .file: FileKeyStore(at: location)
        }
    }

    var passphrase: PassphraseKeyStore {
        PassphraseKeyStore(at: location, newPassphrase: newPassphrase, unlockedFor: unlockedSeconds, ask: askPassphrase)
    }

    var secretService: SecretServiceKeyStore { SecretServiceKeyStore(at: location, environment: environment) }

    /// Saves the first key of a store while no other process rotates the key. Waits for a second only, because that process
    /// may be waiting for the transaction of the caller.
    ///
    /// - Throws: `StoreError.busy`.
    func createAlone(_ key: MasterKey, remembered: KeyStoreName?) throws -> KeyPlace {
        try PrivateDirectory(path: location.locks).create()
        let lock = try FileLock.acquire(location.keyLock, isShared: true, seconds: 1)
        let place = try create(key, remembered: remembered)
        _ = consume lock
        return place
    }

    func load(_ place: KeyPlace) throws -> MasterKey? { try store(place.store).load(place.id) }

    /// The key store that `$ACCT_KEY_STORE` names; nil for `auto`.
    ///
    /// - Throws: `KeyStoreError.unknownName`.
    func wanted() throws(KeyStoreError) -> KeyStoreName? {
        guard let text = environment["ACCT_KEY_STORE"], text != "auto" else { return nil }
        guard let name = KeyStoreName(rawValue: text) else { throw .unknownName(text) }
        return name
    }

    /// Whether the first key file may be used without asking the database.
    var allowsAnyStore: Bool { environment["ACCT_KEY_STORE"].map { $0 == "auto" } ?? true }

    /// - Throws: `KeyStoreError.otherStore` for a key in another key store than the wanted one.
    func requireWanted(_ place: KeyPlace) throws(KeyStoreError) {
        guard let wanted = try wanted(), wanted != place.store else { return }
        throw .otherStore(wanted: wanted, inUse: place.store)
    }

    /// Saves the first key of a store: in the wanted key store, or else in the Secret Service where that works right now,
    /// or else in a file.
    ///
    /// - Parameter remembered: the key store of an earlier key; nil for none. It is never left without being told to.
    private func create(_ key: MasterKey, remembered: KeyStoreName?) throws -> KeyPlace {
        if let wanted = try wanted() ?? remembered { return try save(key, in: wanted) }
        do {
            return try save(key, in: .secretService)
        } catch is KeyStoreError {
            return try save(key, in: .file)
        }
    }

    private func save(_ key: MasterKey, in name: KeyStoreName) throws -> KeyPlace {
        let place = freePlace(in: name)
        try save(key, at: place)
        return place
    }

    /// Saves a key, and reads once what everything is going to depend on.
    ///
    /// - Throws: `KeyStoreError.damaged` when something else is read.
    func save(_ key: MasterKey, at place: KeyPlace) throws {
        try store(place.store).save(key, as: place.id)
        guard try load(place) == key else { throw KeyStoreError.damaged(place.store) }
    }

    /// A place that no key has. A key file has its first name where it is free: that one is found without the database.
    func freePlace(in name: KeyStoreName) -> KeyPlace {
        let isFirst = name == .file && FileStatus(ofLink: location.key) == nil
        return isFirst ? .first : KeyPlace(store: name, id: .random())
    }
}
