import AuthCore
import FoundationEssentials
import HTTPTransport

/// The credentials of apps and of clients that people sign in through, one row for each owner.
struct CredentialRows {
    let db: Database

    /// - Throws: `StoreError.alteredProfile` when another program has changed what the credential refers to.
    func credential(of owner: CredentialOwner, keys: MasterKeyLoader) throws -> ApplicationCredential? {
        let sql = "SELECT kind, reference, secret, seal FROM \(owner.fromClause)"
        return try db.first(sql, Arguments(owner.key)) { row in
            let (kind, reference) = (try row.text(0), try row.optionalText(1))
            let tag = row.isNull(3) ? nil : try row.bytes(3)
            guard try keys.cipher(in: db).isAuthenticationTag(tag, of: .reference(of: owner, kind: kind, reference))
            else {
                try keys.requireOwnKey(in: db)
                throw StoreError.alteredProfile(owner.key[0])
            }
            return switch StoredCredential.Kind(rawValue: kind) {
            case .secret: .secret(try keys.cipher(in: db).unseal(row.bytes(2), of: .credential(of: owner)))
            case .certificate: .certificate(path: try row.text(1))
            case .federatedTokenFile: .federatedTokenFile(path: try row.text(1))
            case .managedIdentity: .managedIdentity(try row.managedIdentity(1))
            case nil: throw SQLiteError.damaged
            }
        }
    }

    /// The credential without its secret. No key is needed, and no tag is checked.
    func stored(of owner: CredentialOwner) throws -> StoredCredential? {
        try db.first("SELECT kind, reference, expires_on FROM \(owner.fromClause)", Arguments(owner.key)) { row in
            guard let kind = StoredCredential.Kind(rawValue: try row.text(0)) else { throw SQLiteError.damaged }
            return StoredCredential(
                kind: kind, reference: try row.optionalText(1), expiresOn: try row.optionalTime(2))
        }
    }

    /// Replaces the previous credential, and with it what is known of that one: when the server rejected it, and its end.
    func save(_ credential: ApplicationCredential, of owner: CredentialOwner, with cipher: SecretCipher) throws {
        let columns = owner.table.keyColumns + ["kind", "reference", "secret", "seal"]
        let sql = """
            INSERT OR REPLACE INTO \(owner.table.rawValue) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
        let (kind, reference, secret): (StoredCredential.Kind, String?, Secret?) =
            switch credential {
            case .secret(let secret): (.secret, nil, secret)
            case .certificate(let path): (.certificate, path, nil)
            case .federatedTokenFile(let path): (.federatedTokenFile, path, nil)
            case .managedIdentity(let identity): (.managedIdentity, identity.text, nil)
            }
        let values: Arguments = [
            kind.rawValue, reference, try secret.map { try cipher.seal($0, for: .credential(of: owner)) },
            try cipher.authenticationTag(of: .reference(of: owner, kind: kind.rawValue, reference)),
        ]
        try db.run(sql, Arguments(owner.key) + values)
    }

    func authenticateAll(with cipher: SecretCipher) throws {
        try authenticate(with: cipher) { _, _ in true }
    }

    /// Authenticates with a new key the references that the old key has authenticated.
    func reauthenticate(from: SecretCipher, to: SecretCipher) throws {
        try authenticate(with: to) { reference, tag in from.isAuthenticationTag(tag, of: reference) }
    }

    private func authenticate(
        with cipher: SecretCipher, where isWanted: (_ reference: SealedRow, _ tag: Data?) -> Bool
    ) throws {
        for table in CredentialOwner.Table.allCases {
            let columns = table.keyColumns + ["kind", "reference", "seal"]
            let rows = try db.rows("SELECT \(columns.joined(separator: ", ")) FROM \(table.rawValue)") { row in
                let key = try table.keyColumns.indices.map { try row.text($0) }
                return (
                    owner: CredentialOwner(in: table, key: key), kind: try row.text(key.count),
                    reference: try row.optionalText(key.count + 1),
                    tag: row.isNull(key.count + 2) ? nil : try row.bytes(key.count + 2)
                )
            }
            for (owner, kind, reference, tag) in rows {
                let reference = SealedRow.reference(of: owner, kind: kind, reference)
                guard isWanted(reference, tag) else { continue }
                try db.run(
                    "UPDATE \(table.rawValue) SET seal = ? WHERE \(table.keyCondition)",
                    [try cipher.authenticationTag(of: reference)] + Arguments(owner.key))
            }
        }
    }

    /// Sets the end of a secret, where the credential is one: a certificate states its own end.
    func setExpiry(_ time: Date, ofSecretOf owner: CredentialOwner) throws {
        let sql = "UPDATE \(owner.table.rawValue) SET expires_on = ? WHERE \(owner.table.keyCondition) AND kind = ?"
        let values: Arguments = [StoredCredential.Kind.secret.rawValue]
        try db.run(sql, [time.epochSeconds] + Arguments(owner.key) + values)
    }

    func markRejected(_ owner: CredentialOwner, at time: Date) throws {
        let sql = "UPDATE \(owner.table.rawValue) SET rejected_at = ? WHERE \(owner.table.keyCondition)"
        try db.run(sql, [time.epochSeconds] + Arguments(owner.key))
    }

    /// Writes nothing for a credential that was never rejected.
    func markAccepted(_ owner: CredentialOwner) throws {
        let sql = """
            UPDATE \(owner.table.rawValue) SET rejected_at = NULL
            WHERE \(owner.table.keyCondition) AND rejected_at IS NOT NULL
            """
        try db.run(sql, Arguments(owner.key))
    }
}

extension CredentialOwner {
    fileprivate var fromClause: String { "\(table.rawValue) WHERE \(table.keyCondition)" }

    /// - Parameter key: the values of the table's key columns.
    fileprivate init(in table: Table, key: [String]) {
        let account = AccountID(homeAccountID: key[0], environment: key[1])
        self = table == .app ? .app(account) : .client(key[2], of: account)
    }
}

extension CredentialOwner.Table {
    fileprivate var keyCondition: String { SealedTable.condition(on: keyColumns) }
}

/// An app's credential as far as it can be shown.
public struct StoredCredential: Hashable, Sendable {
    public enum Kind: String, Sendable {
        case secret, certificate, managedIdentity = "managed_identity"
        case federatedTokenFile = "federated_token_file"
    }

    public let kind: Kind
    /// The path of the file, or the managed identity; nil for a secret.
    public let reference: String?
    /// The end of a secret that a person has named; nil where none is known.
    public let expiresOn: Date?

    public init(kind: Kind, reference: String?, expiresOn: Date? = nil) {
        self.kind = kind
        self.reference = reference
        self.expiresOn = expiresOn
    }
}

extension Row {
    fileprivate func managedIdentity(_ index: Int) throws -> ManagedIdentityID {
        guard let identity = ManagedIdentityID(try text(index)) else { throw SQLiteError.damaged }
        return identity
    }
}
