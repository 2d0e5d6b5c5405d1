import Crypto
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

/// A device code in the older spelling: `verification_url`, and numbers as text.
struct FederationDevice {
    let code: DeviceCode

    func json(_ emulation: Emulation) -> JSON {
        let address = "\(emulation.base)/adfs/oauth2/deviceauth"
        return [
            "user_code": .string(code.userCode), "device_code": .string(code.deviceCode),
            "verification_url": .string(address), "expires_in": .string(String(emulation.options.deviceLifetime)),
            "interval": .string(String(code.interval)),
            "message": .string("To sign in, open \(address) in a web browser and enter the code \(code.userCode)."),
        ]
    }
}

/// A token answer in ADFS's manner: no `client_info`, no tenant, no object id, and a refresh token that is given once.
struct FederationTokens {
    let issuer: TokenIssuer
    let order: TokenIssuer.Order

    func answer() throws(EntraError) -> JSON {
        guard order.scopes.groups.count <= 1 else { throw .severalResources }
        let group = order.scopes.groups.first
        let resource = group?.resource ?? Self.userInfo
        let permissions = group.map { $0.asksForDefault ? $0.resource.defaults : $0.permissions } ?? []
        let scopes = order.scopes.openID.filter { $0 != "offline_access" } + permissions.map { resource.scope($0) }
        var body: JSON = [
            "access_token": .string(issuer.accessToken(permissions, of: resource, for: order)),
            "token_type": "bearer", "expires_in": .string(String(issuer.lifetime)),
            "resource": .string(resource.identifiers[0]), "scope": .string(scopes.joined(separator: " ")),
        ]
        if !order.isRenewal {
            body["refresh_token"] = .string(issuer.refreshToken(for: order))
            body["refresh_token_expires_in"] = 28_799
        }
        if order.scopes.asksForIDToken { body["id_token"] = .string(issuer.emulation.signer.sign(claims)) }
        return body
    }

    /// What a token is for when no resource was named.
    private static let userInfo = Resource(
        appID: "urn:microsoft:userinfo", name: "UserInfo", identifiers: ["urn:microsoft:userinfo"], permissions: [],
        defaults: [])

    private var claims: JSON {
        let (now, account) = (issuer.emulation.clock.seconds, order.identity.account)
        let name = account.username.prefix { $0 != "@" }
        var claims: JSON = [
            "aud": .string(order.application.id), "iss": .string("\(issuer.emulation.base)/adfs"),
            "iat": .integer(now), "nbf": .integer(now), "exp": .integer(now + 3600), "auth_time": .integer(now),
            "sub": .string(subject), "upn": .string(account.username), "unique_name": .string("CONTOSO\\\(name)"),
            "sid": .string("S-1-5-21-3623811015-3361044348-30300820-\(1000 + name.utf8.count)"),
            "apptype": "Public", "appid": .string(order.application.id), "ver": "1.0", "scp": "openid",
            "authmethod": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
        ]
        claims["nonce"] = order.nonce.map { .string($0) }
        return claims
    }

    /// Pairwise as Entra's, and another one: the two services do not know of each other. In base64, `=` and all.
    private var subject: String {
        let seed = "adfs/\(order.application.id)/\(order.identity.objectID)"
        return Base64URL.encode(SHA256.hash(data: Array(seed.utf8))) + "="
    }
}
