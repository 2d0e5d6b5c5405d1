import FoundationEssentials
import NIOHTTP1

/// A registry of Azure Container Registry on the host that serves everything: the exchange of an access token for the
/// registry's own tokens, and as much of its API as shows that a client is signed in. Each repository has the tag `latest`.
struct ContainerRegistryService {
    let sandbox: SandboxState

    /// Nil for other paths.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        switch (request.method, request.segments) {
        case (.POST, ["oauth2", "exchange"]): exchange(request)
        case (.GET, ["oauth2", "token"]): accessToken(for: request, refreshToken: request.basicPassword)
        case (.POST, ["oauth2", "token"]): accessToken(for: request, refreshToken: request.form["refresh_token"])
        case (.GET, let segments) where segments.first == "v2": read(Array(segments.dropFirst()), request)
        default: nil
        }
    }

    private func exchange(_ request: HTTPServerRequest) -> HTTPServerResponse {
        guard request.hasFormBody, request.form["grant_type"] == "access_token" else {
            return Self.error(.badRequest, "UNSUPPORTED", "The grant type is not supported.")
        }
        guard let registry = request.form["service"], registry == request.header("Host") else {
            return Self.error(.badRequest, "NAME_INVALID", "The service is another registry.")
        }
        guard let text = request.form["access_token"], let token = sandbox.accessTokens[text],
            token.resource == .registry, token.cloud == sandbox.host.cloud, token.expires > sandbox.clock.seconds
        else {
            return Self.error(.unauthorized, "UNAUTHORIZED", "authentication required: the token is not for a registry")
        }
        guard request.form["tenant"].flatMap(sandbox.seed.tenant(named:)) == token.tenant else {
            return Self.error(.unauthorized, "UNAUTHORIZED", "authentication required: the token is of another tenant")
        }
        let issued = sandbox.signer.sign(claims("refresh_token", of: token, for: registry))
        sandbox.registryTokens.refreshTokens[issued] = token
        return HTTPServerResponse.json(["refresh_token": .string(issued)]).uncached()
            .attributed(to: token.identity?.account.username, in: token.tenant.name)
    }

    /// The token endpoint of the distribution specification, which takes the refresh token as a password or in a form.
    private func accessToken(for request: HTTPServerRequest, refreshToken: String?) -> HTTPServerResponse {
        guard let refreshToken, let token = sandbox.registryTokens.refreshTokens[refreshToken] else {
            return Self.error(.unauthorized, "UNAUTHORIZED", "authentication required")
        }
        let issued = sandbox.signer.sign(claims("access_token", of: token, for: request.header("Host") ?? ""))
        sandbox.registryTokens.accessTokens[issued] = token
        return HTTPServerResponse.json(["access_token": .string(issued)]).uncached()
            .attributed(to: token.identity?.account.username, in: token.tenant.name)
    }

    private func read(_ segments: [String], _ request: HTTPServerRequest) -> HTTPServerResponse {
        guard let text = request.bearerToken, let token = sandbox.registryTokens.accessTokens[text] else {
            var response = Self.error(.unauthorized, "UNAUTHORIZED", "authentication required")
            response.headers.add(
                name: "WWW-Authenticate",
                value: "Bearer realm=\"\(sandbox.base)/oauth2/token\",service=\"\(request.header("Host") ?? "")\"")
            return response
        }
        let body: JSON
        if segments.isEmpty {
            body = .object([])
        } else if segments.suffix(2) == ["tags", "list"], segments.count > 2 {
            body = ["name": .string(segments.dropLast(2).joined(separator: "/")), "tags": ["latest"]]
        } else {
            return Self.error(.notFound, "NAME_UNKNOWN", "repository name not known to registry")
        }
        return .json(body).attributed(to: token.identity?.account.username, in: token.tenant.name)
    }

    private func claims(_ kind: String, of token: IssuedAccessToken, for registry: String) -> JSON {
        let now = sandbox.clock.seconds
        return [
            "iss": "Azure Container Registry", "aud": .string(registry), "grant_type": .string(kind),
            "sub": .string(token.identity?.objectID ?? token.application.id), "tenant": .string(token.tenant.id),
            "jti": .string(RandomID.token(bytes: 16)), "iat": .integer(now), "exp": .integer(now + 3 * 3600),
        ]
    }

    /// The errors of the distribution specification.
    private static func error(_ status: HTTPResponseStatus, _ code: String, _ message: String) -> HTTPServerResponse {
        .json(["errors": [["code": .string(code), "message": .string(message)]]], status: status)
    }
}

/// The tokens that the registry has issued, with the access token that each was exchanged for.
final class RegistryTokens {
    var refreshTokens: [String: IssuedAccessToken] = [:]
    var accessTokens: [String: IssuedAccessToken] = [:]
}

extension HTTPServerRequest {
    /// The password of a basic `Authorization` header (RFC 7617).
    fileprivate var basicPassword: String? {
        let scheme = "basic "
        guard let header = header("Authorization"), header.lowercased().hasPrefix(scheme),
            let decoded = Data(base64Encoded: String(header.dropFirst(scheme.count)))
        else { return nil }
        let credentials = String(decoding: decoded, as: UTF8.self)
        return credentials.firstIndex(of: ":").map { String(credentials[$0...].dropFirst()) }
    }
}
