import FoundationEssentials

/// What a client has to know to use a running sandbox; the first line of `acct-sandbox`.
public struct SandboxDescription: Sendable, Encodable {
    /// An identity in one tenant; a guest has one for each tenant, all with the same home account.
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
        /// A disabled account shows up on the pages and cannot sign in.
        public let disabled: Bool
        public let administrator: Bool
    }

    /// The confidential client for the client credentials grant.
    public struct Daemon: Sendable, Encodable {
        public let clientId: String
        public let clientSecret: String
    }

    /// What a program finds in its environment where it has a managed identity.
    public struct Machine: Sendable, Encodable {
        /// `IDENTITY_ENDPOINT` and `IDENTITY_HEADER` of an app in App Service.
        public let identityEndpoint: String
        public let identityHeader: String
        /// `AZURE_POD_IDENTITY_AUTHORITY_HOST`, for the instance metadata service.
        public let metadataAuthority: String
        /// `IDENTITY_ENDPOINT` of a machine with Arc's agent, beside any `IMDS_ENDPOINT`.
        public let arcEndpoint: String
        /// Of the identity that was assigned to it beside its own.
        public let assignedClientId: String
    }

    public let authority: String
    public let authorities: [String: String]
    /// Contoso's federation service (ADFS), and where it sends browsers back to: to no other port.
    public let federation: String
    public let federationRedirectPort: Int
    /// User flows for Fabrikam's customers (Azure AD B2C), by policy.
    public let userFlows: [String: String]
    public let graph: String
    public let clientId: String
    /// Another public client, for accounts that several clients share.
    public let otherClientId: String
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
        daemon = Daemon(clientId: AppRegistration.daemon.id, clientSecret: AppRegistration.daemon.secret ?? "")
        machine = Machine(
            identityEndpoint: "\(base)/msi/token", identityHeader: ArcAgentKeys.header, metadataAuthority: base,
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
    /// One line of JSON with its members in a stable order.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
