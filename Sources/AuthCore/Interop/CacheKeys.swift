/// The keys under which MSAL for Python files its entities.
///
/// Documented behaviour: the parts are joined with dashes and lower-cased, but for those of app metadata.
struct CacheKeys {
    let homeAccountID: String
    let environment: String
    let clientID: String
    let realm: String

    func accessToken(target: String) -> String { key("accesstoken", clientID, realm, target) }

    /// A refresh token serves every tenant, so its key names none.
    func refreshToken(target: String) -> String { key("refreshtoken", clientID, "", target) }

    var idToken: String { key("idtoken", clientID, realm, "") }

    var account: String { key(realm) }

    var appMetadata: String { "appmetadata-\(environment)-\(clientID)" }

    private func key(_ parts: String...) -> String {
        ([homeAccountID, environment] + parts).joined(separator: "-").lowercased()
    }
}
