/// The first page of an admin consent: who may grant it.
struct AdminConsentEndpoint {
    let emulation: Emulation

    func respond(to request: Request, authority: Authority) -> Response {
        let flow = SignInFlow(emulation: emulation, request: request)
        do throws(EntraError) {
            let consent = try AdminConsentRequest(request.query, authority: authority, emulation: emulation)
            return flow.askForAccount(Interaction(purpose: .adminConsent(consent)))
        } catch {
            return flow.page(error)
        }
    }
}

/// An administrator's way to grant an application its permissions for a whole tenant.
struct AdminConsentRequest {
    let authority: Authority
    let application: Application
    let scopes: ScopeRequest
    let reply: ReplyAddress

    init(_ fields: FormFields, authority: Authority, emulation: Emulation) throws(EntraError) {
        guard let id = fields["client_id"] else { throw .missing("client_id") }
        guard let application = emulation.world.application(id: id) else { throw .unknownApplication(id) }
        guard authority != .consumers else { throw .tenantNeeded }
        self.authority = authority
        self.application = application
        reply = try ReplyAddress(fields, application: application)
        // The grant holds for sign-ins, which ask for more than the scopes of an API.
        let asked = fields["scope"] ?? ".default"
        scopes = try ScopeRequest(parsing: "\(asked) openid profile email offline_access", application: application)
    }

    func grant(by identity: Identity, in emulation: Emulation, trace: ErrorTrace) -> Response {
        guard identity.isAdministrator else {
            return refusal(.approvalNeeded, trace: trace)
        }
        emulation.consents.record(scopes, by: .everybody(tenant: identity.tenant.id), application: application)
        var fields = FormFields()
        fields.append("admin_consent", "True")
        fields.append("tenant", identity.tenant.id)
        let names = scopes.groups.flatMap { group in
            (group.asksForDefault ? [".default"] : group.permissions).map { group.resource.scope($0) }
        }
        fields.append("scope", names.joined(separator: " "))
        return reply.response(fields).acting(for: identity.account.username)
    }

    func refusal(_ error: EntraError, trace: ErrorTrace) -> Response {
        var fields = FormFields()
        fields.append("admin_consent", "True")
        fields.append("error", error.error)
        fields.append("error_subcode", error.suberror)
        fields.append("error_description", trace.describe(error))
        return reply.response(fields)
    }
}
