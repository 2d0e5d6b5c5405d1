import AuthCore

/// The hosts of Microsoft's other services in each cloud.
///
/// Source: the endpoint tables of Azure Government, Azure operated by 21Vianet and Microsoft 365 US Government, and the
/// cloud definitions of the Azure CLI.
extension Cloud {
    /// The clouds of a resource's host, such as `management.usgovcloudapi.net`; empty where that is not known. Azure
    /// Government serves both clouds of the US government.
    static func clouds(ofHost host: String) -> Set<Cloud> {
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
        ("powerbigov.us", [.usgov, .dod]), ("sharepoint.us", [.usgov]),
        ("outlook.office365.us", [.usgov]), ("outlook-dod.office365.us", [.dod]), ("office365.us", [.usgov, .dod]),
        ("loganalytics.us", [.usgov, .dod]), ("dps.mil", [.dod]),
        ("dynamics.us", [.usgov]), ("microsoftdynamics.us", [.usgov]),
        ("microsoft.us", [.usgov, .dod]), ("sharepoint-mil.us", [.dod]), ("apps.mil", [.dod]),
        ("appsplatform.us", [.dod]),
        ("chinacloudapi.cn", [.china]), ("azure.cn", [.china]), ("azurecr.cn", [.china]), ("sharepoint.cn", [.china]),
        ("partner.outlook.cn", [.china]), ("dynamics.cn", [.china]), ("powerbi.cn", [.china]),
    ]
}

/// The names of Azure Resource Manager.
extension Cloud {
    /// The origin of Azure Resource Manager in this cloud, which is also the resource of its tokens.
    var resourceManager: String {
        switch self {
        case .global: "https://management.azure.com"
        case .usgov, .dod: "https://management.usgovcloudapi.net"
        case .china: "https://management.chinacloudapi.cn"
        }
    }

    /// The older origin of Azure Resource Manager, which the Azure CLI still uses as the resource of its tokens.
    var olderResourceManager: String { "https://management.core.\(azureDomain)" }

    /// The domain of most of Azure's services in this cloud.
    var azureDomain: String {
        switch self {
        case .global: "windows.net"
        case .usgov, .dod: "usgovcloudapi.net"
        case .china: "chinacloudapi.cn"
        }
    }

    /// The names of a resource's host, itself first. Azure Resource Manager has an older one, with tokens of its own, in
    /// each cloud.
    static func names(ofResourceHost host: String) -> [String] {
        for cloud in allCases {
            let names = [cloud.resourceManager, cloud.olderResourceManager].map {
                String($0.dropFirst("https://".count))
            }
            if names.contains(host) { return [host] + names.filter { $0 != host } }
        }
        return [host]
    }
}

extension Authority {
    /// The origin of Azure Resource Manager. On loopback one server stands for all services, so it is the authority's own;
    /// nil for other authorities outside of Microsoft's clouds.
    var resourceManager: String? {
        guard kind == .entra else { return nil }
        return cloud?.resourceManager ?? (isLoopback ? origin : nil)
    }
}
