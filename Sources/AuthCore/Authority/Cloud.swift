/// A national cloud of the Microsoft identity platform, with the hosts that belong together.
///
/// Source: Microsoft's documentation of national clouds and its instance discovery responses.
public enum Cloud: String, Sendable, CaseIterable {
    case global, usgov, dod, china

    /// The cloud of a login host, by any of its names. The host of US Government serves `usgov` and `dod`, of which this
    /// is the first.
    public init?(loginHost host: String) {
        guard let cloud = Self.allCases.first(where: { $0.loginHost == Self.preferredHost(for: host) }) else {
            return nil
        }
        self = cloud
    }

    /// The host of the authorization and token endpoints.
    public var loginHost: String {
        switch self {
        case .global: "login.microsoftonline.com"
        case .usgov, .dod: "login.microsoftonline.us"
        case .china: "login.partner.microsoftonline.cn"
        }
    }

    /// The origin of Microsoft Graph in this cloud, such as `https://graph.microsoft.com`.
    public var graph: String {
        switch self {
        case .global: "https://graph.microsoft.com"
        case .usgov: "https://graph.microsoft.us"
        case .dod: "https://dod-graph.microsoft.us"
        case .china: "https://microsoftgraph.chinacloudapi.cn"
        }
    }

    /// The origin of Azure Resource Manager in this cloud, which is also the resource of its tokens.
    public var resourceManager: String {
        switch self {
        case .global: "https://management.azure.com"
        case .usgov, .dod: "https://management.usgovcloudapi.net"
        case .china: "https://management.chinacloudapi.cn"
        }
    }

    /// The names of a resource's host, itself first. Azure Resource Manager has an older one, with tokens of its own, in
    /// each cloud.
    public static func names(ofResourceHost host: String) -> [String] {
        for cloud in allCases {
            let names = [cloud.resourceManager, cloud.olderResourceManager].map {
                String($0.dropFirst("https://".count))
            }
            if names.contains(host) { return [host] + names.filter { $0 != host } }
        }
        return [host]
    }

    /// The older origin of Azure Resource Manager, which the Azure CLI still uses as the resource of its tokens.
    public var olderResourceManager: String { "https://management.core.\(azureDomain)" }

    /// The domain of most of Azure's services in this cloud.
    package var azureDomain: String {
        switch self {
        case .global: "windows.net"
        case .usgov, .dod: "usgovcloudapi.net"
        case .china: "chinacloudapi.cn"
        }
    }

    /// The login host that `host` is another name of, else `host` itself. Tokens are the same under every name.
    static func preferredHost(for host: String) -> String {
        switch host {
        case "login.windows.net", "login.microsoft.com", "sts.windows.net": Self.global.loginHost
        case "login.usgovcloudapi.net": Self.usgov.loginHost
        case "login.chinacloudapi.cn": Self.china.loginHost
        default: host
        }
    }
}

/// Resources of Microsoft, by the cloud that they are in.
extension Cloud {
    /// The clouds of a resource's host, such as `management.usgovcloudapi.net`; empty where that is not known.
    ///
    /// Source: the endpoint tables of Azure Government, Azure operated by 21Vianet and Microsoft 365 US Government. Azure
    /// Government serves both clouds of the US government.
    public static func clouds(ofHost host: String) -> Set<Cloud> {
        let host = host.lowercased()
        if let cloud = allCases.first(where: { $0.graph == "https://\(host)" }) { return [cloud] }
        return domains.first { host == $0.domain || host.hasSuffix(".\($0.domain)") }?.clouds ?? []
    }

    private static let domains: [(domain: String, clouds: Set<Cloud>)] = [
        ("azure.com", [.global]), ("azure.net", [.global]), ("windows.net", [.global]), ("azurecr.io", [.global]),
        ("azuredatabricks.net", [.global]), ("sharepoint.com", [.global]), ("office.com", [.global]),
        ("office365.com", [.global]), ("dynamics.com", [.global]), ("powerbi.com", [.global]),
        ("visualstudio.com", [.global]),
        ("usgovcloudapi.net", [.usgov, .dod]), ("azure.us", [.usgov, .dod]), ("azurecr.us", [.usgov, .dod]),
        ("microsoftazure.us", [.usgov, .dod]),
        ("powerbigov.us", [.usgov, .dod]), ("sharepoint.us", [.usgov]), ("office365.us", [.usgov]),
        ("dynamics.us", [.usgov]), ("microsoftdynamics.us", [.usgov]),
        ("microsoft.us", [.usgov, .dod]), ("sharepoint-mil.us", [.dod]), ("apps.mil", [.dod]),
        ("appsplatform.us", [.dod]),
        ("chinacloudapi.cn", [.china]), ("azure.cn", [.china]), ("azurecr.cn", [.china]), ("sharepoint.cn", [.china]),
        ("partner.outlook.cn", [.china]), ("dynamics.cn", [.china]), ("powerbi.cn", [.china]),
    ]
}
