/// Good for any resource and in any tenant that knows the account.
struct RefreshToken {
    let account: Account
    let application: Application
    let chain: Grants.Chain
    let scopes: ScopeRequest
    /// The nonce does not come back in a refresh, but the tenant of the first sign-in does.
    let tenant: Tenant
    /// Only the service that gave it takes it back, and a user flow only its own.
    let authority: Authority
    let cloud: Cloud
    var isUsed = false
    var isRevoked = false
}
