import AuthCore
import FoundationEssentials

/// The credentials of apps, one row for each account: an app's account is its client id and tenant.
struct ApplicationCredentialRows {
    private enum Kind: String {
        case secret, certificate, managedIdentity = "managed_identity"
        case federatedTokenFile = "federated_token_file"
    }

    private static let ofAccount = "home_account_id = ? AND environment = ?"
    let db: Database

    func credential(of account: AccountID, keys: MasterKeyLoader) throws -> ApplicationCredential? {
        let sql = "SELECT kind, reference, secret FROM application_credential WHERE \(Self.ofAccount)"
        return try db.first(sql, account.arguments) { row in
            switch Kind(rawValue: try row.text(0)) {
            case .secret: .secret(try keys.cipher().unseal(row.bytes(2), of: .applicationCredential(account)))
            case .certificate: .certificate(path: try row.text(1))
            case .federatedTokenFile: .federatedTokenFile(path: try row.text(1))
            case .managedIdentity: .managedIdentity(try row.managedIdentity(1))
            case nil: throw SQLiteError.damaged
            }
        }
    }

    /// Replaces the previous credential, and with it the time when the server rejected that one.
    func save(_ credential: ApplicationCredential, of account: AccountID, with cipher: SecretCipher) throws {
        let sql = """
            INSERT OR REPLACE INTO application_credential (home_account_id, environment, kind, reference, secret)
            VALUES (?, ?, ?, ?, ?)
            """
        let values: Arguments =
            switch credential {
            case .secret(let secret):
                [Kind.secret.rawValue, nil, try cipher.seal(secret, for: .applicationCredential(account))]
            case .certificate(let path): [Kind.certificate.rawValue, path, nil]
            case .federatedTokenFile(let path): [Kind.federatedTokenFile.rawValue, path, nil]
            case .managedIdentity(let identity): [Kind.managedIdentity.rawValue, identity.text, nil]
            }
        try db.run(sql, account.arguments + values)
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

extension Row {
    fileprivate func managedIdentity(_ index: Int) throws -> ManagedIdentityID {
        guard let identity = ManagedIdentityID(try text(index)) else { throw SQLiteError.damaged }
        return identity
    }
}
