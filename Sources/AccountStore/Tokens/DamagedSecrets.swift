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
        try write(checkpoint: .vacuum) { db in
            try keys.requireOwnKey(in: db)
            let tokens = try SealedTokens(db: db, cipher: keys.cipher(in: db))
            for row in try tokens.damaged() where rows.contains(row) { try tokens.remove(row) }
        }
    }
}

/// The tables with tokens and credentials, and the cipher that sealed them.
private struct SealedTokens {
    let db: Database
    let cipher: SecretCipher

    func damaged() throws -> [SealedRow] {
        try SealedTable.signInTables.flatMap { try $0.secrets(in: db) }
            .filter { (try? cipher.unsealBytes($0.secret, of: $0.row)) == nil }.map(\.row)
    }

    func remove(_ row: SealedRow) throws {
        guard let table = SealedTable.signInTable(named: row.table), table.keyColumns.count == row.key.count else {
            return
        }
        try db.run("DELETE FROM \(row.table) WHERE \(table.keyCondition)", row.key.map { $0 as any Bindable })
    }
}
