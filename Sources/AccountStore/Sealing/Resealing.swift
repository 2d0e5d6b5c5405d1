import AuthCore
import FoundationEssentials

/// Seals everything that a key has sealed with another one, within the caller's transaction.
///
/// A row that the old key does not open stays as it is: it is damaged, or was altered, and is found to be so when it is used.
struct Resealing {
    let db: Database
    let from, to: SecretCipher

    init(db: Database, from: SecretCipher, to: SecretCipher) {
        (self.db, self.from, self.to) = (db, from, to)
    }

    func run() throws {
        for (table, keys) in Seals.keyColumns {
            try reseal(table, keys: keys) { SealedRow(table: table, key: $0.compactMap { $0 as? String }) }
        }
        try reseal("unfinished_transfer", keys: Self.requestKey, and: ["expires_on"]) {
            Self.requestRow("unfinished_transfer", $0)
        }
        try reseal("cached_answer", keys: Self.requestKey, and: ["stored_at"]) { Self.requestRow("cached_answer", $0) }
        try reseal("discovery", keys: ["url"], and: ["expires_on"]) { values in
            SealedRow(table: "discovery", key: values.map { "\($0)" })
        }
        let profiles = ProfileRows(db: db)
        for profile in try profiles.all() where (try? profiles.requireSeal(of: profile, with: from)) != nil {
            try profiles.seal(profile, with: to)
        }
        try CredentialRows(db: db).reseal(from: from, to: to)
    }

    /// - Parameters:
    ///   - keys: the columns of the table's key.
    ///   - columns: further columns that the seal covers.
    ///   - row: the sealed row, from the values of all these columns.
    private func reseal(
        _ table: String, keys: [String], and columns: [String] = [], row sealedRow: ([any Bindable]) -> SealedRow
    ) throws {
        let selected = (keys + columns).joined(separator: ", ")
        let rows = try db.rows("SELECT secret, \(selected) FROM \(table) WHERE secret IS NOT NULL") { row in
            (try row.bytes(0), try (1...(keys + columns).count).compactMap { try row.value($0) })
        }
        let isKey = keys.map { "\($0) = ?" }.joined(separator: " AND ")
        for (secret, values) in rows {
            let row = sealedRow(values)
            guard var opened = try? from.unsealBytes(secret, of: row) else { continue }
            defer { opened.resetBytes(in: opened.indices) }
            let key: Arguments = values.prefix(keys.count).map { $0 }
            try db.run("UPDATE \(table) SET secret = ? WHERE \(isKey)", [try to.seal(opened, for: row)] + key)
        }
    }

    private static let requestKey = ["home_account_id", "environment", "request"]

    /// A response or a transfer, from the values of its key and its time in epoch seconds.
    private static func requestRow(_ table: String, _ values: [any Bindable]) -> SealedRow {
        SealedRow(table: table, key: values.map { ($0 as? Data)?.base64EncodedString() ?? "\($0)" })
    }
}
