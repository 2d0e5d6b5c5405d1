import NIOHTTP1

/// What tells a program in Azure who its machine is: App Service's endpoint, the instance metadata service, and Arc's
/// agent, each under the path it has in the world.
struct ManagedIdentityService {
    let sandbox: SandboxState

    /// Nil for a path that is none of them.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let path = request.segments.joined(separator: "/").lowercased()
        guard request.isRead, path == "msi/token" || path == "metadata/identity/oauth2/token" else { return nil }
        do throws(ManagedIdentityErrorResponse) {
            if path == "msi/token" { return try answerAppService(request) }
            // The agent and the metadata service tell themselves apart by the version alone.
            return request.query["api-version"] == "2020-06-01"
                ? try answerArc(request) : try answerInstance(request)
        } catch {
            return error.response
        }
    }

    private func answerAppService(_ request: HTTPServerRequest) throws(ManagedIdentityErrorResponse)
        -> HTTPServerResponse
    {
        guard request.query["api-version"] == "2019-08-01" else { throw Self.wrongVersion }
        guard request.header("X-IDENTITY-HEADER") == ArcAgentKeys.header else {
            throw ManagedIdentityErrorResponse(
                status: .unauthorized, error: "unauthorized", description: "The header is wrong.")
        }
        let (identity, token) = try token(request, resourceName: "mi_res_id")
        return answer(identity, token, with: ["expires_on": .string(String(token.expires))])
    }

    private func answerInstance(_ request: HTTPServerRequest) throws(ManagedIdentityErrorResponse) -> HTTPServerResponse
    {
        guard request.query["api-version"] == "2018-02-01" else { throw Self.wrongVersion }
        try requireMetadata(request)
        let (identity, token) = try token(request, resourceName: "msi_res_id")
        return answer(identity, token, with: times(of: token))
    }

    /// The agent has the program read a file that only administrators of the machine can.
    private func answerArc(_ request: HTTPServerRequest) throws(ManagedIdentityErrorResponse) -> HTTPServerResponse {
        try requireMetadata(request)
        guard let key = request.header("Authorization") else { throw try sandbox.machines.challenge() }
        guard sandbox.machines.redeem(key) else {
            throw ManagedIdentityErrorResponse(
                status: .unauthorized, error: "unauthorized", description: "The key is wrong.")
        }
        guard case let (identity, token) = try token(request, resourceName: "msi_res_id"),
            identity.resourceID == nil
        else { throw .unknownIdentity }
        return answer(identity, token, with: times(of: token))
    }

    /// A request that somebody tricked a program into sending lacks it.
    private func requireMetadata(_ request: HTTPServerRequest) throws(ManagedIdentityErrorResponse) {
        guard request.header("Metadata") == "true", request.header("X-Forwarded-For") == nil else {
            throw ManagedIdentityErrorResponse(
                status: .badRequest, error: "bad_request", description: "Required metadata header not specified")
        }
    }

    private func token(
        _ request: HTTPServerRequest, resourceName: String
    ) throws(ManagedIdentityErrorResponse) -> (AssignedIdentity, IssuedAccessToken) {
        guard let identity = AssignedIdentity.named(by: request.query, resourceName: resourceName) else {
            throw .unknownIdentity
        }
        let named = request.query["resource"] ?? ""
        guard
            let scopes = try? RequestedScopes(parsing: "\(named)/.default", application: identity.application),
            let group = scopes.groups.first, !named.isEmpty
        else { throw .unknownResource(named) }
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

    private func answer(_ identity: AssignedIdentity, _ token: IssuedAccessToken, with times: JSON)
        -> HTTPServerResponse
    {
        let text = sandbox.signer.sign(sandbox.claims(of: token, now: sandbox.clock.seconds))
        sandbox.accessTokens[text] = token
        let body: JSON = [
            "access_token": .string(text), "client_id": .string(identity.application.id),
            "resource": .string(token.resource.identifiers[0]), "token_type": "Bearer",
        ]
        return HTTPServerResponse.json(body.merging(times)).uncached().acting(for: identity.application.name)
    }

    private static let wrongVersion = ManagedIdentityErrorResponse(
        status: .badRequest, error: "bad_request", description: "This version of the protocol is not served.")
}
