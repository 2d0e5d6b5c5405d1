import AuthCore
import FoundationEssentials
import HTTPTransport

/// The credentials of apps, one row for each account: an app's account is its client id and tenant.
struct ApplicationCredentialRows {
    private static let ofAccount = "home_account_id = ? AND environment = ?"
    let db: Database

    /// - Throws: `StoreError.alteredProfile` when another program has changed what the credential refers to.
    func credential(of account: AccountID, keys: MasterKeyLoader) throws -> ApplicationCredential? {
        let sql = "SELECT kind, reference, secret, seal FROM application_credential WHERE \(Self.ofAccount)"
        return try db.first(sql, account.arguments) { row in
            let (kind, reference) = (try row.text(0), try row.optionalText(1))
            let seal = row.isNull(3) ? nil : try row.bytes(3)
            guard try keys.cipher().isSeal(seal, of: .reference(of: account, kind: kind, reference)) else {
                try keys.requireOwnKey(in: db)
                throw StoreError.alteredProfile(account.homeAccountID)
            }
            return switch StoredCredential.Kind(rawValue: kind) {
            case .secret: .secret(try keys.cipher().unseal(row.bytes(2), of: .applicationCredential(account)))
            case .certificate: .certificate(path: try row.text(1))
            case .federatedTokenFile: .federatedTokenFile(path: try row.text(1))
            case .managedIdentity: .managedIdentity(try row.managedIdentity(1))
            case nil: throw SQLiteError.damaged
            }
        }
    }

    /// The credential without its secret. No key is needed, and no seal is checked.
    func stored(of account: AccountID) throws -> StoredCredential? {
        let sql = "SELECT kind, reference FROM application_credential WHERE \(Self.ofAccount)"
        return try db.first(sql, account.arguments) { row in
            guard let kind = StoredCredential.Kind(rawValue: try row.text(0)) else { throw SQLiteError.damaged }
            return StoredCredential(kind: kind, reference: try row.optionalText(1))
        }
    }

    /// Replaces the previous credential, and with it the time when the server rejected that one.
    func save(_ credential: ApplicationCredential, of account: AccountID, with cipher: SecretCipher) throws {
        let sql = """
            INSERT OR REPLACE INTO application_credential (home_account_id, environment, kind, reference, secret, seal)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        let (kind, reference, secret): (StoredCredential.Kind, String?, Secret?) =
            switch credential {
            case .secret(let secret): (.secret, nil, secret)
            case .certificate(let path): (.certificate, path, nil)
            case .federatedTokenFile(let path): (.federatedTokenFile, path, nil)
            case .managedIdentity(let identity): (.managedIdentity, identity.text, nil)
            }
        let values: Arguments = [
            kind.rawValue, reference, try secret.map { try cipher.seal($0, for: .applicationCredential(account)) },
            try cipher.seal(.reference(of: account, kind: kind.rawValue, reference)),
        ]
        try db.run(sql, account.arguments + values)
    }

    func sealAll(with cipher: SecretCipher) throws {
        let sql = "SELECT home_account_id, environment, kind, reference FROM application_credential"
        let rows = try db.rows(sql) { row in
            (
                account: AccountID(homeAccountID: try row.text(0), environment: try row.text(1)),
                kind: try row.text(2), reference: try row.optionalText(3)
            )
        }
        for (account, kind, reference) in rows {
            try db.run(
                "UPDATE application_credential SET seal = ? WHERE \(Self.ofAccount)",
                [try cipher.seal(.reference(of: account, kind: kind, reference))] + account.arguments)
        }
    }

    func markRejected(_ account: AccountID, at time: Date) throws {
        let sql = "UPDATE application_credential SET rejected_at = ? WHERE \(Self.ofAccount)"
        try db.run(sql, [time.epochSeconds] + account.arguments)
    }

    /// Writes nothing for a credential that was never rejected.
    func markAccepted(_ account: AccountID) throws {
        let sql = """
            UPDATE application_credential SET rejected_at = NULL
            WHERE \(Self.ofAccount) AND rejected_at IS NOT NULL
            """
        try db.run(sql, account.arguments)
    }
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

    public init(kind: Kind, reference: String?) {
        self.kind = kind
        self.reference = reference
    }
}

extension Row {
    fileprivate func managedIdentity(_ index: Int) throws -> ManagedIdentityID {
        guard let identity = ManagedIdentityID(try text(index)) else { throw SQLiteError.damaged }
        return identity
    }
}
