/// A tenant: an organization's, or the one of all personal accounts.
struct Tenant: Equatable, Sendable {
    let id: String
    /// The tenant's name in `SandboxDescription`, and the default domain of an organization.
    let name: String
    let displayName: String
    let isPersonal: Bool
    /// The verified domains other than the default and the initial one.
    var vanityDomains: [String] = []
    var subscriptions: [AzureSubscription] = []
    /// Whether a Conditional Access policy lets accounts in on managed devices only.
    var requiresManagedDevice = false

    /// All verified domains, the default one first. Empty for personal accounts.
    var domains: [VerifiedDomain] {
        guard !isPersonal else { return [] }
        return [VerifiedDomain(name: name, isDefault: true, isInitial: false)]
            + vanityDomains.map { VerifiedDomain(name: $0, isDefault: false, isInitial: false) }
            + [VerifiedDomain(name: "\(label).onmicrosoft.com", isDefault: false, isInitial: true)]
    }

    /// The host of the tenant's SharePoint sites, derived from the initial domain.
    var sharePointHost: String? { isPersonal ? nil : "\(label).sharepoint.com" }

    func owns(domain: String) -> Bool {
        domains.contains { $0.name == domain.lowercased() }
    }

    private var label: String { name.split(separator: ".").first.map(String.init) ?? name }

    static let contoso = Tenant(
        id: "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01", name: "contoso.example", displayName: "Contoso", isPersonal: false,
        subscriptions: [
            AzureSubscription(
                id: "5b0c0a10-6d2e-4f31-8a47-90c1d2e3f401", name: "Contoso Production", resourceGroups: ["web", "data"]),
            AzureSubscription(
                id: "5b0c0a11-7e3f-4a42-9b58-a1d2e3f40512", name: "Contoso Test", resourceGroups: ["playground"]),
        ])

    static let fabrikam = Tenant(
        id: "fab71ca3-92d4-4b6f-8a1e-0d5c3e7b2f02", name: "fabrikam.example", displayName: "Fabrikam Straße & Söhne",
        isPersonal: false, vanityDomains: ["fabrikam-gmbh.example"],
        subscriptions: [
            AzureSubscription(
                id: "5bfab120-8f40-4b53-8c69-b2e3f4051623", name: "Fabrikam", resourceGroups: ["lager"])
        ])

    static let tailspin = Tenant(
        id: "7a115b14-c6d8-4e2f-9a0b-1f6e5d4c3b04", name: "tailspin.example", displayName: "Tailspin Toys",
        isPersonal: false)

    static let northwind = Tenant(
        id: "40474314-d7e9-4f30-8b1c-2a7f6e5d4c06", name: "northwind.example", displayName: "Northwind Traders",
        isPersonal: false)

    static let proseware = Tenant(
        id: "94053a4e-e8fa-4041-9c2d-3b8f7e6d5c07", name: "proseware.example", displayName: "Proseware",
        isPersonal: false, requiresManagedDevice: true)

    /// The tenant for Woodgrove's customers (Microsoft Entra External ID), which `common` and `organizations` do not
    /// cover.
    static let woodgrove = Tenant(
        id: "30d90e5e-a7b8-4c9d-8e0f-1a2b3c4d5e05", name: "woodgrove.example", displayName: "Woodgrove Groceries",
        isPersonal: false)

    /// Microsoft's fixed tenant id for personal accounts.
    static let personal = Tenant(
        id: "9188040d-6c67-4c5b-b112-36a304b66dad", name: "personal", displayName: "Microsoft account",
        isPersonal: true)
}

/// A subscription to Azure, which belongs to a tenant.
struct AzureSubscription: Equatable, Sendable {
    let id: String
    let name: String
    let resourceGroups: [String]
}

/// A verified domain of a tenant.
struct VerifiedDomain: Equatable, Sendable {
    let name: String
    /// Whether new users get a name in this domain unless another one is chosen.
    let isDefault: Bool
    /// Whether this is the domain under `onmicrosoft.com` that came with the tenant and cannot be removed.
    let isInitial: Bool
}
