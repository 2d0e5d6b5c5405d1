/// What the browser brought back from the admin-consent page.
enum AdminConsentResponse: Equatable {
    case granted(AdminConsent)
    case error(OAuthError)
    /// Our state, but neither a consent nor an error.
    case unclear

    /// Nil for what is not an answer to the request that is waiting.
    init?(_ fields: FormFields, state: String) {
        guard fields["state"] == state else { return nil }
        // A refusal says `admin_consent=True` as well.
        if let code = fields["error"] {
            self = .error(
                OAuthError(code: code, description: fields["error_description"], suberror: fields["error_subcode"]))
        } else if fields["admin_consent"]?.caseInsensitiveEquals("true") == true, let tenant = fields["tenant"],
            !tenant.isEmpty
        {
            let scopes = Scopes(spaceSeparated: fields["scope"] ?? "")
            self = .granted(AdminConsent(tenantID: tenant.lowercased(), scopes: scopes))
        } else {
            self = .unclear
        }
    }
}

/// What an administrator allowed, as the redirect told it.
///
/// It went through the browser, so it is for messages: what a token may do stands in the token's own response.
public struct AdminConsent: Hashable, Sendable {
    public let tenantID: String
    /// Empty where the server does not repeat them.
    public let scopes: Scopes
}
