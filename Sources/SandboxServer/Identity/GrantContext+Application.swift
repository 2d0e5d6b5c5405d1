extension GrantContext {
    /// The client credentials grant (RFC 6749 §4.4): no refresh token, no ID token, no account.
    func actAsApplication() throws(EntraError) -> Response {
        guard application.secret != nil else { throw .secretMissing }
        guard case .tenant(let tenant) = authority else { throw .tenantNeeded }
        guard let scope = form["scope"] else { throw .missing("scope") }
        let scopes = try ScopeRequest(parsing: scope, application: application)
        guard let group = scopes.groups.first, scopes.groups.count == 1, scopes.openID.isEmpty,
            group.asksForDefault, group.permissions.isEmpty
        else { throw .notDefaultScope }
        return Response.json(issueForApplication(group.resource, in: tenant)).uncached().acting(for: application.name)
    }

    private func issueForApplication(_ resource: Resource, in tenant: Tenant) -> JSON {
        let now = emulation.clock.seconds
        let lifetime = emulation.options.accessTokenLifetime
        let token = AccessToken(
            identity: nil, tenant: tenant, application: application, resource: resource,
            cloud: emulation.origin.cloud,
            permissions: resource == .graph ? application.roles : [], expires: now + lifetime,
            isContinuouslyEvaluated: false)
        let text = emulation.signer.sign(emulation.claims(of: token, now: now))
        emulation.accessTokens[text] = token
        var body: JSON = [
            "token_type": "Bearer", "expires_in": .integer(lifetime), "ext_expires_in": .integer(lifetime),
            "access_token": .string(text),
        ]
        if lifetime > 7200 { body["refresh_in"] = .integer(lifetime / 2) }
        return body
    }
}
