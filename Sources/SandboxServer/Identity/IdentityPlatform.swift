import NIOHTTP1

/// Routes requests to the endpoints of the Microsoft identity platform.
struct IdentityPlatform {
    let sandbox: SandboxState

    /// Nil for a path that is no endpoint of the platform.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        if let response = respondWithoutTenant(to: request) { return response }
        let segments = request.segments
        guard let first = segments.first,
            let endpoint = Endpoint(rawValue: segments.dropFirst().joined(separator: "/").lowercased())
        else { return nil }
        do throws(EntraError) {
            guard let authority = sandbox.authority(named: first) else { throw .unknownTenant(first) }
            return try respond(to: request, at: endpoint, authority: authority)
        } catch {
            return errorResponse(for: error, at: endpoint, request: request)
        }
    }

    /// The endpoints that have the same path for every tenant.
    private func respondWithoutTenant(to request: HTTPServerRequest) -> HTTPServerResponse? {
        switch request.segments.joined(separator: "/").lowercased() {
        case "device": .redirect(to: "/common/oauth2/deviceauth")
        case "login": request.method == .POST ? SignInFormHandler(sandbox: sandbox).respond(to: request) : nil
        case "error": errorPage(request)
        case "oidc/userinfo": UserInfoEndpointHandler(sandbox: sandbox).respond(to: request)
        case "common/oauth2/deviceauth": DeviceAuthorizationHandler(sandbox: sandbox).enterUserCode(request)
        case "common/discovery/instance": discovery.instance(request)
        default: nil
        }
    }

    /// The path after the tenant.
    private enum Endpoint: String {
        case configuration = "v2.0/.well-known/openid-configuration"
        case keys = "discovery/v2.0/keys"
        case authorize = "oauth2/v2.0/authorize"
        case token = "oauth2/v2.0/token"
        case deviceCode = "oauth2/v2.0/devicecode"
        case logout = "oauth2/v2.0/logout"
        case adminConsent = "v2.0/adminconsent"

        var showsPages: Bool { self == .authorize || self == .logout || self == .adminConsent }
    }

    private var discovery: DiscoveryEndpointHandler { DiscoveryEndpointHandler(sandbox: sandbox) }

    private func respond(
        to request: HTTPServerRequest, at endpoint: Endpoint, authority: SignInAuthority
    ) throws(EntraError) -> HTTPServerResponse {
        switch endpoint {
        case .configuration: discovery.configuration(of: authority)
        case .keys: discovery.keys()
        case .authorize: AuthorizationEndpointHandler(sandbox: sandbox).respond(to: request, authority: authority)
        case .token: try TokenEndpointHandler(sandbox: sandbox).respond(to: request, authority: authority)
        case .deviceCode: try DeviceAuthorizationHandler(sandbox: sandbox).issueCode(for: request, authority: authority)
        case .logout: LogoutEndpointHandler(sandbox: sandbox).respond(to: request)
        case .adminConsent: AdminConsentEndpointHandler(sandbox: sandbox).respond(to: request, authority: authority)
        }
    }

    private func errorResponse(for error: EntraError, at endpoint: Endpoint, request: HTTPServerRequest)
        -> HTTPServerResponse
    {
        let trace = ErrorTrace(request: request, clock: sandbox.clock)
        return endpoint.showsPages
            ? MessagePage(error: error, trace: trace).response()
            : trace.response(for: error, base: sandbox.base)
    }

    /// The page behind the `error_uri` of error responses.
    private func errorPage(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let code = request.query["code"] ?? "?"
        return MessagePage(title: "AADSTS\(code)", text: "The emulated platform refused a request with this code.")
            .response()
    }
}

/// The UserInfo endpoint (OpenID Connect Core §5.3).
struct UserInfoEndpointHandler {
    let sandbox: SandboxState

    func respond(to request: HTTPServerRequest) -> HTTPServerResponse {
        guard let token = request.bearerToken.flatMap({ sandbox.accessTokens[$0] }), let identity = token.identity,
            token.expires > sandbox.clock.seconds
        else {
            var response = HTTPServerResponse(status: .unauthorized)
            response.headers.add(name: "WWW-Authenticate", value: "Bearer error=\"invalid_token\"")
            return response
        }
        let account = identity.account
        return .json([
            "sub": .string(identity.subject(for: token.application)), "name": .string(account.displayName),
            "given_name": .string(account.givenName), "family_name": .string(account.surname),
            "email": .string(account.username),
        ]).attributed(to: account.username)
    }
}
