import NIOHTTP1

/// What tells a program in Azure who its machine is: App Service's endpoint, the instance metadata service, and Arc's
/// agent, each under the path it has in the world.
struct ManagedIdentityService {
    let emulation: Emulation

    /// Nil for a path that is none of them.
    func respond(to request: Request) -> Response? {
        let path = request.segments.joined(separator: "/").lowercased()
        guard request.isRead, path == "msi/token" || path == "metadata/identity/oauth2/token" else { return nil }
        do throws(MachineRefusal) {
            if path == "msi/token" { return try answerAppService(request) }
            // The agent and the metadata service tell themselves apart by the version alone.
            return request.query["api-version"] == "2020-06-01"
                ? try answerArc(request) : try answerInstance(request)
        } catch {
            return error.response
        }
    }

    private func answerAppService(_ request: Request) throws(MachineRefusal) -> Response {
        guard request.query["api-version"] == "2019-08-01" else { throw Self.wrongVersion }
        guard request.header("X-IDENTITY-HEADER") == Machines.header else {
            throw MachineRefusal(status: .unauthorized, error: "unauthorized", description: "The header is wrong.")
        }
        let (identity, token) = try token(request, resourceName: "mi_res_id")
        return answer(identity, token, with: ["expires_on": .string(String(token.expires))])
    }

    private func answerInstance(_ request: Request) throws(MachineRefusal) -> Response {
        guard request.query["api-version"] == "2018-02-01" else { throw Self.wrongVersion }
        try requireMetadata(request)
        let (identity, token) = try token(request, resourceName: "msi_res_id")
        return answer(identity, token, with: times(of: token))
    }

    /// The agent has the program read a file that only administrators of the machine can.
    private func answerArc(_ request: Request) throws(MachineRefusal) -> Response {
        try requireMetadata(request)
        guard let key = request.header("Authorization") else { throw try emulation.machines.challenge() }
        guard emulation.machines.redeem(key) else {
            throw MachineRefusal(status: .unauthorized, error: "unauthorized", description: "The key is wrong.")
        }
        guard case let (identity, token) = try token(request, resourceName: "msi_res_id"),
            identity.resourceID == nil
        else { throw .unknownIdentity }
        return answer(identity, token, with: times(of: token))
    }

    /// A request that somebody tricked a program into sending lacks it.
    private func requireMetadata(_ request: Request) throws(MachineRefusal) {
        guard request.header("Metadata") == "true", request.header("X-Forwarded-For") == nil else {
            throw MachineRefusal(
                status: .badRequest, error: "bad_request", description: "Required metadata header not specified")
        }
    }

    private func token(
        _ request: Request, resourceName: String
    ) throws(MachineRefusal) -> (MachineIdentity, AccessToken) {
        guard let identity = MachineIdentity.named(by: request.query, resourceName: resourceName) else {
            throw .unknownIdentity
        }
        let named = request.query["resource"] ?? ""
        guard
            let scopes = try? ScopeRequest(parsing: "\(named)/.default", application: identity.application),
            let group = scopes.groups.first, !named.isEmpty
        else { throw .unknownResource(named) }
        let token = AccessToken(
            identity: nil, tenant: .contoso, application: identity.application, resource: group.resource,
            cloud: emulation.origin.cloud, permissions: group.resource == .graph ? identity.application.roles : [],
            expires: emulation.clock.seconds + 86_400, isContinuouslyEvaluated: false)
        return (identity, token)
    }

    private func times(of token: AccessToken) -> JSON {
        let now = emulation.clock.seconds
        let seconds = JSON.string(String(token.expires - now))
        return [
            "expires_in": seconds, "ext_expires_in": seconds, "expires_on": .string(String(token.expires)),
            "not_before": .string(String(now)),
        ]
    }

    private func answer(_ identity: MachineIdentity, _ token: AccessToken, with times: JSON) -> Response {
        let text = emulation.signer.sign(emulation.claims(of: token, now: emulation.clock.seconds))
        emulation.accessTokens[text] = token
        let body: JSON = [
            "access_token": .string(text), "client_id": .string(identity.application.id),
            "resource": .string(token.resource.identifiers[0]), "token_type": "Bearer",
        ]
        return Response.json(body.merging(times)).uncached().acting(for: identity.application.name)
    }

    private static let wrongVersion = MachineRefusal(
        status: .badRequest, error: "bad_request", description: "This version of the protocol is not served.")
}
