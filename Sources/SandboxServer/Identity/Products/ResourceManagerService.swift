import NIOHTTP1

/// The part of Azure Resource Manager that clients read to find their way: the account's tenants, its subscriptions and their
/// resource groups, on the host that serves everything.
struct ResourceManagerService {
    let sandbox: SandboxState

    /// Nil for other paths.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        let segments = request.segments.map { $0.lowercased() }
        guard request.isRead, ["tenants", "subscriptions"].contains(segments.first ?? "") else { return nil }
        guard request.query["api-version"] != nil else {
            return Self.error(
                .badRequest, "MissingApiVersionParameter", "The query has no api-version, which every request needs.")
        }
        guard let text = request.bearerToken, let token = sandbox.accessTokens[text], token.resource == .management,
            token.cloud == sandbox.host.cloud, token.expires > sandbox.clock.seconds
        else {
            return Self.error(.unauthorized, "InvalidAuthenticationToken", "The token is not one for this resource.")
        }
        let response =
            segments == ["tenants"] ? tenants(for: token) : subscriptions(segments.dropFirst(), of: token.tenant)
        guard let identity = token.identity else { return response }
        return response.attributed(to: identity.account.username, in: token.tenant.name)
    }

    private func tenants(for token: IssuedAccessToken) -> HTTPServerResponse {
        guard let account = token.identity?.account else {
            return .json(["value": [description(of: token.tenant, category: "Home")]])
        }
        let tenants = sandbox.seed.tenants.filter { !$0.isPersonal && account.identity(in: $0) != nil }
        return .json([
            "value": .array(tenants.map { description(of: $0, category: $0 == account.home ? "Home" : "ProjectedBy") })
        ])
    }

    private func description(of tenant: Tenant, category: String) -> JSON {
        [
            "id": .string("/tenants/\(tenant.id)"), "tenantId": .string(tenant.id), "countryCode": "DE",
            "displayName": .string(tenant.displayName), "defaultDomain": .string(tenant.name),
            "domains": .array(tenant.domains.map { .string($0.name) }), "tenantType": "AAD",
            "tenantCategory": .string(category),
        ]
    }

    /// - Parameter path: the segments after `subscriptions`.
    private func subscriptions(_ path: ArraySlice<String>, of tenant: Tenant) -> HTTPServerResponse {
        guard let id = path.first else {
            return .json(["value": .array(tenant.subscriptions.map { description(of: $0, in: tenant) })])
        }
        guard let subscription = tenant.subscriptions.first(where: { $0.id == id }) else {
            return Self.error(.notFound, "SubscriptionNotFound", "The subscription '\(id)' could not be found.")
        }
        switch Array(path.dropFirst()) {
        case []: return .json(description(of: subscription, in: tenant))
        case ["resourcegroups"]:
            return .json(["value": .array(subscription.resourceGroups.map { description(of: $0, in: subscription) })])
        default: return Self.error(.notFound, "InvalidResourceType", "The sandbox has no such resource.")
        }
    }

    private func description(of subscription: AzureSubscription, in tenant: Tenant) -> JSON {
        [
            "id": .string("/subscriptions/\(subscription.id)"), "subscriptionId": .string(subscription.id),
            "displayName": .string(subscription.name), "tenantId": .string(tenant.id), "state": "Enabled",
            "authorizationSource": "RoleBased", "managedByTenants": [],
        ]
    }

    private func description(of group: String, in subscription: AzureSubscription) -> JSON {
        [
            "id": .string("/subscriptions/\(subscription.id)/resourceGroups/\(group)"), "name": .string(group),
            "type": "Microsoft.Resources/resourceGroups", "location": "germanywestcentral",
            "properties": ["provisioningState": "Succeeded"],
        ]
    }

    private static func error(_ status: HTTPResponseStatus, _ code: String, _ message: String) -> HTTPServerResponse {
        .json(["error": ["code": .string(code), "message": .string(message)]], status: status)
    }
}
