import NIOHTTP1

/// The three managed identity endpoints under their production paths: App Service, the instance metadata service
/// (IMDS) of virtual machines, and Azure Arc's agent.
struct ManagedIdentityService {
    /// `IDENTITY_HEADER` of App Service.
    static let identityHeader = "5a0b4c1d-8e2f-4d7b-90c0-de0000000001"

    let sandbox: SandboxState

    /// Nil for other paths.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let path = request.segments.joined(separator: "/").lowercased()
        guard request.isRead, path == "msi/token" || path == "metadata/identity/oauth2/token" else { return nil }
        do throws(ManagedIdentityErrorResponse) {
            if path == "msi/token" { return try respondAsAppService(to: request) }
            // IMDS and Arc's agent share a path and differ in the API version.
            return request.query["api-version"] == "2020-06-01"
                ? try respondAsArcAgent(to: request) : try respondAsMetadataService(to: request)
        } catch {
            return error.response
        }
    }

    private func respondAsAppService(to request: HTTPServerRequest) throws(ManagedIdentityErrorResponse)
        -> HTTPServerResponse
    {
        guard request.query["api-version"] == "2019-08-01" else { throw Self.wrongVersion }
        guard request.header("X-IDENTITY-HEADER") == Self.identityHeader else {
            throw ManagedIdentityErrorResponse(
                status: .unauthorized, error: "unauthorized", description: "The header is wrong.")
        }
        let (identity, token) = try token(for: request, resourceName: "mi_res_id")
        return response(with: token, for: identity, times: ["expires_on": .string(String(token.expires))])
    }

    private func respondAsMetadataService(to request: HTTPServerRequest) throws(ManagedIdentityErrorResponse)
        -> HTTPServerResponse
    {
        guard request.query["api-version"] == "2018-02-01" else { throw Self.wrongVersion }
        try requireMetadata(request)
        let (identity, token) = try token(for: request, resourceName: "msi_res_id")
        return response(with: token, for: identity, times: times(of: token))
    }

    /// Arc's agent proves that the client is privileged: the client has to read a key file that only administrators
    /// and members of the `himds` group can read.
    private func respondAsArcAgent(to request: HTTPServerRequest) throws(ManagedIdentityErrorResponse)
        -> HTTPServerResponse
    {
        try requireMetadata(request)
        guard let key = request.header("Authorization") else { throw try sandbox.arcAgentKeys.challenge() }
        guard sandbox.arcAgentKeys.redeem(key) else {
            throw ManagedIdentityErrorResponse(
                status: .unauthorized, error: "unauthorized", description: "The key is wrong.")
        }
        guard case let (identity, token) = try token(for: request, resourceName: "msi_res_id"),
            identity.resourceID == nil
        else { throw .unknownIdentity }
        return response(with: token, for: identity, times: times(of: token))
    }

    /// The `Metadata` header protects against server-side request forgery. A proxied request is refused as well.
    private func requireMetadata(_ request: HTTPServerRequest) throws(ManagedIdentityErrorResponse) {
        guard request.header("Metadata") == "true", request.header("X-Forwarded-For") == nil else {
            throw ManagedIdentityErrorResponse(
                status: .badRequest, error: "bad_request", description: "Required metadata header not specified")
        }
    }

    private func token(
        for request: HTTPServerRequest, resourceName: String
    ) throws(ManagedIdentityErrorResponse) -> (AssignedIdentity, IssuedAccessToken) {
        guard let identity = AssignedIdentity.named(by: request.query, resourceName: resourceName) else {
            throw .unknownIdentity
        }
        let requested = request.query["resource"] ?? ""
        guard
            let scopes = try? RequestedScopes(parsing: "\(requested)/.default", application: identity.application),
            let group = scopes.groups.first, !requested.isEmpty
        else { throw .unknownResource(requested) }
        let token = IssuedAccessToken(
            identity: nil, tenant: .contoso, application: identity.application, resource: group.resource,
            cloud: sandbox.host.cloud, permissions: group.resource == .graph ? identity.application.roles : [],
            expires: sandbox.clock.seconds + 86_400, isContinuouslyEvaluated: false)
        return (identity, token)
    }

    private func times(of token: IssuedAccessToken) -> JSON {
        let now = sandbox.clock.seconds
        let seconds = JSON.string(String(token.expires - now))
        return [
            "expires_in": seconds, "ext_expires_in": seconds, "expires_on": .string(String(token.expires)),
            "not_before": .string(String(now)),
        ]
    }

    private func response(
        with token: IssuedAccessToken, for identity: AssignedIdentity, times: JSON
    ) -> HTTPServerResponse {
        let text = sandbox.signer.sign(sandbox.accessTokenClaims(for: token, now: sandbox.clock.seconds))
        sandbox.accessTokens[text] = token
        let body: JSON = [
            "access_token": .string(text), "client_id": .string(identity.application.id),
            "resource": .string(token.resource.identifiers[0]), "token_type": "Bearer",
        ]
        return HTTPServerResponse.json(body.merging(times)).uncached().attributed(to: identity.application.name)
    }

    private static let wrongVersion = ManagedIdentityErrorResponse(
        status: .badRequest, error: "bad_request", description: "This version of the protocol is not served.")
}
