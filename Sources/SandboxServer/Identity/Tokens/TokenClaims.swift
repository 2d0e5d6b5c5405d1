/// The `claims` parameter: JSON text, never the base64 of a challenge.
struct RequestedClaims {
    /// Whether the client says it can handle a claims challenge.
    private(set) var declaresChallenges = false
    /// Claims the client would like to see in the ID token (OpenID Connect Core §5.5).
    private(set) var idToken: Set<String> = []

    init(_ text: String?) throws(EntraError) {
        guard let text else { return }
        guard let claims = JSON(parsing: Array(text.utf8)), claims.members != nil else { throw .malformed }
        let capabilities = claims["access_token"]?["xms_cc"]?["values"]?.array ?? []
        declaresChallenges = capabilities.contains { $0.string?.lowercased() == "cp1" }
        idToken = Set((claims["id_token"]?.members ?? []).map(\.name))
    }
}
