/// The first page of an admin consent: who may grant it.
struct AdminConsentEndpointHandler {
    let sandbox: SandboxState

    func respond(to request: HTTPServerRequest, authority: SignInAuthority) -> HTTPServerResponse {
        let flow = SignInFlow(sandbox: sandbox, request: request)
        do throws(EntraError) {
            let consent = try TenantConsentRequest(request.query, authority: authority, sandbox: sandbox)
            return flow.askForAccount(PendingSignIn(purpose: .adminConsent(consent)))
        } catch {
            return flow.page(error)
        }
    }
}

/// An administrator's way to grant an application its permissions for a whole tenant.
struct TenantConsentRequest {
    let authority: SignInAuthority
    let application: AppRegistration
    let scopes: RequestedScopes
    let reply: RedirectTarget

    init(_ fields: URLEncodedParameters, authority: SignInAuthority, sandbox: SandboxState) throws(EntraError) {
        guard let id = fields["client_id"] else { throw .missing("client_id") }
        guard let application = sandbox.seed.application(id: id) else { throw .unknownApplication(id) }
        guard authority != .consumers else { throw .tenantNeeded }
        self.authority = authority
        self.application = application
        reply = try RedirectTarget(fields, application: application)
        // The grant holds for sign-ins, which ask for more than the scopes of an API.
        let asked = fields["scope"] ?? ".default"
        scopes = try RequestedScopes(parsing: "\(asked) openid profile email offline_access", application: application)
    }

    func grant(by identity: TenantIdentity, in sandbox: SandboxState, trace: ErrorTrace) -> HTTPServerResponse {
        guard identity.isAdministrator else {
            return refusal(.approvalNeeded, trace: trace)
        }
        sandbox.consents.record(scopes, by: .everybody(tenant: identity.tenant.id), application: application)
        var fields = URLEncodedParameters()
        fields.append("admin_consent", "True")
        fields.append("tenant", identity.tenant.id)
        let names = scopes.groups.flatMap { group in
            (group.asksForDefault ? [".default"] : group.permissions).map { group.resource.scope($0) }
        }
        fields.append("scope", names.joined(separator: " "))
        return reply.response(fields).acting(for: identity.account.username)
    }

    func refusal(_ error: EntraError, trace: ErrorTrace) -> HTTPServerResponse {
        var fields = URLEncodedParameters()
        fields.append("admin_consent", "True")
        fields.append("error", error.error)
        fields.append("error_subcode", error.suberror)
        fields.append("error_description", trace.describe(error))
        return reply.response(fields)
    }
}
