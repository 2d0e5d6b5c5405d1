import NIOHTTP1

/// The authorization endpoint (RFC 6749 §4.1.1, RFC 7636 §4.3).
struct AuthorizationEndpointHandler {
    let sandbox: SandboxState

    func respond(to request: HTTPServerRequest, authority: SignInAuthority) -> HTTPServerResponse {
        let parameters = request.method == .POST ? request.form : request.query
        let flow = SignInFlow(sandbox: sandbox, request: request)
        do throws(EntraError) {
            let application = try application(parameters)
            let redirect = try RedirectTarget(
                parameters, application: application, product: authority.product(in: sandbox))
            return respond(
                to: parameters, authority: authority, application: application, redirect: redirect, flow: flow)
        } catch {
            // RFC 6749 §4.1.2.1: no redirect while the client or the redirect URI is invalid.
            return flow.page(error)
        }
    }

    private func respond(
        to parameters: URLEncodedParameters, authority: SignInAuthority, application: AppRegistration,
        redirect: RedirectTarget, flow: SignInFlow
    ) -> HTTPServerResponse {
        do throws(EntraError) {
            let authorization = try ValidatedAuthorizationRequest(
                parameters, authority: authority, application: application, redirect: redirect)
            return try respond(to: authorization, flow: flow)
        } catch {
            return redirect.response(for: error, trace: flow.trace)
        }
    }

    private func application(_ parameters: URLEncodedParameters) throws(EntraError) -> AppRegistration {
        guard let id = parameters["client_id"] else { throw .missing("client_id") }
        guard let application = sandbox.application(id: id) else { throw .unknownApplication(id) }
        return application
    }

    private func respond(
        to authorization: ValidatedAuthorizationRequest, flow: SignInFlow
    ) throws(EntraError) -> HTTPServerResponse {
        let sessions = sessions(for: authorization, flow: flow)
        let matching = sessions.filter { authorization.hints.matches($0.account) }
        if authorization.prompts.contains("none") {
            return try respondWithoutPrompt(to: authorization, sessions: matching, flow: flow)
        }
        let signIn = PendingSignIn(purpose: .authorization(authorization))
        let mustAsk = !authorization.prompts.isDisjoint(with: ["login", "select_account", "create"])
        if !mustAsk, authorization.hints.namesAccount, matching.count == 1 {
            return flow.choose(matching[0], in: signIn)
        }
        return flow.askForAccount(signIn)
    }

    /// OpenID Connect Core §3.1.2.6: `prompt=none` shows no page.
    private func respondWithoutPrompt(
        to authorization: ValidatedAuthorizationRequest, sessions: [TenantIdentity], flow: SignInFlow
    ) throws(EntraError) -> HTTPServerResponse {
        guard let identity = sessions.first else { throw .noSession }
        guard sessions.count == 1 else { throw .severalSessions }
        guard identity.mayUseDevice(of: flow.request) else { throw .managedDeviceRequired }
        let consent = sandbox.consentRequirement(
            for: authorization.scopes, by: identity, application: authorization.application, at: authorization.authority
        )
        guard case .needed(let permissions, let openID) = consent, permissions.isEmpty, openID.isEmpty else {
            throw .consentNeeded
        }
        return sandbox.issueCode(for: authorization, to: identity)
    }

    /// The identities that are signed in in this browser and can sign in at the authority.
    private func sessions(for authorization: ValidatedAuthorizationRequest, flow: SignInFlow) -> [TenantIdentity] {
        sandbox.sessions.accounts(in: flow.request)
            .compactMap { sandbox.seed.account(homeAccountID: $0) }
            .filter { !sandbox.isDisabled($0) }
            .compactMap { authorization.authority.identity(of: $0) }
    }
}
