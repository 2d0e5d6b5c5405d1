import NIOHTTP1

/// Azure AD B2C for Fabrikam's customers, under `/tfp/{tenant}/{policy}` and `/{tenant}/{policy}`.
struct UserFlowService {
    let emulation: Emulation

    /// Nil for a path that is not a known flow's.
    func respond(to request: Request) -> Response? {
        let segments = request.segments
        let start = segments.first?.lowercased() == "tfp" ? 3 : 2
        guard segments.count > start, let flow = UserFlow(Array(segments[..<start])) else { return nil }
        do throws(EntraError) {
            return try respond(to: request, at: segments[start...].joined(separator: "/").lowercased(), flow)
        } catch {
            let trace = ErrorTrace(request: request, clock: emulation.clock)
            let body: JSON = [
                "error": .string(error.error), "error_description": .string(trace.describe(error, by: .userFlow)),
            ]
            return Response.json(body, status: error.status).uncached()
        }
    }

    /// There is no device code here.
    private func respond(to request: Request, at endpoint: String, _ flow: UserFlow) throws(EntraError) -> Response? {
        let authority = Authority.userFlow(flow)
        switch endpoint {
        case "v2.0/.well-known/openid-configuration": return .json(configuration(of: flow))
        case "discovery/v2.0/keys": return .json(["keys": [emulation.signer.publicKey]])
        case "oauth2/v2.0/authorize":
            return AuthorizeEndpoint(emulation: emulation).respond(to: request, authority: authority)
        case "oauth2/v2.0/token":
            return try TokenEndpoint(emulation: emulation).respond(to: request, authority: authority)
        case "oauth2/v2.0/logout": return LogoutEndpoint(emulation: emulation).respond(to: request)
        default: return nil
        }
    }

    private func configuration(of flow: UserFlow) -> JSON {
        let root = "\(emulation.base)/\(flow.path)"
        return [
            "issuer": .string(UserFlowTokens.issuer(of: flow, base: emulation.base)),
            "authorization_endpoint": .string("\(root)/oauth2/v2.0/authorize"),
            "token_endpoint": .string("\(root)/oauth2/v2.0/token"),
            "end_session_endpoint": .string("\(root)/oauth2/v2.0/logout"),
            "jwks_uri": .string("\(root)/discovery/v2.0/keys"),
            "response_modes_supported": ["query", "fragment", "form_post"], "response_types_supported": ["code"],
            "scopes_supported": ["openid"], "subject_types_supported": ["pairwise"],
            "id_token_signing_alg_values_supported": ["ES256"],
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
            "claims_supported": ["name", "emails", "sub", "tfp", "iss", "iat", "exp", "aud", "nonce", "auth_time"],
        ]
    }
}

/// A policy of Azure AD B2C by which customers sign in.
struct UserFlow: Equatable {
    let policy: String

    static let policies = ["B2C_1_signin", "B2C_1_edit"]

    /// All flows are Fabrikam's.
    static let tenant = Tenant.fabrikam

    var tenant: Tenant { Self.tenant }

    /// B2C writes its endpoints with the policy in lower case and without `tfp`, however they were asked for.
    var path: String { "\(tenant.name)/\(policy.lowercased())" }

    /// - Parameter segments: `tenant/policy`, with or without `tfp` before it.
    init?(_ segments: [String]) {
        let named = segments.first?.lowercased() == "tfp" ? segments.dropFirst() : segments[...]
        guard named.count == 2, let tenant = named.first?.lowercased(), let policy = named.last?.lowercased(),
            tenant == Self.tenant.id || Self.tenant.owns(domain: tenant),
            let known = Self.policies.first(where: { $0.lowercased() == policy })
        else { return nil }
        self.policy = known
    }

    func clientInfo(of identity: Identity) -> String {
        let info: JSON = [
            "uid": .string("\(identity.objectID)-\(policy.lowercased())"), "utid": .string(tenant.id),
        ]
        return Base64URL.encode(info.serialized())
    }
}

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

extension EntraError {
    /// The number Azure AD B2C documents for the same refusal, as far as it has one of its own.
    var userFlowCode: Int {
        switch self.code {
        case EntraError.cancelled.code, EntraError.consentDeclined.code: 90091
        case EntraError.badRefreshToken.code, EntraError.refreshTokenRevoked.code, EntraError.codeExpired.code: 90080
        case 90_000..<91_000: code
        default: 90085
        }
    }
}
