/// A token answer in Azure AD B2C's manner: `tfp`, a list of addresses for a name, and an access token only for whoever
/// names a resource.
struct UserFlowTokens {
    let flow: UserFlow
    let issuer: TokenIssuer
    let order: TokenIssuer.Order

    /// It ends with a slash and leaves out the policy, so that no client can make it from the authority.
    static func issuer(of flow: UserFlow, base: String) -> String { "\(base)/\(flow.tenant.id)/v2.0/" }

    func answer() throws(EntraError) -> JSON {
        guard order.scopes.groups.count <= 1 else { throw .severalResources }
        let now = issuer.emulation.clock.seconds
        var body: JSON = ["token_type": "Bearer", "not_before": .integer(now)]
        if let group = order.scopes.groups.first { addAccessToken(for: group, to: &body, now: now) }
        if order.scopes.asksForIDToken {
            body["id_token"] = .string(issuer.emulation.signer.sign(claims(now)))
            body["id_token_expires_in"] = 3600
        }
        if order.scopes.asksForRefreshToken {
            body["refresh_token"] = .string(issuer.refreshToken(for: order))
            body["refresh_token_expires_in"] = 1_209_600
        }
        if order.wantsClientInfo { body["client_info"] = .string(flow.clientInfo(of: order.identity)) }
        return body
    }

    private func addAccessToken(for group: ScopeRequest.Group, to body: inout JSON, now: Int) {
        let permissions = group.permissions + (group.asksForDefault ? group.resource.defaults : [])
        let names = permissions.isEmpty ? group.resource.identifiers : permissions.map { group.resource.scope($0) }
        body["access_token"] = .string(issuer.accessToken(permissions, of: group.resource, for: order))
        body["expires_in"] = .integer(issuer.lifetime)
        body["expires_on"] = .integer(now + issuer.lifetime)
        body["resource"] = .string(group.resource.appID)
        body["scope"] = .string((names + order.scopes.openID).joined(separator: " "))
    }

    private func claims(_ now: Int) -> JSON {
        let account = order.identity.account
        var claims: JSON = [
            "exp": .integer(now + 3600), "nbf": .integer(now), "ver": "1.0",
            "iss": .string(Self.issuer(of: flow, base: issuer.emulation.base)),
            "sub": .string(order.identity.objectID), "aud": .string(order.application.id), "iat": .integer(now),
            "auth_time": .integer(now), "oid": .string(order.identity.objectID), "name": .string(account.displayName),
            "given_name": .string(account.givenName), "family_name": .string(account.surname),
            "emails": [.string(account.username)], "tfp": .string(flow.policy),
        ]
        claims["nonce"] = order.nonce.map { .string($0) }
        return claims
    }
}
