import NIOHTTP1

/// Contoso's Active Directory Federation Services under `/adfs`: a token service on the organization's own premises.
struct FederationService {
    let emulation: Emulation

    /// Nil for a path that is not the service's. ADFS ends its addresses with a slash and does without, too.
    func respond(to request: Request) -> Response? {
        let segments = request.segments.map { $0.lowercased() }
        guard segments.first == "adfs" else { return nil }
        do throws(EntraError) {
            return try respond(to: request, at: segments.dropFirst().joined(separator: "/"))
        } catch {
            let trace = ErrorTrace(request: request, clock: emulation.clock)
            let body: JSON = [
                "error": .string(error.error),
                "error_description": .string(trace.describe(error, by: Authority.federation.service(of: emulation))),
            ]
            return Response.json(body, status: error.status).uncached()
        }
    }

    private func respond(to request: Request, at endpoint: String) throws(EntraError) -> Response {
        switch endpoint {
        case ".well-known/openid-configuration": .json(configuration)
        case "discovery/keys": .json(["keys": [emulation.signer.publicKey]])
        case "oauth2/authorize": AuthorizeEndpoint(emulation: emulation).respond(to: request, authority: .federation)
        case "oauth2/token": try TokenEndpoint(emulation: emulation).respond(to: request, authority: .federation)
        case "oauth2/devicecode": try DeviceEndpoints(emulation: emulation).start(request, authority: .federation)
        case "oauth2/deviceauth": DeviceEndpoints(emulation: emulation).typeCode(request)
        case "oauth2/logout": LogoutEndpoint(emulation: emulation).respond(to: request)
        default: Response(status: .notFound)
        }
    }

    /// MS-OIDCE has the members that are ADFS's own. The endpoint for device codes is left out, as its older versions do.
    private var configuration: JSON {
        let root = "\(emulation.base)/adfs"
        return [
            "issuer": .string(root), "authorization_endpoint": .string("\(root)/oauth2/authorize/"),
            "token_endpoint": .string("\(root)/oauth2/token/"), "jwks_uri": .string("\(root)/discovery/keys"),
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic", "private_key_jwt"],
            "response_types_supported": ["code"], "response_modes_supported": ["query", "fragment", "form_post"],
            "grant_types_supported": [
                "authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
            ],
            "subject_types_supported": ["pairwise"],
            "scopes_supported": ["allatclaims", "openid", "profile", "email", "user_impersonation"],
            "id_token_signing_alg_values_supported": ["ES256"],
            "access_token_issuer": .string("\(root)/services/trust"),
            "claims_supported": ["aud", "iss", "iat", "exp", "auth_time", "nonce", "sub", "upn", "unique_name", "sid"],
            "microsoft_multi_refresh_token": true, "end_session_endpoint": .string("\(root)/oauth2/logout"),
            "capabilities": [],
        ]
    }
}
