/// A directory: an organization's, or the one that holds every personal account.
struct Tenant: Equatable, Sendable {
    let id: String
    /// How the tenant is listed in the description; for an organization also its default domain.
    let name: String
    let displayName: String
    let isPersonal: Bool
    /// Verified domains beside the default and the initial one.
    var vanityDomains: [String] = []

    /// Every verified domain, the default one first; none for personal accounts.
    var domains: [Domain] {
        guard !isPersonal else { return [] }
        return [Domain(name: name, isDefault: true, isInitial: false)]
            + vanityDomains.map { Domain(name: $0, isDefault: false, isInitial: false) }
            + [Domain(name: "\(label).onmicrosoft.com", isDefault: false, isInitial: true)]
    }

    /// The host of its SharePoint sites, which follows from the initial domain.
    var sharePointHost: String? { isPersonal ? nil : "\(label).sharepoint.com" }

    func owns(domain: String) -> Bool {
        domains.contains { $0.name == domain.lowercased() }
    }

    private var label: String { name.split(separator: ".").first.map(String.init) ?? name }

    static let contoso = Tenant(
        id: "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01", name: "contoso.example", displayName: "Contoso", isPersonal: false)

    static let fabrikam = Tenant(
        id: "fab71ca3-92d4-4b6f-8a1e-0d5c3e7b2f02", name: "fabrikam.example", displayName: "Fabrikam Straße & Söhne",
        isPersonal: false, vanityDomains: ["fabrikam-gmbh.example"])

    static let tailspin = Tenant(
        id: "7a115b14-c6d8-4e2f-9a0b-1f6e5d4c3b04", name: "tailspin.example", displayName: "Tailspin Toys",
        isPersonal: false)

    /// The tenant id of personal accounts is the same one everywhere.
    static let personal = Tenant(
        id: "9188040d-6c67-4c5b-b112-36a304b66dad", name: "personal", displayName: "Microsoft account",
        isPersonal: true)
}

/// A domain name that a tenant has shown to be its own.
struct Domain: Equatable, Sendable {
    let name: String
    /// What new users' names end in unless somebody chooses otherwise.
    let isDefault: Bool
    /// The one under `onmicrosoft.com`, which came with the tenant and cannot leave it.
    let isInitial: Bool
}
