@testable import AuthCore

/// An OpenID Connect issuer that is not Microsoft's.
enum OIDCIssuer {
    static let account = AccountID(homeAccountID: "subject", environment: "idp.example")

    static func authority() throws(AuthError) -> Authority { try Authority(kind: .oidc, url: "https://idp.example") }

    /// Its discovery document: the required members, and further ones.
    static func discovery(_ further: [String: Any] = [:]) throws -> String {
        let required: [String: Any] = [
            "issuer": "https://idp.example", "authorization_endpoint": "https://idp.example/a",
            "token_endpoint": "https://idp.example/t",
        ]
        return try Contoso.json(required.merging(further) { $1 })
    }
}
