/// A code on its way through the browser (RFC 6749 §4.1.2).
struct AuthorizationCode {
    let identity: Identity
    let request: AuthorizationRequest
    let expires: Double
    let chain: Grants.Chain
    var isRedeemed = false
}
