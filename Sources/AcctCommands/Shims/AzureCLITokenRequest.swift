import AccountProfiles
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// `az account get-access-token`.
struct AzureCLITokenRequest {
    /// Nil for a resource of the cloud, or for scopes.
    private let resource: String?
    private let resourceType: String?
    /// Empty for a resource.
    private let scopes: [String]
    private let tenant: String?
    private let subscription: AzureSubscription?
    /// A subscription by its id, of which nothing else is known.
    private let subscriptionID: String?

    /// Nil for a subscription that only the Azure CLI can look up, and for options that it refuses together.
    init?(_ arguments: AzureCLIArguments, _ subscriptions: [AzureSubscription]) {
        (resource, resourceType, scopes) = (arguments[.resource], arguments[.resourceType], arguments.scopes)
        tenant = arguments[.tenant]
        let named = arguments[.subscription]
        subscription = subscriptions.chosen(by: named)
        subscriptionID = named.flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
        guard named == nil || (tenant == nil && (subscription != nil || subscriptionID != nil)) else { return nil }
        if let resourceType, AzureResourceType(rawValue: resourceType) == nil { return nil }
    }

    /// The members of the Azure CLI's output.
    func response(as profile: Profile, _ services: Services) async throws -> JSONValue {
        let acting = try services.tenantProfile(of: profile, in: tenant ?? subscription?.tenantID)
        let token = try await services.silentToken(for: scopes(of: acting), as: acting)
        var members: [String: JSONValue] = [
            "accessToken": .string(token.accessToken.expose()), "tokenType": .string(token.tokenType),
            "expiresOn": .string(Self.localTime(token.expiresOn)),
            "expires_on": .integer(Int64(token.expiresOn.timeIntervalSince1970)),
            "tenant": .string(tenant ?? acting.tenantID),
        ]
        if tenant == nil {
            members["subscription"] = .string(subscription?.id ?? subscriptionID ?? acting.tenantID)
        }
        return .object(members)
    }

    /// The scopes count before the resource, and the resource before its type, as for the Azure CLI.
    private func scopes(of profile: Profile) throws -> Scopes {
        if !scopes.isEmpty { return Scopes(scopes) }
        let type = resourceType.flatMap(AzureResourceType.init) ?? .arm
        let cloud = profile.authority.cloud ?? .global
        guard let resource = resource ?? type.resource(in: cloud) else {
            throw Failure.noResource(type.rawValue, in: cloud)
        }
        return ["\(resource)/.default"]
    }

    /// `2026-01-31 14:05:06.000000`, in the local time zone.
    private static func localTime(_ date: Date) -> String {
        var (seconds, parts) = (time_t(date.timeIntervalSince1970), tm())
        localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%d %H:%M:%S.000000", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension Services {
    /// A token for one resource, from the cache or by a refresh.
    ///
    /// - Throws: `Failure` for scopes of several resources, and where the issuer's tokens are not for one resource.
    func silentToken(for scopes: Scopes, as profile: Profile, claims: String? = nil) async throws
        -> AuthenticationResult
    {
        guard profile.authority.kind.tokensHaveOneResource else {
            throw Failure.otherResource(scopes.resource ?? scopes.spaceSeparated, than: profile)
        }
        try scopes.requireOneResource(at: profile.authority) { scopes, _ in
            "acct token -p \(profile.name.text.asShellWord) \(scopes.optionWords)"
        }
        return try await authenticator.token(for: profile, scopes: scopes, claims: claims)
    }
}
