import NIOHTTP1

/// The sign-in to Azure Container Registry, on the host that serves everything: an access token is exchanged for a refresh
/// token of the registry.
struct ContainerRegistryService {
    let sandbox: SandboxState

    /// Nil for other paths.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        guard request.segments == ["oauth2", "exchange"] else { return nil }
        guard request.method == .POST, request.hasFormBody, request.form["grant_type"] == "access_token" else {
            return Self.error(.badRequest, "UNSUPPORTED", "The grant type is not supported.")
        }
        guard let service = request.form["service"], service == request.header("Host") else {
            return Self.error(.badRequest, "NAME_INVALID", "The service is another registry.")
        }
        guard let text = request.form["access_token"], let token = sandbox.accessTokens[text],
            token.resource == .registry, token.cloud == sandbox.host.cloud, token.expires > sandbox.clock.seconds
        else {
            return Self.error(
                .unauthorized, "UNAUTHORIZED", "authentication required: the token is not for a registry.")
        }
        guard request.form["tenant"].flatMap(sandbox.seed.tenant(named:)) == token.tenant else {
            return Self.error(.unauthorized, "UNAUTHORIZED", "authentication required: the token is of another tenant.")
        }
        return HTTPServerResponse.json(["refresh_token": .string(refreshToken(for: token, service: service))])
            .uncached().attributed(to: token.identity?.account.username, in: token.tenant.name)
    }

    private func refreshToken(for token: IssuedAccessToken, service: String) -> String {
        let now = sandbox.clock.seconds
        return sandbox.signer.sign([
            "iss": "Azure Container Registry", "aud": .string(service), "grant_type": "refresh_token",
            "sub": .string(token.identity?.objectID ?? token.application.id), "tenant": .string(token.tenant.id),
            "jti": .string(RandomID.token(bytes: 16)), "iat": .integer(now), "exp": .integer(now + 3 * 3600),
        ])
    }

    /// The errors of the OCI Distribution Specification.
    private static func error(_ status: HTTPResponseStatus, _ code: String, _ message: String) -> HTTPServerResponse {
        .json(["errors": [["code": .string(code), "message": .string(message)]]], status: status)
    }
}
