import Crypto
import NIOHTTP1

/// Contoso's Active Directory Federation Services (AD FS) under `/adfs`: an on-premises token service.
struct FederationService {
    let sandbox: SandboxState

    /// Nil for other paths. AD FS serves its endpoints with and without a trailing slash.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let segments = request.segments.map { $0.lowercased() }
        guard segments.first == "adfs" else { return nil }
        do throws(EntraError) {
            return try respond(to: request, at: segments.dropFirst().joined(separator: "/"))
        } catch {
            let trace = ErrorTrace(request: request, clock: sandbox.clock)
            let body: JSON = [
                "error": .string(error.error),
                "error_description": .string(
                    trace.description(of: error, product: SignInAuthority.federation.product(in: sandbox))),
            ]
            return HTTPServerResponse.json(body, status: error.status).uncached()
        }
    }

    private func respond(to request: HTTPServerRequest, at endpoint: String) throws(EntraError) -> HTTPServerResponse {
        switch endpoint {
        case ".well-known/openid-configuration": .json(configuration)
        case "discovery/keys": .json(["keys": [sandbox.signer.publicKey]])
        case "oauth2/authorize":
            AuthorizationEndpointHandler(sandbox: sandbox).respond(to: request, authority: .federation)
        case "oauth2/token": try TokenEndpointHandler(sandbox: sandbox).respond(to: request, authority: .federation)
        case "oauth2/devicecode":
            try DeviceAuthorizationHandler(sandbox: sandbox).issueCode(for: request, authority: .federation)
        case "oauth2/deviceauth": DeviceAuthorizationHandler(sandbox: sandbox).enterUserCode(request)
        case "oauth2/logout": LogoutEndpointHandler(sandbox: sandbox).respond(to: request)
        default: HTTPServerResponse(status: .notFound)
        }
    }

    /// The discovery document with the members of [MS-OIDCE]. The device authorization endpoint is omitted, as older
    /// versions of AD FS do.
    private var configuration: JSON {
        let root = "\(sandbox.base)/adfs"
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

/// A device authorization response of AD FS: `verification_url` instead of `verification_uri`, and numbers as strings.
struct FederationDeviceCodeResponse {
    let code: IssuedDeviceCode

    func json(_ sandbox: SandboxState) -> JSON {
        let address = "\(sandbox.base)/adfs/oauth2/deviceauth"
        return [
            "user_code": .string(code.userCode), "device_code": .string(code.deviceCode),
            "verification_url": .string(address), "expires_in": .string(String(sandbox.options.deviceLifetime)),
            "interval": .string(String(code.interval)),
            "message": .string("To sign in, open \(address) in a web browser and enter the code \(code.userCode)."),
        ]
    }
}

/// A token response of AD FS: no `client_info`, no tenant, no object id, and a refresh token only for the first grant.
struct FederationTokenResponse {
    let issuer: TokenIssuer
    let grant: TokenIssuer.ResolvedGrant

    func body() throws(EntraError) -> JSON {
        guard grant.scopes.groups.count <= 1 else { throw .severalResources }
        let group = grant.scopes.groups.first
        let resource = group?.resource ?? Self.userInfo
        let permissions = group.map { $0.requestsDefault ? $0.resource.defaults : $0.permissions } ?? []
        let scopes = grant.scopes.openID.filter { $0 != "offline_access" } + permissions.map { resource.scope($0) }
        var body: JSON = [
            "access_token": .string(issuer.accessToken(permissions, of: resource, for: grant)),
            "token_type": "bearer", "expires_in": .string(String(issuer.lifetime)),
            "resource": .string(resource.identifiers[0]), "scope": .string(scopes.joined(separator: " ")),
        ]
        if !grant.isRenewal {
            body["refresh_token"] = .string(issuer.refreshToken(for: grant))
            body["refresh_token_expires_in"] = 28_799
        }
        if grant.scopes.requestsIDToken { body["id_token"] = .string(issuer.sandbox.signer.sign(claims)) }
        return body
    }

    /// The audience of an access token if no resource is requested.
    private static let userInfo = APIResource(
        appID: "urn:microsoft:userinfo", name: "UserInfo", identifiers: ["urn:microsoft:userinfo"], permissions: [],
        defaults: [])

    private var claims: JSON {
        let (now, account) = (issuer.sandbox.clock.seconds, grant.identity.account)
        let name = account.username.prefix { $0 != "@" }
        var claims: JSON = [
            "aud": .string(grant.application.id), "iss": .string("\(issuer.sandbox.base)/adfs"),
            "iat": .integer(now), "nbf": .integer(now), "exp": .integer(now + 3600), "auth_time": .integer(now),
            "sub": .string(subject), "upn": .string(account.username), "unique_name": .string("CONTOSO\\\(name)"),
            "sid": .string("S-1-5-21-3623811015-3361044348-30300820-\(1000 + name.utf8.count)"),
            "apptype": "Public", "appid": .string(grant.application.id), "ver": "1.0", "scp": "openid",
            "authmethod": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
        ]
        claims["nonce"] = grant.nonce.map { .string($0) }
        return claims
    }

    /// A pairwise subject that differs from Entra's, since the services share no data. Padded base64, unlike Entra's.
    private var subject: String {
        let seed = "adfs/\(grant.application.id)/\(grant.identity.objectID)"
        return UnpaddedBase64URL.encode(SHA256.hash(data: Array(seed.utf8))) + "="
    }
}
