import NIOHTTP1

/// Azure AD B2C for Fabrikam's customers, under `/tfp/{tenant}/{policy}` and `/{tenant}/{policy}`.
struct UserFlowService {
    let sandbox: SandboxState

    /// Nil for a path that is not of a known user flow.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let segments = request.segments
        let start = segments.first?.lowercased() == "tfp" ? 3 : 2
        guard segments.count > start, let flow = UserFlow(Array(segments[..<start])) else { return nil }
        do throws(EntraError) {
            return try respond(
                to: request, at: segments[start...].joined(separator: "/").lowercased(), flow: flow)
        } catch {
            let trace = ErrorTrace(request: request, clock: sandbox.clock)
            let body: JSON = [
                "error": .string(error.error),
                "error_description": .string(trace.description(of: error, product: .userFlow)),
            ]
            return HTTPServerResponse.json(body, status: error.status).uncached()
        }
    }

    /// B2C has no device authorization endpoint.
    private func respond(to request: HTTPServerRequest, at endpoint: String, flow: UserFlow) throws(EntraError)
        -> HTTPServerResponse?
    {
        let authority = SignInAuthority.userFlow(flow)
        switch endpoint {
        case "v2.0/.well-known/openid-configuration": return .json(configuration(of: flow))
        case "discovery/v2.0/keys": return .json(["keys": [sandbox.signer.publicKey]])
        case "oauth2/v2.0/authorize":
            return AuthorizationEndpointHandler(sandbox: sandbox).respond(to: request, authority: authority)
        case "oauth2/v2.0/token":
            return try TokenEndpointHandler(sandbox: sandbox).respond(to: request, authority: authority)
        case "oauth2/v2.0/logout": return LogoutEndpointHandler(sandbox: sandbox).respond(to: request)
        default: return nil
        }
    }

    private func configuration(of flow: UserFlow) -> JSON {
        let root = "\(sandbox.base)/\(flow.path)"
        return [
            "issuer": .string(UserFlowTokenResponse.issuer(of: flow, base: sandbox.base)),
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

/// A user flow (policy) of Azure AD B2C.
struct UserFlow: Equatable {
    let policy: String

    static let policies = ["B2C_1_signin", "B2C_1_edit"]

    /// All user flows belong to Fabrikam.
    static let tenant = Tenant.fabrikam

    var tenant: Tenant { Self.tenant }

    /// The path in endpoint URLs. B2C writes the policy in lower case and leaves out `tfp`, whatever the request
    /// looked like.
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

    func clientInfo(of identity: TenantIdentity) -> String {
        let info: JSON = [
            "uid": .string("\(identity.objectID)-\(policy.lowercased())"), "utid": .string(tenant.id),
        ]
        return UnpaddedBase64URL.encode(info.serialized())
    }
}

/// A token response of Azure AD B2C: a `tfp` claim, `emails` as a list, and an access token only if a resource is
/// requested.
struct UserFlowTokenResponse {
    let flow: UserFlow
    let issuer: TokenIssuer
    let grant: TokenIssuer.ResolvedGrant

    /// The issuer. It ends with a slash and lacks the policy, so clients cannot derive it from the authority.
    static func issuer(of flow: UserFlow, base: String) -> String { "\(base)/\(flow.tenant.id)/v2.0/" }

    func body() throws(EntraError) -> JSON {
        guard grant.scopes.groups.count <= 1 else { throw .severalResources }
        let now = issuer.sandbox.clock.seconds
        var body: JSON = ["token_type": "Bearer", "not_before": .integer(now)]
        if let group = grant.scopes.groups.first { addAccessToken(for: group, to: &body, now: now) }
        if grant.scopes.requestsIDToken {
            body["id_token"] = .string(issuer.sandbox.signer.sign(claims(now)))
            body["id_token_expires_in"] = 3600
        }
        if grant.scopes.requestsRefreshToken {
            body["refresh_token"] = .string(issuer.refreshToken(for: grant))
            body["refresh_token_expires_in"] = 1_209_600
        }
        if grant.wantsClientInfo { body["client_info"] = .string(flow.clientInfo(of: grant.identity)) }
        return body
    }

    private func addAccessToken(for group: RequestedScopes.Group, to body: inout JSON, now: Int) {
        let permissions = group.permissions + (group.requestsDefault ? group.resource.defaults : [])
        let names = permissions.isEmpty ? group.resource.identifiers : permissions.map { group.resource.scope($0) }
        body["access_token"] = .string(issuer.accessToken(permissions, of: group.resource, for: grant))
        body["expires_in"] = .integer(issuer.lifetime)
        body["expires_on"] = .integer(now + issuer.lifetime)
        body["resource"] = .string(group.resource.appID)
        body["scope"] = .string((names + grant.scopes.openID).joined(separator: " "))
    }

    private func claims(_ now: Int) -> JSON {
        let account = grant.identity.account
        var claims: JSON = [
            "exp": .integer(now + 3600), "nbf": .integer(now), "ver": "1.0",
            "iss": .string(Self.issuer(of: flow, base: issuer.sandbox.base)),
            "sub": .string(grant.identity.objectID), "aud": .string(grant.application.id), "iat": .integer(now),
            "auth_time": .integer(now), "oid": .string(grant.identity.objectID), "name": .string(account.displayName),
            "given_name": .string(account.givenName), "family_name": .string(account.surname),
            "emails": [.string(account.username)], "tfp": .string(flow.policy),
        ]
        claims["nonce"] = grant.nonce.map { .string($0) }
        return claims
    }
}

extension EntraError {
    /// The AADB2C number documented for the same error, if there is one.
    var userFlowCode: Int {
        switch self.code {
        case EntraError.cancelled.code, EntraError.consentDeclined.code: 90091
        case EntraError.badRefreshToken.code, EntraError.refreshTokenRevoked.code, EntraError.codeExpired.code: 90080
        case 90_000..<91_000: code
        default: 90085
        }
    }
}
