import AccountProfiles
import AuthCore
import FoundationEssentials

/// The authentication tags of profiles and of apps' credentials, which say where secrets are sent and which program opens
/// pages; the column `seal` has them. Somebody who can write the database but lacks the key can break the tags, and neither
/// redirect a secret nor have a program run.
struct AuthenticationTags {
    let db: Database

    /// Authenticates every row anew, whatever it says: for a store without secrets, or one from before there were tags.
    ///
    /// Browsers are forgotten: they are commands, and without a tag they could be those of another program.
    func renew(with cipher: SecretCipher) throws {
        try db.run("UPDATE profile SET browser = NULL")
        let profiles = ProfileRows(db: db)
        for profile in try profiles.all() { try profiles.authenticate(profile, with: cipher) }
        try CredentialRows(db: db).authenticateAll(with: cipher)
    }

    /// Seals the secrets of a store of version 13 or older in the present form, and authenticates all rows.
    ///
    /// The old form is read nowhere else. So an old row cannot be brought back, with the profile changed, for another run
    /// of this migration.
    ///
    /// - Throws: `StoreError.keyMissing`, and `.wrongKey` when the key opens none of the secrets.
    func introduce(with loader: MasterKeyLoader) throws {
        let tables = try SealedTable.signInTables.map { (table: $0, rows: try $0.secrets(in: db)) }
        guard try tables.contains(where: { !$0.rows.isEmpty }) || !ProfileRows(db: db).isEmpty() else { return }
        let cipher = try loader.cipher(creatingKeyIn: db)
        var openedCount = 0
        for (table, rows) in tables {
            for (row, secret) in rows {
                // A row that cannot be opened stays, and is found to be damaged when it is used.
                guard let opened = try? cipher.unsealBytes(secret, of: row, version: 1) else { continue }
                openedCount += 1
                try db.run(
                    "UPDATE \(table.name) SET secret = ? WHERE \(table.keyCondition)",
                    [try cipher.seal(opened, for: row)] + Arguments(row.key))
            }
        }
        guard openedCount > 0 || tables.allSatisfy({ $0.rows.isEmpty }) else {
            throw StoreError.wrongKey(path: loader.keyFile(in: db))
        }
        try renew(with: cipher)
    }
}
