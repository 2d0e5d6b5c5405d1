import HTTPTransport

/// An administrator's page to allow an app something for everybody in a tenant.
///
/// The v2.0 form of Microsoft's documentation: the scopes stand in the request, where the older one took what the
/// registration lists.
struct AdminConsentRequest: Sendable {
    let state = RandomToken.make()
    private let page: String
    private let fields: [(String, String)]

    /// - Throws: `.noAdminConsent` for an authority that has no tenant to consent for.
    init(authority: Authority, clientID: String, scopes: Scopes, redirectURI: String) throws(AuthError) {
        guard let tenant = authority.tenant, !AdminConsentRequest.personal.contains(tenant) else {
            throw .noAdminConsent(authority.url)
        }
        // `common` includes personal accounts, for which nobody can consent; the endpoint refuses it.
        let named = try authority.with(tenant: tenant == "common" ? "organizations" : tenant)
        page = "\(named.url)/v2.0/adminconsent"
        fields = [
            ("client_id", clientID), ("scope", scopes.withoutOpenID.spaceSeparated), ("redirect_uri", redirectURI),
        ]
    }

    var url: String { "\(page)?\(QueryString.make(fields + [("state", state)]))" }

    private static let personal: Set<String> = ["consumers", Authority.personalTenantID]
}
