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
