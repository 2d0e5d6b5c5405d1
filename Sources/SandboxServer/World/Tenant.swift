/// A directory: an organization's, or the one that holds every personal account.
struct Tenant: Equatable, Sendable {
    let id: String
    /// How the tenant is listed in the description; for an organization also a verified domain.
    let name: String
    let displayName: String
    let isPersonal: Bool

    static let contoso = Tenant(
        id: "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01", name: "contoso.example", displayName: "Contoso", isPersonal: false)

    static let fabrikam = Tenant(
        id: "fab71ca3-92d4-4b6f-8a1e-0d5c3e7b2f02", name: "fabrikam.example", displayName: "Fabrikam Straße & Söhne",
        isPersonal: false)

    /// The tenant id of personal accounts is the same one everywhere.
    static let personal = Tenant(
        id: "9188040d-6c67-4c5b-b112-36a304b66dad", name: "personal", displayName: "Microsoft account",
        isPersonal: true)
}
