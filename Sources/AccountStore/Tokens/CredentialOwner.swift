import AccountProfiles
import AuthCore

/// The owner of a stored credential.
enum CredentialOwner: Hashable {
    /// An app that acts for itself: its account is its client id and tenant.
    case app(AccountID)
    /// The client through which a person signs in, where the issuer demands a credential of it.
    case client(String, of: AccountID)

    init(of profile: Profile) { self.init(of: profile.account, clientID: profile.clientID) }

    init(of account: AccountID, clientID: String) {
        self = account.isApplication ? .app(account) : .client(clientID, of: account)
    }

    var table: Table {
        switch self {
        case .app: .app
        case .client: .client
        }
    }

    /// The values of the table's key, in the order of ``Table/keyColumns``.
    var key: [String] {
        switch self {
        case .app(let account): [account.homeAccountID, account.environment]
        case .client(let clientID, let account): [account.homeAccountID, account.environment, clientID]
        }
    }

    enum Table: String, CaseIterable {
        case app = "application_credential"
        case client = "client_credential"

        var keyColumns: [String] {
            ["home_account_id", "environment"] + (self == .client ? ["client_id"] : [])
        }
    }
}
