import NIOHTTP1

/// Sends a request to the endpoint of the identity platform that its path names.
struct IdentityPlatform {
    let emulation: Emulation

    /// Nil for a path that is not the platform's.
    func respond(to request: Request) -> Response? {
        if let response = respondWithoutTenant(to: request) { return response }
        let segments = request.segments
        guard let first = segments.first,
            let endpoint = Endpoint(rawValue: segments.dropFirst().joined(separator: "/").lowercased())
        else { return nil }
        do throws(EntraError) {
            guard let authority = emulation.authority(named: first) else { throw .unknownTenant(first) }
            return try respond(to: request, at: endpoint, authority: authority)
        } catch {
            return refuse(error, endpoint, request)
        }
    }

    /// The few paths that are the same for everybody.
    private func respondWithoutTenant(to request: Request) -> Response? {
        switch request.segments.joined(separator: "/").lowercased() {
        case "device": .redirect(to: "/common/oauth2/deviceauth")
        case "login": request.method == .POST ? LoginEndpoint(emulation: emulation).respond(to: request) : nil
        case "error": explain(request)
        case "oidc/userinfo": UserInfoEndpoint(emulation: emulation).respond(to: request)
        case "common/oauth2/deviceauth": DeviceEndpoints(emulation: emulation).typeCode(request)
        case "common/discovery/instance": discovery.instance(request)
        default: nil
        }
    }

    /// What stands after the tenant in a path.
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

    private var discovery: DiscoveryEndpoint { DiscoveryEndpoint(emulation: emulation) }

    private func respond(
        to request: Request, at endpoint: Endpoint, authority: Authority
    ) throws(EntraError) -> Response {
        switch endpoint {
        case .configuration: discovery.configuration(of: authority)
        case .keys: discovery.keys()
        case .authorize: AuthorizeEndpoint(emulation: emulation).respond(to: request, authority: authority)
        case .token: try TokenEndpoint(emulation: emulation).respond(to: request, authority: authority)
        case .deviceCode: try DeviceEndpoints(emulation: emulation).start(request, authority: authority)
        case .logout: LogoutEndpoint(emulation: emulation).respond(to: request)
        case .adminConsent: AdminConsentEndpoint(emulation: emulation).respond(to: request, authority: authority)
        }
    }

    private func refuse(_ error: EntraError, _ endpoint: Endpoint, _ request: Request) -> Response {
        let trace = ErrorTrace(request: request, clock: emulation.clock)
        return endpoint.showsPages
            ? MessagePage(error: error, trace: trace).response()
            : trace.response(for: error, base: emulation.base)
    }

    /// Where the `error_uri` of a refusal leads.
    private func explain(_ request: Request) -> Response {
        let code = request.query["code"] ?? "?"
        return MessagePage(title: "AADSTS\(code)", text: "The emulated platform refused a request with this code.")
            .response()
    }
}

/// OpenID Connect's own view of the signed-in person (Core §5.3).
struct UserInfoEndpoint {
    let emulation: Emulation

    func respond(to request: Request) -> Response {
        guard let token = request.bearerToken.flatMap({ emulation.accessTokens[$0] }), let identity = token.identity,
            token.expires > emulation.clock.seconds
        else {
            var refusal = Response(status: .unauthorized)
            refusal.headers.add(name: "WWW-Authenticate", value: "Bearer error=\"invalid_token\"")
            return refusal
        }
        let account = identity.account
        return .json([
            "sub": .string(identity.subject(for: token.application)), "name": .string(account.displayName),
            "given_name": .string(account.givenName), "family_name": .string(account.surname),
            "email": .string(account.username),
        ]).acting(for: account.username)
    }
}
