import NIOHTTP1

/// The list of an account's tenants in Azure Resource Manager, on the host that serves everything.
struct ResourceManagerService {
    let sandbox: SandboxState

    /// Nil for other paths.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        guard request.isRead, request.segments.map({ $0.lowercased() }) == ["tenants"] else { return nil }
        guard request.query["api-version"] != nil else {
            return Self.error(
                .badRequest, "MissingApiVersionParameter", "The query has no api-version, which every request needs.")
        }
        guard let text = request.bearerToken, let token = sandbox.accessTokens[text], let identity = token.identity,
            token.resource == .management, token.cloud == sandbox.host.cloud, token.expires > sandbox.clock.seconds
        else {
            return Self.error(.unauthorized, "InvalidAuthenticationToken", "The token is not one for this resource.")
        }
        let tenants = sandbox.seed.tenants.filter { !$0.isPersonal && identity.account.identity(in: $0) != nil }
        return .json(["value": .array(tenants.map { description(of: $0, for: identity.account) })])
            .attributed(to: identity.account.username, in: token.tenant.name)
    }

    private func description(of tenant: Tenant, for account: DirectoryAccount) -> JSON {
        [
            "id": .string("/tenants/\(tenant.id)"), "tenantId": .string(tenant.id), "countryCode": "DE",
            "displayName": .string(tenant.displayName), "defaultDomain": .string(tenant.name),
            "domains": .array(tenant.domains.map { .string($0.name) }), "tenantType": "AAD",
            "tenantCategory": tenant == account.home ? "Home" : "ProjectedBy",
        ]
    }

    private static func error(_ status: HTTPResponseStatus, _ code: String, _ message: String) -> HTTPServerResponse {
        .json(["error": ["code": .string(code), "message": .string(message)]], status: status)
    }
}
