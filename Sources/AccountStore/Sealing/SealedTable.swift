import FoundationEssentials

/// A table with sealed secrets. A secret is sealed together with the key of its row, and with further columns where the
/// table has any: see ``SealedRow``.
struct SealedTable {
    let name: String
    let keyColumns: [String]
    /// The columns beyond the key that the seal covers.
    var furtherColumns: [String] = []

    /// The condition that holds for the row with a key.
    var keyCondition: String { Self.condition(on: keyColumns) }

    /// The condition that all of the columns have the values that the statement is given.
    static func condition(on columns: [String]) -> String { columns.map { "\($0) = ?" }.joined(separator: " AND ") }

    /// The secrets of the table as they are stored, each with the row that it is sealed for. Only for tables whose keys are
    /// text and whose seal covers nothing else.
    func secrets(in db: Database) throws -> [(row: SealedRow, secret: Data)] {
        let columns = keyColumns.joined(separator: ", ")
        return try db.rows("SELECT secret, \(columns) FROM \(name) WHERE secret IS NOT NULL") { row in
            (SealedRow(table: name, key: try keyColumns.indices.map { try row.text($0 + 1) }), try row.bytes(0))
        }
    }

    /// The tables of sign-ins and credentials, which are saved from a damaged store.
    static let signInTables = [
        SealedTable(
            name: "access_token", keyColumns: ["home_account_id", "environment", "client_id", "realm", "target"]),
        SealedTable(name: "refresh_token", keyColumns: ["home_account_id", "environment", "client_id"]),
        SealedTable(name: "id_token", keyColumns: ["home_account_id", "environment", "client_id", "realm"]),
        SealedTable(name: "application_credential", keyColumns: CredentialOwner.Table.app.keyColumns),
        SealedTable(name: "client_credential", keyColumns: CredentialOwner.Table.client.keyColumns),
    ]

    /// The tables with what belongs to an account: a store with a row in one of them needs its key.
    static let ofAccounts =
        signInTables + [
            SealedTable(name: "unfinished_transfer", keyColumns: requestKey, furtherColumns: ["expires_on"]),
            SealedTable(name: "cached_answer", keyColumns: requestKey, furtherColumns: ["stored_at"]),
        ]

    /// All tables. Discovery documents can be fetched again with any key.
    static let all = ofAccounts + [SealedTable(name: "discovery", keyColumns: ["url"], furtherColumns: ["expires_on"])]

    /// Nil for a table without secrets, and for a cache.
    static func signInTable(named name: String) -> SealedTable? { signInTables.first { $0.name == name } }

    private static let requestKey = ["home_account_id", "environment", "request"]
}
