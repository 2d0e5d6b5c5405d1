/// An API that access tokens are issued for.
struct APIResource: Equatable, Sendable {
    /// The `aud` of its tokens.
    let appID: String
    let name: String
    /// The identifier URIs, which precede the `/` of a scope. Responses use the first one.
    let identifiers: [String]
    let permissions: [DelegatedPermission]
    /// The permissions that `.default` requests before anything has been consented to.
    let defaults: [String]

    func permission(named name: String) -> DelegatedPermission? {
        permissions.first { $0.name.lowercased() == name.lowercased() }
    }

    func scope(_ permission: String) -> String { "\(identifiers[0])/\(permission)" }

    static let api = APIResource(
        appID: "5a4db0c5-0a91-4e2b-8c3d-4e5f60718293", name: "Contoso Orders",
        identifiers: [
            "api://contoso-orders", "api://5a4db0c5-0a91-4e2b-8c3d-4e5f60718293",
        ],
        permissions: [
            .personal("Orders.Read", "Read your orders"), .personal("Orders.ReadWrite", "Change your orders"),
            .personal("access_as_user", "Act for you in Contoso Orders"),
        ],
        defaults: ["access_as_user"])

    static let management = APIResource(
        appID: "797f4846-ba00-4fd7-ba43-dac1f8f63013", name: "Azure Service Management",
        identifiers: ["https://management.azure.com", "https://management.core.windows.net"],
        permissions: [.work("user_impersonation", "Manage Azure resources as you")],
        defaults: ["user_impersonation"])

    static let vault = APIResource(
        appID: "cfa8b339-82a2-471a-a3c9-0fc0be7a4093", name: "Azure Key Vault",
        identifiers: ["https://vault.azure.net"],
        permissions: [.work("user_impersonation", "Use your key vaults")], defaults: ["user_impersonation"])

    static let devOps = APIResource(
        appID: "499b84ac-1321-427f-aa17-267ca6975798", name: "Azure DevOps",
        identifiers: ["499b84ac-1321-427f-aa17-267ca6975798", "https://app.vssps.visualstudio.com"],
        permissions: [.work("user_impersonation", "Have full access to Azure DevOps as you")],
        defaults: ["user_impersonation"])

    static let registry = APIResource(
        appID: "6a0ec4d3-30cb-4a83-91c0-ae56bc0e3d26", name: "Azure Container Registry",
        identifiers: ["https://containerregistry.azure.net"],
        permissions: [.work("user_impersonation", "Use your container registries")], defaults: ["user_impersonation"])
}

/// A delegated permission with its text on the consent page.
struct DelegatedPermission: Equatable, Sendable {
    enum Consent: Sendable {
        case anybody
        /// Other users see "Need admin approval" (AADSTS90094) instead of the consent page.
        case administrator
    }

    let name: String
    let consentText: String
    let consent: Consent
    let isOpenToPersonalAccounts: Bool

    static func personal(_ name: String, _ consentText: String) -> DelegatedPermission {
        DelegatedPermission(name: name, consentText: consentText, consent: .anybody, isOpenToPersonalAccounts: true)
    }

    static func work(_ name: String, _ consentText: String) -> DelegatedPermission {
        DelegatedPermission(name: name, consentText: consentText, consent: .anybody, isOpenToPersonalAccounts: false)
    }

    static func administrator(_ name: String, _ consentText: String) -> DelegatedPermission {
        DelegatedPermission(
            name: name, consentText: consentText, consent: .administrator, isOpenToPersonalAccounts: false)
    }
}
