import HTTPTransport

/// The key stores that a store can use, and the one that the person wants.
struct KeyStores: Sendable {
    let location: StoreLocation
    let environment: Environment
    /// Asks the person for the passphrase of the key; nil where that is not possible.
    var askPassphrase: (@Sendable () throws -> Secret)?
    /// The passphrase for a new key; nil where none was given.
    var newPassphrase: Secret?

    func store(_ name: KeyStoreName) -> any KeyStore {
        switch name {
        case .secretService: secretService
        case .passphrase: passphrase
        case .file: FileKeyStore(at: location)
        }
    }

    var passphrase: PassphraseKeyStore {
        PassphraseKeyStore(at: location, newPassphrase: newPassphrase, ask: askPassphrase)
    }

    var secretService: SecretServiceKeyStore { SecretServiceKeyStore(at: location, environment: environment) }

    func load(_ place: KeyPlace) throws -> MasterKey? { try store(place.store).load(place.id) }

    /// The key store that `$ACCT_KEY_STORE` names; nil for `auto`.
    ///
    /// - Throws: `KeyStoreError.unknownName`.
    func wanted() throws(KeyStoreError) -> KeyStoreName? {
        guard let text = environment["ACCT_KEY_STORE"], !text.isEmpty, text != "auto" else { return nil }
        guard let name = KeyStoreName(rawValue: text) else { throw .unknownName(text) }
        return name
    }

    /// Whether the first key file may be used without asking the database.
    var allowsAnyStore: Bool { environment["ACCT_KEY_STORE"].map { $0.isEmpty || $0 == "auto" } ?? true }

    /// - Throws: `KeyStoreError.otherStore` for a key in another key store than the wanted one.
    func requireWanted(_ place: KeyPlace) throws(KeyStoreError) {
        guard let wanted = try wanted(), wanted != place.store else { return }
        throw .otherStore(wanted: wanted, inUse: place.store)
    }

    /// Saves the first key of a store: in the wanted key store, or else in the Secret Service where that works right now,
    /// or else in a file.
    ///
    /// - Parameter remembered: the key store of an earlier key; nil for none. It is never left without being told to.
    func create(_ key: MasterKey, remembered: KeyStoreName?) throws -> KeyPlace {
        if let wanted = try wanted() ?? remembered { return try save(key, in: wanted) }
        do {
            return try save(key, in: .secretService)
        } catch is KeyStoreError {
            return try save(key, in: .file)
        }
    }

    private func save(_ key: MasterKey, in name: KeyStoreName) throws -> KeyPlace {
        let place = name == .file ? .first : KeyPlace(store: name, id: .random())
        try store(name).save(key, as: place.id)
        return place
    }
}
