import HTTPTransport

/// Sends an administrator to the consent page and waits for what they decide. No token comes of it.
struct AdminConsentFlow: Sendable {
    let clientID: String
    let authority: Authority
    let clock: WallClock
    /// A fixed port for the redirect, or 0.
    let redirectPort: Int
    let timeout: Duration
    let openBrowser: @Sendable (_ url: String) async throws(AuthError) -> Void

    func run(_ scopes: Scopes) async throws(AuthError) -> AdminConsent {
        let listener = try await LoopbackListener.bind(port: redirectPort)
        do {
            let consent = try await run(scopes, listener)
            await listener.close()
            return consent
        } catch {
            await listener.close()
            throw error
        }
    }

    private func run(_ scopes: Scopes, _ listener: LoopbackListener) async throws(AuthError) -> AdminConsent {
        let request = try AdminConsentRequest(
            authority: authority, clientID: clientID, scopes: scopes, redirectURI: listener.redirectURI)
        let wait = RedirectWait(listener: listener, timeout: timeout, clock: clock, openBrowser: openBrowser)
        let state = request.state
        let answer = try await wait.answer(from: request.url) { AdminConsentResponse($0, state: state) }
        do {
            let consent = try consent(in: answer.response)
            await answer.reply(.consented)
            return consent
        } catch {
            await answer.reply(.notConsented)
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

extension PublicClientApplication {
    /// Opens the page on which an administrator allows this app the scopes for everybody in the authority's tenant.
    ///
    /// - Throws: `AuthError.declined` when the administrator says no, `.refused` when the person is no administrator.
    public func requestAdminConsent(
        _ scopes: Scopes, redirectPort: Int = 0, timeout: Duration = .seconds(300),
        openBrowser: @escaping @Sendable (_ url: String) async throws(AuthError) -> Void
    ) async throws(AuthError) -> AdminConsent {
        try await AdminConsentFlow(
            clientID: clientID, authority: authority, clock: clock, redirectPort: redirectPort, timeout: timeout,
            openBrowser: openBrowser
        ).run(scopes)
    }

    /// The address of that page, to send to an administrator. Where it leads afterwards nobody listens.
    public func adminConsentURL(_ scopes: Scopes) throws(AuthError) -> String {
        try AdminConsentRequest(
            authority: authority, clientID: clientID, scopes: scopes, redirectURI: "http://localhost"
        ).url
    }
}

/// An administrator's page to allow an app something for everybody in a tenant.
///
/// The v2.0 form of Microsoft's documentation: the scopes stand in the request, where the older one took what the
/// registration lists.
struct AdminConsentRequest: Sendable {
    let state = RandomToken.make()
    private let page: String
    private let fields: [(String, String)]

    /// - Throws: `.adminConsentUnsupported` for an authority that has no tenant to consent for.
    init(authority: Authority, clientID: String, scopes: Scopes, redirectURI: String) throws(AuthError) {
        guard let tenant = authority.tenant, !AdminConsentRequest.personal.contains(tenant) else {
            throw .adminConsentUnsupported(authority.url)
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
