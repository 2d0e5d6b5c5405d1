import AccountProfiles
import AuthCore
import HTTPTransport

/// `az account get-access-token`.
struct AzureCLITokenRequest {
    /// Nil for a resource of the cloud, or for scopes.
    private let resource: String?
    private let resourceType: AzureResourceType?
    /// Empty for a resource.
    private let scopes: [String]
    private let tenant: String?
    private let subscription: AzureSubscription?
    /// A subscription by its id, of which nothing else is known.
    private let subscriptionID: String?

    /// Nil for a subscription that only the Azure CLI can look up, and for options that it refuses together.
    init?(_ arguments: AzureCLIArguments, _ subscriptions: [AzureSubscription]) {
        (resource, scopes, tenant) = (arguments[.resource], arguments.scopes, arguments[.tenant])
        resourceType = arguments[.resourceType].flatMap(AzureResourceType.init)
        let named = arguments[.subscription]
        subscription = subscriptions.chosen(by: named)
        subscriptionID = named.flatMap { $0.isGUID ? $0 : nil }
        guard named == nil || (tenant == nil && (subscription != nil || subscriptionID != nil)) else { return nil }
        guard arguments[.resourceType] == nil || resourceType != nil else { return nil }
    }

    func response(as profile: Profile, _ services: Services) async throws -> AzureCLIToken {
        let acting = try services.tenantProfile(of: profile, in: tenant ?? subscription?.tenantID)
        let token = try await services.silentToken(for: scopes(of: acting), as: acting)
        var response = AzureCLIToken(token, acting)
        if let tenant {
            response.tenant = tenant
        } else {
            response.subscription = subscription?.id ?? subscriptionID ?? acting.tenantID
        }
        return response
    }

    /// The scopes count before the resource, and the resource before its type, as for the Azure CLI.
    private func scopes(of profile: Profile) throws -> Scopes {
        if !scopes.isEmpty { return Scopes(scopes) }
        if let resource { return Scopes(defaultOf: resource) }
        guard let resourceType else { return try profile.managementScopes }
        let cloud = try profile.azureCloud
        guard let resource = resourceType.resource(in: cloud) else { throw Failure.noResource(resourceType, in: cloud) }
        return Scopes(defaultOf: resource)
    }
}
