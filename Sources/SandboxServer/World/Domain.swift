/// A domain name that a tenant has shown to be its own.
struct Domain: Equatable, Sendable {
    let name: String
    /// What new users' names end in unless somebody chooses otherwise.
    let isDefault: Bool
    /// The one under `onmicrosoft.com`, which came with the tenant and cannot leave it.
    let isInitial: Bool
}
