import HTTPTransport

extension PublicClientApplication {
    /// Opens the page on which an administrator consents to the scopes for all users of the authority's tenant, and
    /// waits for the decision. No token results from it.
    ///
    /// - Parameters:
    ///   - redirectURI: On loopback, as it is registered.
    ///   - timeout: The time limit for the administrator.
    ///   - openBrowser: Opens the page; see ``signIn(_:redirectURI:openBrowser:)``.
    /// - Throws: ``AuthError/declined(_:)`` when the administrator declines, ``AuthError/refused(_:)`` when the user is not
    ///   an administrator, ``AuthError/adminConsentUnsupported(_:)``.
    public func requestAdminConsent(
        _ scopes: Scopes, redirectURI: RedirectURI = .localhost, timeout: Duration = .seconds(300),
        openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) async throws(AuthError) -> AdminConsent {
        try await AdminConsentFlow(
            clientID: clientID, authority: authority, clock: clock, redirectURI: redirectURI, timeout: timeout,
            openBrowser: openBrowser
        ).run(scopes)
    }

    /// The URL of that page, to send to an administrator. Nothing listens for its redirect.
    public func adminConsentURL(
        _ scopes: Scopes, redirectURI: RedirectURI = .localhost
    ) throws(AuthError) -> String {
        try AdminConsentRequest(
            authority: authority, clientID: clientID, scopes: scopes, redirectURI: redirectURI.text
        ).url
    }
}

/// The consent of an administrator, as the redirect states it.
///
/// The redirect went through the browser, so this is for messages: the scopes of a token are in its own response.
public struct AdminConsent: Hashable, Sendable {
    public let tenantID: String
    /// Empty where the server does not repeat them.
    public let scopes: Scopes
}

/// Sends an administrator to the consent page and waits for the redirect.
struct AdminConsentFlow: Sendable {
    let clientID: String
    let authority: Authority
    let clock: WallClock
    let redirectURI: RedirectURI
    let timeout: Duration
    let openBrowser: @Sendable (_ url: String) async throws(AuthError) -> Void

    func run(_ scopes: Scopes) async throws(AuthError) -> AdminConsent {
        try await LoopbackListener.listen(on: redirectURI) { listener async throws(AuthError) in
            try await run(scopes, listener)
        }
    }

    private func run(_ scopes: Scopes, _ listener: LoopbackListener) async throws(AuthError) -> AdminConsent {
        let request = try AdminConsentRequest(
            authority: authority, clientID: clientID, scopes: scopes, redirectURI: listener.redirectURI)
        let receiver = RedirectReceiver(listener: listener, timeout: timeout, clock: clock, openBrowser: openBrowser)
        let state = request.state
        let redirect = try await receiver.response(from: request.url) { AdminConsentResponse($0, state: state) }
        do {
            let consent = try consent(in: redirect.response)
            await redirect.reply(.consented)
            return consent
        } catch {
            await redirect.reply(.notConsented)
            throw error
        }
    }

    private func consent(in response: AdminConsentResponse) throws(AuthError) -> AdminConsent {
        switch response {
        case .granted(let consent): return consent
        case .error(let error) where error.isDeclined && !error.needsAdministrator: throw .declined(error)
        case .error(let error): throw .refused(error)
        case .unclear: throw .redirect(.missingConsent)
        }
    }
}

/// A request for an administrator's consent for a tenant.
///
/// The v2.0 form of Microsoft's documentation: the request has the scopes, where the older form used those of the
/// registration.
struct AdminConsentRequest: Sendable {
    let state = RandomToken.make()
    private let page: String
    private let fields: [(String, String)]

    /// - Throws: ``AuthError/adminConsentUnsupported(_:)`` for an authority without a tenant that has administrators.
    init(authority: Authority, clientID: String, scopes: Scopes, redirectURI: String) throws(AuthError) {
        guard let tenant = authority.tenant, !Self.personalTenants.contains(tenant) else {
            throw .adminConsentUnsupported(authority.url)
        }
        // The endpoint refuses `common`, which includes personal accounts: they have no administrator.
        let organization = try authority.with(tenant: tenant == "common" ? "organizations" : tenant)
        page = "\(organization.url)/v2.0/adminconsent"
        fields = [
            ("client_id", clientID), ("scope", scopes.withoutOpenID.spaceSeparated), ("redirect_uri", redirectURI),
        ]
    }

    var url: String { "\(page)?\(QueryString.make(fields + [("state", state)]))" }

    private static let personalTenants: Set<String> = ["consumers", Authority.personalTenantID]
}

/// The response in the redirect of the admin consent page.
enum AdminConsentResponse: Equatable {
    case granted(AdminConsent)
    case error(OAuthError)
    /// This request's state, but neither a consent nor an error.
    case unclear

    /// Nil for a redirect without this request's state.
    init?(_ fields: FormFields, state: String) {
        guard fields["state"] == state else { return nil }
        // The error comes first: a redirect with an error has `admin_consent=True` as well.
        if let error = OAuthError(redirect: fields) {
            self = .error(error)
        } else if fields["admin_consent"]?.equalsIgnoringASCIICase("true") == true, let tenant = fields["tenant"],
            !tenant.isEmpty
        {
            let scopes = Scopes(spaceSeparated: fields["scope"] ?? "")
            self = .granted(AdminConsent(tenantID: tenant.lowercased(), scopes: scopes))
        } else {
            self = .unclear
        }
    }
}
