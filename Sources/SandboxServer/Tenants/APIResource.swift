/// An API that tokens are issued for.
struct Resource: Equatable, Sendable {
    /// The `aud` of its tokens.
    let appID: String
    let name: String
    /// What may stand before the `/` of a scope; the first is the one answers use.
    let identifiers: [String]
    let permissions: [Permission]
    /// What `.default` stands for, where nothing else has been consented to.
    let defaults: [String]

    func permission(named name: String) -> Permission? {
        permissions.first { $0.name.lowercased() == name.lowercased() }
    }

    func scope(_ permission: String) -> String { "\(identifiers[0])/\(permission)" }

    static let api = Resource(
        appID: "5a4db0c5-0a91-4e2b-8c3d-4e5f60718293", name: "Contoso Orders",
        identifiers: [
            "api://contoso-orders", "api://5a4db0c5-0a91-4e2b-8c3d-4e5f60718293",
        ],
        permissions: [
            .personal("Orders.Read", "Read your orders"), .personal("Orders.ReadWrite", "Change your orders"),
            .personal("access_as_user", "Act for you in Contoso Orders"),
        ],
        defaults: ["access_as_user"])

    static let management = Resource(
        appID: "797f4846-ba00-4fd7-ba43-dac1f8f63013", name: "Azure Service Management",
        identifiers: ["https://management.azure.com", "https://management.core.windows.net"],
        permissions: [.work("user_impersonation", "Manage Azure resources as you")],
        defaults: ["user_impersonation"])

    static let vault = Resource(
        appID: "cfa8b339-82a2-471a-a3c9-0fc0be7a4093", name: "Azure Key Vault",
        identifiers: ["https://vault.azure.net"],
        permissions: [.work("user_impersonation", "Use your key vaults")], defaults: ["user_impersonation"])
}

/// One delegated permission, with the words the consent page shows for it.
struct Permission: Equatable, Sendable {
    enum Consent: Sendable {
        case anybody
        /// Somebody who is no administrator sees "Need admin approval" instead of the question.
        case administrator
    }

    let name: String
    let words: String
    let consent: Consent
    let isOpenToPersonalAccounts: Bool

    static func personal(_ name: String, _ words: String) -> Permission {
        Permission(name: name, words: words, consent: .anybody, isOpenToPersonalAccounts: true)
    }

    static func work(_ name: String, _ words: String) -> Permission {
        Permission(name: name, words: words, consent: .anybody, isOpenToPersonalAccounts: false)
    }

    static func administrator(_ name: String, _ words: String) -> Permission {
        Permission(name: name, words: words, consent: .administrator, isOpenToPersonalAccounts: false)
    }
}
