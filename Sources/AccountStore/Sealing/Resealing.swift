import AuthCore
import FoundationEssentials

/// Seals and authenticates with a new key all that the old one has, within the caller's transaction.
///
/// A row that the old key does not open stays as it is: it is damaged, or was altered, and is found to be so when it is
/// used.
struct Resealing {
    let db: Database
    let from, to: SecretCipher

    init(db: Database, from: SecretCipher, to: SecretCipher) {
        (self.db, self.from, self.to) = (db, from, to)
    }

    func run() throws {
        for table in SealedTable.all { try reseal(table) }
        let profiles = ProfileRows(db: db)
        for profile in try profiles.all() where (try? profiles.requireAuthentic(profile, with: from)) != nil {
            try profiles.authenticate(profile, with: to)
        }
        try CredentialRows(db: db).reauthenticate(from: from, to: to)
    }

    private func reseal(_ table: SealedTable) throws {
        let columns = table.keyColumns + table.furtherColumns
        let sql = "SELECT secret, \(columns.joined(separator: ", ")) FROM \(table.name) WHERE secret IS NOT NULL"
        let rows = try db.rows(sql) { row in
            (try row.bytes(0), try (1...columns.count).compactMap { try row.value($0) })
        }
        for (secret, values) in rows {
            // The key of a request is bytes, and a time is a number.
            let row = SealedRow(
                table: table.name, key: values.map { ($0 as? Data)?.base64EncodedString() ?? "\($0)" })
            guard var opened = try? from.unsealBytes(secret, of: row) else { continue }
            defer { opened.resetBytes(in: opened.indices) }
            let key: Arguments = values.prefix(table.keyColumns.count).map { $0 }
            try db.run(
                "UPDATE \(table.name) SET secret = ? WHERE \(table.keyCondition)", [try to.seal(opened, for: row)] + key
            )
        }
    }
}
