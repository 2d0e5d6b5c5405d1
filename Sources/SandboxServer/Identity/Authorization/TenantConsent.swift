/// The admin consent endpoint (`/v2.0/adminconsent`). It starts with the account picker.
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

/// A request for admin consent: an administrator grants an application its permissions for the whole tenant.
struct TenantConsentRequest {
    let authority: SignInAuthority
    let application: AppRegistration
    let scopes: RequestedScopes
    let redirect: RedirectTarget

    init(_ parameters: URLEncodedParameters, authority: SignInAuthority, sandbox: SandboxState) throws(EntraError) {
        guard let id = parameters["client_id"] else { throw .missing("client_id") }
        guard let application = sandbox.application(id: id) else { throw .unknownApplication(id) }
        guard authority != .consumers else { throw .tenantNeeded }
        self.authority = authority
        self.application = application
        redirect = try RedirectTarget(parameters, application: application)
        // Sign-ins request the OpenID Connect scopes as well, so the consent includes them.
        let asked = parameters["scope"] ?? ".default"
        scopes = try RequestedScopes(parsing: "\(asked) openid profile email offline_access", application: application)
    }

    func grant(by identity: TenantIdentity, in sandbox: SandboxState, trace: ErrorTrace) -> HTTPServerResponse {
        guard identity.isAdministrator else {
            return errorResponse(for: .approvalNeeded, trace: trace)
        }
        sandbox.consents.record(scopes, by: .allUsers(tenant: identity.tenant.id), application: application)
        var parameters = URLEncodedParameters()
        parameters.append("admin_consent", "True")
        parameters.append("tenant", identity.tenant.id)
        let names = scopes.groups.flatMap { group in
            (group.requestsDefault ? [".default"] : group.permissions).map { group.resource.scope($0) }
        }
        parameters.append("scope", names.joined(separator: " "))
        return redirect.response(with: parameters).attributed(to: identity.account.username)
    }

    func errorResponse(for error: EntraError, trace: ErrorTrace) -> HTTPServerResponse {
        var parameters = URLEncodedParameters()
        parameters.append("admin_consent", "True")
        parameters.append("error", error.error)
        parameters.append("error_subcode", error.suberror)
        parameters.append("error_description", trace.description(of: error))
        return redirect.response(with: parameters)
    }
}
