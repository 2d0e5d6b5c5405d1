import AuthCore
import HTTPTransport

/// A SharePoint or OneDrive host: `contoso.sharepoint.com`, `contoso-my.sharepoint.us`.
///
/// Its first label is the tenant's initial domain's (`contoso.onmicrosoft.com`), with `-my` for OneDrive and `-admin`
/// for the administration. Source: Microsoft's lists of SharePoint endpoints by cloud.
public struct SharePointHost: Hashable, Sendable {
    /// In lower case.
    public let name: String
    /// The first label without a suffix.
    public let tenantName: String
    public let cloud: Cloud

    /// Nil for any other host.
    public init?(_ host: String) {
        let name = host.lowercased()
        guard let (suffix, cloud) = Self.suffixes.first(where: { name.hasSuffix($0.suffix) }) else {
            return nil
        }
        var tenant = name.dropLast(suffix.count)
        for service in ["-my", "-admin"] where tenant.hasSuffix(service) { tenant = tenant.dropLast(service.count) }
        guard !tenant.isEmpty, tenant.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }) else {
            return nil
        }
        self.name = name
        self.cloud = cloud
        tenantName = String(tenant)
    }

    /// The host of a tenant's sites, such as `contoso.sharepoint.com`.
    ///
    /// - Returns: nil where none of the domains is an initial one.
    public static func root(ofTenantWith domains: Set<String>, in cloud: Cloud) -> String? {
        guard let domain = domains.sorted().first(where: isInitialDomain),
            let suffix = suffixes.first(where: { $0.cloud == cloud })?.suffix
        else { return nil }
        return domain.prefix { $0 != "." } + suffix
    }

    /// The initial domain of the tenant, which SharePoint takes the first label of its hosts from.
    var initialDomain: String {
        switch cloud {
        case .global: "\(tenantName).onmicrosoft.com"
        case .usgov, .dod: "\(tenantName).onmicrosoft.us"
        case .china: "\(tenantName).partner.onmschina.cn"
        }
    }

    /// Whether the domain is the initial one of a tenant, such as `contoso.onmicrosoft.com`.
    static func isInitialDomain(_ domain: String) -> Bool { initialDomains.contains { domain.hasSuffix($0) } }

    private static let suffixes: [(suffix: String, cloud: Cloud)] = [
        (".sharepoint.com", .global), (".sharepoint.us", .usgov), (".sharepoint-mil.us", .dod),
        (".sharepoint.cn", .china),
    ]

    private static let initialDomains = [".onmicrosoft.com", ".onmicrosoft.us", ".partner.onmschina.cn"]
}
