import FoundationEssentials

/// The addresses, clients and users of a running sandbox, printed by `acct-sandbox` as its first line.
public struct SandboxDescription: Sendable, Encodable {
    /// A user of one tenant. A guest is listed once for each tenant, always with the same home account id.
    public struct User: Sendable, Encodable {
        public let username: String
        public let displayName: String
        /// A key of `authorities`.
        public let tenant: String
        public let tenantId: String
        public let objectId: String
        /// `work`, `personal` or `guest`.
        public let kind: String
        public let homeAccountId: String
        /// A disabled account is shown on the account picker and cannot sign in (AADSTS50057).
        public let disabled: Bool
        public let administrator: Bool
    }

    /// The confidential client for the client credentials grant.
    public struct Daemon: Sendable, Encodable {
        public let clientId: String
        public let clientSecret: String
    }

    /// The environment variables that Azure gives a program with a managed identity.
    public struct Machine: Sendable, Encodable {
        /// `IDENTITY_ENDPOINT` and `IDENTITY_HEADER` of an app in App Service.
        public let identityEndpoint: String
        public let identityHeader: String
        /// `AZURE_POD_IDENTITY_AUTHORITY_HOST`, for the instance metadata service.
        public let metadataAuthority: String
        /// `IDENTITY_ENDPOINT` of a machine with Arc's agent, beside any `IMDS_ENDPOINT`.
        public let arcEndpoint: String
        /// The client id of the user-assigned identity.
        public let assignedClientId: String
    }

    public let authority: String
    public let authorities: [String: String]
    /// Contoso's AD FS, and the only port of `http://localhost` that it redirects to.
    public let federation: String
    public let federationRedirectPort: Int
    /// The authorities of Fabrikam's user flows (Azure AD B2C), by policy.
    public let userFlows: [String: String]
    public let graph: String
    public let clientId: String
    /// A second public client, for accounts that are signed in to several clients.
    public let otherClientId: String
    /// A public client without the redirect URI of brokers.
    public let browserOnlyClientId: String
    public let daemon: Daemon
    public let machine: Machine
    public let users: [User]

    init(port: Int, seed: SeedData, options: SandboxOptions) {
        let base = "http://localhost:\(port)"
        authority = "\(base)/common"
        authorities = Dictionary(
            uniqueKeysWithValues: seed.tenants.map { ($0.name, "\(base)/\($0.isPersonal ? "consumers" : $0.id)") })
        federation = "\(base)/adfs"
        federationRedirectPort = options.federationRedirectPort
        userFlows = Dictionary(
            uniqueKeysWithValues: UserFlow.policies.map {
                ($0, "\(base)/tfp/\(UserFlow.tenant.name)/\($0)")
            })
        graph = base
        clientId = AppRegistration.commandLine.id
        otherClientId = AppRegistration.notebook.id
        browserOnlyClientId = AppRegistration.browserOnly.id
        daemon = Daemon(clientId: AppRegistration.daemon.id, clientSecret: AppRegistration.daemon.secret ?? "")
        machine = Machine(
            identityEndpoint: "\(base)/msi/token", identityHeader: ManagedIdentityService.identityHeader,
            metadataAuthority: base,
            arcEndpoint: "\(base)/metadata/identity/oauth2/token",
            assignedClientId: AssignedIdentity.assigned.application.id)
        users = seed.identities.map { identity in
            User(
                username: identity.account.username, displayName: identity.account.displayName,
                tenant: identity.tenant.name, tenantId: identity.tenant.id, objectId: identity.objectID,
                kind: identity.kind, homeAccountId: identity.account.homeAccountID,
                disabled: identity.account.isDisabled, administrator: identity.account.isAdministrator)
        }
    }
}

extension SandboxDescription {
    /// The description for a person: the accounts, and the lines that sign one in.
    public var text: String {
        let width = users.map(\.username.count).max() ?? 0
        let accounts = users.map { user in
            let name = user.username + String(repeating: " ", count: width - user.username.count)
            let kinds = [user.kind == user.tenant ? nil : user.tenant, user.kind, user.disabled ? "disabled" : nil]
            return "  \(name)  \(kinds.compactMap(\.self).joined(separator: ", "))"
        }
        return """
            The accounts of this sandbox, which have no passwords:

            \(accounts.joined(separator: "\n"))

            To sign one in from another terminal, into a store of its own:

              export ACCT_HOME=$(mktemp -d)
              export ACCT_CLIENT_ID=\(clientId)
              acct add NAME --authority \(authority)


            """
    }

    /// The description as one line of JSON with sorted keys.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
