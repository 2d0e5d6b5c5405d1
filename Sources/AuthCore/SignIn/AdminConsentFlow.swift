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
