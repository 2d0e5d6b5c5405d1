import FoundationEssentials

/// Keys that the store does not use: files of unknown origin, and old keys that a change of the key has left.
extension Store {
    /// The key files that belong neither to the store's own key nor to one that is noted as unused, without drafts.
    public func strayKeyFiles() throws -> [String] {
        try read { db in
            let settings = Settings(db: db)
            guard let own = try settings.keyPlace() else { return [] }
            let known = try [own] + settings.unusedKeys()
            return location.keyFiles.filter { file in
                !file.hasSuffix(".draft") && location.keyPlace(ofFile: file).map { !known.contains($0) } ?? true
            }
        } ?? []
    }

    /// Removes a key file of ``strayKeyFiles()``, and the key in the keyring that it stands for.
    ///
    /// - Throws: `KeyStoreError` where the keyring cannot be reached.
    public func removeStrayKeyFile(_ file: String) throws {
        try withKeyLock {
            guard try strayKeyFiles().contains(file) else { return }
            guard let place = location.keyPlace(ofFile: file) else {
                return try PrivateDirectory(path: location.directory).removeFile(file)
            }
            try keys.keyStores.store(place.store).remove(place.id)
        }
    }

    /// Removes the old keys that are noted as unused, as far as their key stores can be reached now.
    ///
    /// - Returns: whether none is left.
    public func removeOldKeys() throws -> Bool {
        removeUnusedKeysIfFree()
        return try (read { try Settings(db: $0).unusedKeys() } ?? []).isEmpty
    }
}

/// The removal of unused keys by the program itself.
extension Store {
    /// Removes the keys that an interrupted rotation or first sign-in has left. Best effort: those that cannot be removed
    /// stay noted. To be called under the lock of keys.
    func removeUnusedKeys() {
        try? noteKeysWithoutStore()
        let noted: (unused: [KeyPlace], own: KeyPlace?)?? = try? read { db in
            let settings = Settings(db: db)
            return try (settings.unusedKeys(), settings.keyPlace())
        }
        guard case let (unused, own)?? = noted, !unused.isEmpty else { return }
        // A key store that does not answer is asked once: each call waits for its limit.
        var failed: Set<KeyStoreName> = []
        let remaining = unused.filter { place in
            guard place != own else { return false }
            guard !failed.contains(place.store) else { return true }
            guard (try? keys.keyStores.store(place.store).remove(place.id)) == nil else { return false }
            failed.insert(place.store)
            return true
        }
        guard remaining != unused else { return }
        _ = try? write { try Settings(db: $0).setUnusedKeys(remaining) }
    }

    /// Removes the unused keys, unless another process holds the lock of keys.
    func removeUnusedKeysIfFree() {
        let isDue = try? read { db in
            let settings = Settings(db: db)
            return try !settings.unusedKeys().isEmpty || settings.keyPlace() == nil && !keysWithoutStore().isEmpty
        }
        guard isDue == true, let lock = try? FileLock.tryAcquire(location.keyLock) else { return }
        removeUnusedKeys()
        _ = consume lock
    }

    /// Notes the keys in the folder of a store without one: a process that made the first key was killed before its commit.
    private func noteKeysWithoutStore() throws {
        let keys = keysWithoutStore()
        guard !keys.isEmpty, try read({ try Settings(db: $0).keyPlace() == nil }) == true else { return }
        try write { db in
            let settings = Settings(db: db)
            // Again within the transaction: another process may have made the key of the store meanwhile.
            guard try settings.keyPlace() == nil, try !MasterKeyLoader.hasSecrets(db) else { return }
            try settings.setUnusedKeys(Set(settings.unusedKeys()).union(keys).sorted { $0.text < $1.text })
        }
    }

    /// The keys that a store without a key is not going to use: the first key file is taken for its own.
    private func keysWithoutStore() -> Set<KeyPlace> {
        // Tokens outside of the database may be sealed with one of them.
        guard let spare = try? SpareFile.inUse(at: location), spare.isEmpty else { return [] }
        return location.keyPlaces.subtracting([.first])
    }
}
