import AuthCore
import Foundation

/// What apps prove themselves with, one row for each app: its account says which client and tenant.
struct ApplicationCredentialRows {
    private enum Kind: String {
        case secret, certificate, managedIdentity = "managed_identity"
        case federatedTokenFile = "federated_token_file"
    }

    let db: Database

    func credential(of account: AccountID, in vault: Vault) throws -> ApplicationCredential? {
        let sql = """
            SELECT kind, reference, secret FROM application_credential WHERE home_account_id = ? AND environment = ?
            """
        return try db.first(sql, account.arguments) { row in
            switch Kind(rawValue: try row.text(0)) {
            case .secret: .secret(try vault.opener().unseal(row.bytes(2), of: .applicationCredential(account)))
            case .certificate: .certificate(path: try row.text(1))
            case .federatedTokenFile: .federatedTokenFile(path: try row.text(1))
            case .managedIdentity: .managedIdentity(try row.managedIdentity(1))
            case nil: throw SQLiteError.damaged
            }
        }
    }

    /// Takes the place of what the app had before.
    func save(_ credential: ApplicationCredential, of account: AccountID, with sealer: Sealer) throws {
        let values: Arguments =
            switch credential {
            case .secret(let secret):
                [Kind.secret.rawValue, nil, try sealer.seal(secret, for: .applicationCredential(account))]
            case .certificate(let path): [Kind.certificate.rawValue, path, nil]
            case .federatedTokenFile(let path): [Kind.federatedTokenFile.rawValue, path, nil]
            case .managedIdentity(let identity): [Kind.managedIdentity.rawValue, identity.text, nil]
            }
        try db.run(
            "INSERT OR REPLACE INTO application_credential VALUES (?, ?, ?, ?, ?, NULL)", account.arguments + values)
    }

    func markRejected(_ account: AccountID, at time: Date) throws {
        let sql = "UPDATE application_credential SET rejected_at = ? WHERE home_account_id = ? AND environment = ?"
        try db.run(sql, [time.epochSeconds] + account.arguments)
    }

    /// Nothing is written for one that was never refused.
    func markAccepted(_ account: AccountID) throws {
        let sql = """
            UPDATE application_credential SET rejected_at = NULL
            WHERE home_account_id = ? AND environment = ? AND rejected_at IS NOT NULL
            """
        try db.run(sql, account.arguments)
    }
}

extension Row {
    fileprivate func managedIdentity(_ index: Int) throws -> ManagedIdentityID {
        guard let identity = ManagedIdentityID(try text(index)) else {
            throw SQLiteError.damaged
        }
        return identity
    }
}
