import AccountProfiles

/// Single values of the store as a whole.
struct Settings {
    enum Name: String {
        /// The id of the profile that `acct use` set. An id survives a rename.
        case currentProfile = "current_profile"
        case previousProfile = "previous_profile"
        case defaultClientID = "default_client_id"
        /// The name of the key store that has the master key.
        case keyStore = "key_store"
        /// The id of the master key in its key store.
        case keyID = "key_id"
        /// The places of keys that a rotation has not used yet, or no longer.
        case unusedKeys = "unused_keys"
        /// The version of the tables once more: where the file says another, its header is damaged.
        case version
        /// A sealed value, in base64, that tells whether a key is the store's own.
        case keyCheck = "key_check"
        /// The time of the last reservation, in epoch seconds: a row that proves that the database can be written.
        case reservedAt = "reserved_at"
    }

    let db: Database

    func value(of name: Name) throws -> String? {
        try db.first("SELECT value FROM setting WHERE name = ?", [name.rawValue]) { try $0.text(0) }
    }

    func set(_ name: Name, to value: String) throws {
        try db.run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", [name.rawValue, value])
    }

    /// Sets it to the time in epoch seconds.
    func setToNow(_ name: Name) throws {
        let sql = "INSERT OR REPLACE INTO setting (name, value) VALUES (?, strftime('%s', 'now'))"
        try db.run(sql, [name.rawValue])
    }

    func remove(_ name: Name) throws {
        try db.run("DELETE FROM setting WHERE name = ?", [name.rawValue])
    }

    /// The place of the master key; nil for a store without secrets.
    ///
    /// - Throws: `StoreError.unknownKeyStore`.
    func keyPlace() throws -> KeyPlace? {
        guard let name = try value(of: .keyStore) else { return nil }
        guard let store = KeyStoreName(rawValue: name) else { throw StoreError.unknownKeyStore(name) }
        return KeyPlace(store: store, id: try value(of: .keyID).map(KeyID.init) ?? .first)
    }

    /// The keys that are not the store's own and that are to be removed.
    func unusedKeys() throws -> [KeyPlace] {
        try value(of: .unusedKeys)?.split(separator: " ").compactMap { KeyPlace(text: $0) } ?? []
    }

    func setUnusedKeys(_ places: [KeyPlace]) throws {
        guard !places.isEmpty else { return try remove(.unusedKeys) }
        try set(.unusedKeys, to: places.map(\.text).joined(separator: " "))
    }

    func setKeyPlace(_ place: KeyPlace) throws {
        try set(.keyStore, to: place.store.rawValue)
        try set(.keyID, to: place.id.text)
    }
}

/// The profile that `acct use` set, and the one that `acct use -` goes back to.
struct CurrentProfile {
    let db: Database

    func name() throws -> ProfileName? {
        let sql = """
            SELECT name FROM profile WHERE id = (SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?)
            """
        return try db.first(sql, [Settings.Name.currentProfile.rawValue]) { try $0.profileName(0) }
    }

    func previous() throws -> ProfileRows.ID? { try id(.previousProfile) }

    /// Making the current profile current again does not change what `acct use -` goes back to.
    func set(_ id: ProfileRows.ID) throws {
        let settings = Settings(db: db)
        let before = try self.id(.currentProfile)
        guard before != id else { return }
        if let before {
            try settings.set(.previousProfile, to: String(before))
        } else if try previous() == id {
            try settings.remove(.previousProfile)
        }
        try settings.set(.currentProfile, to: String(id))
    }

    func remove(_ id: ProfileRows.ID) throws {
        for name in [Settings.Name.currentProfile, .previousProfile] where try self.id(name) == id {
            try Settings(db: db).remove(name)
        }
    }

    private func id(_ name: Settings.Name) throws -> ProfileRows.ID? {
        try Settings(db: db).value(of: name).flatMap { ProfileRows.ID($0) }
    }
}
