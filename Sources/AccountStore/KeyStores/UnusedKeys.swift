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
