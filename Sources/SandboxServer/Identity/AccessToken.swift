/// A token some resource accepts, as the resource sees it.
struct AccessToken {
    /// Nil for an application that acts as itself.
    let identity: Identity?
    let tenant: Tenant
    let application: Application
    let resource: Resource
    /// Whose resources take it.
    let cloud: Cloud
    /// Delegated permissions, or an application's roles.
    let permissions: [String]
    let expires: Int
    /// Whether the client has declared `cp1`: only such a token is challenged before it expires.
    let isContinuouslyEvaluated: Bool
    /// When it was taken back, in seconds since 1970.
    var revoked: Int?
}
