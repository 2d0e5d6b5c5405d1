import FoundationEssentials

/// Secrets of the store that its own key does not open: damaged, or altered by another program.
extension Store {
    /// - Throws: `StoreError.keyMissing`, `.wrongKey` and `KeyStoreError` where the key is at fault, and not the rows.
    public func damagedSecrets() throws -> [SealedRow] {
        try read { db in
            guard try MasterKeyLoader.hasSecrets(db) else { return [] }
            return try db.read {
                try keys.requireOwnKey(in: db)
                return try SealedTokens(db: db, cipher: keys.cipher(in: db)).damaged()
            }
        } ?? []
    }

    /// Removes those of these rows that are damaged still.
    public func removeDamagedSecrets(_ rows: [SealedRow]) throws {
        try write(then: .erased) { db in
            try keys.requireOwnKey(in: db)
            let tokens = try SealedTokens(db: db, cipher: keys.cipher(in: db))
            for row in try tokens.damaged() where rows.contains(row) { try tokens.remove(row) }
        }
    }

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

    /// The files with tokens of earlier runs that the database could not take yet.
    public func unsavedTokenFiles() throws -> [String] { try SpareFile.inUse(at: location).map(\.path) }
}

/// The tables with tokens and credentials, and the cipher that sealed them.
private struct SealedTokens {
    let db: Database
    let cipher: SecretCipher

    func damaged() throws -> [SealedRow] {
        var damaged: [SealedRow] = []
        for table in SealedTable.lasting {
            let columns = table.keyColumns
            let sql = "SELECT secret, \(columns.joined(separator: ", ")) FROM \(table.name) WHERE secret IS NOT NULL"
            try db.each(sql) { row in
                let sealedRow = SealedRow(table: table.name, key: try columns.indices.map { try row.text($0 + 1) })
                if (try? cipher.unsealBytes(row.bytes(0), of: sealedRow)) == nil { damaged.append(sealedRow) }
            }
        }
        return damaged
    }

    func remove(_ row: SealedRow) throws {
        guard let table = SealedTable.lasting(named: row.table), table.keyColumns.count == row.key.count else { return }
        try db.run("DELETE FROM \(row.table) WHERE \(table.isKey)", row.key.map { $0 as any Bindable })
    }
}
