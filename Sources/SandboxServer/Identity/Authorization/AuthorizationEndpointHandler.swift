import NIOHTTP1

/// Where a browser arrives with an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3).
struct AuthorizeEndpoint {
    let emulation: Emulation

    func respond(to request: Request, authority: Authority) -> Response {
        let fields = request.method == .POST ? request.form : request.query
        let flow = SignInFlow(emulation: emulation, request: request)
        do throws(EntraError) {
            let application = try application(fields)
            let reply = try ReplyAddress(
                fields, application: application, service: authority.service(of: emulation))
            return respond(to: fields, authority: authority, application: application, reply: reply, flow: flow)
        } catch {
            // RFC 6749 §4.1.2.1: never a redirect while the app or its address is in doubt.
            return flow.page(error)
        }
    }

    private func respond(
        to fields: FormFields, authority: Authority, application: Application, reply: ReplyAddress, flow: SignInFlow
    ) -> Response {
        do throws(EntraError) {
            let authorization = try AuthorizationRequest(
                fields, authority: authority, application: application, reply: reply)
            return try answer(authorization, flow: flow)
        } catch {
            return reply.response(error, trace: flow.trace)
        }
    }

    private func application(_ fields: FormFields) throws(EntraError) -> Application {
        guard let id = fields["client_id"] else { throw .missing("client_id") }
        guard let application = emulation.world.application(id: id) else { throw .unknownApplication(id) }
        return application
    }

    private func answer(
        _ authorization: AuthorizationRequest, flow: SignInFlow
    ) throws(EntraError) -> Response {
        let sessions = signedIn(authorization, flow: flow)
        let matching = sessions.filter { authorization.hints.matches($0.account) }
        if authorization.prompts.contains("none") {
            return try answerSilently(authorization, sessions: matching, flow: flow)
        }
        let interaction = Interaction(purpose: .authorization(authorization))
        let mustAsk = !authorization.prompts.isDisjoint(with: ["login", "select_account", "create"])
        if !mustAsk, authorization.hints.namesAccount, matching.count == 1 {
            return flow.choose(matching[0], in: interaction)
        }
        return flow.askForAccount(interaction)
    }

    /// OpenID Connect Core §3.1.2.6: `prompt=none` shows nothing to nobody.
    private func answerSilently(
        _ authorization: AuthorizationRequest, sessions: [Identity], flow: SignInFlow
    ) throws(EntraError) -> Response {
        guard let identity = sessions.first else { throw .noSession }
        guard sessions.count == 1 else { throw .severalSessions }
        let consent = emulation.consentNeeded(
            authorization.scopes, by: identity, application: authorization.application, at: authorization.authority)
        guard case .needed(let permissions, let openID) = consent, permissions.isEmpty, openID.isEmpty else {
            throw .consentNeeded
        }
        return emulation.grantCode(authorization, to: identity)
    }

    private func signedIn(_ authorization: AuthorizationRequest, flow: SignInFlow) -> [Identity] {
        emulation.sessions.accounts(in: flow.request)
            .compactMap { emulation.world.account(homeAccountID: $0) }
            .filter { !emulation.isDisabled($0) }
            .compactMap { authorization.authority.identity(of: $0) }
    }
}
