import AccountProfiles
import AuthCore
import HTTPTransport

/// The values of `--resource-type`, and the resources that they name in each cloud.
///
/// Source: the cloud definitions of the Azure CLI.
enum AzureResourceType: String, CaseIterable {
    case arm, batch, media
    case aadGraph = "aad-graph"
    case dataLake = "data-lake"
    case msGraph = "ms-graph"
    case ossRDBMS = "oss-rdbms"

    /// Nil where the cloud has no such resource.
    func resource(in cloud: Cloud) -> String? {
        switch self {
        case .arm: cloud.managementResource
        case .batch: cloud == .global ? "https://batch.core.windows.net/" : Self.batch(in: cloud)
        case .media: cloud == .global ? "https://rest.media.azure.net" : "https://rest.media.\(cloud.azureDomain)"
        case .msGraph: cloud.graph + (cloud == .china ? "" : "/")
        case .ossRDBMS: "https://ossrdbms-aad.database.\(cloud.azureDomain)"
        case .dataLake: cloud == .global ? "https://datalake.azure.net/" : nil
        case .aadGraph:
            switch cloud {
            case .global: "https://graph.windows.net/"
            case .usgov, .dod: "https://graph.microsoftazure.us/"
            case .china: "https://graph.chinacloudapi.cn/"
            }
        }
    }

    private static func batch(in cloud: Cloud) -> String {
        cloud == .china ? "https://batch.chinacloudapi.cn/" : "https://batch.core.usgovcloudapi.net/"
    }
}

extension Cloud {
    /// The resource of Azure Resource Manager, as the Azure CLI names it.
    fileprivate var managementResource: String { "\(olderResourceManager)/" }

    /// The name that the Azure CLI has for this cloud.
    var azureName: String {
        switch self {
        case .global: "AzureCloud"
        case .usgov, .dod: "AzureUSGovernment"
        case .china: "AzureChinaCloud"
        }
    }
}

extension Profile {
    /// The scopes of a token for Azure Resource Manager.
    ///
    /// - Throws: as ``azureCloud``.
    var managementScopes: Scopes { get throws(Failure) { Scopes(defaultOf: try azureCloud.managementResource) } }

    /// The name of the cloud as the Azure CLI has it; the sign-in host of a cloud that is not known, so that no tool takes it
    /// for the global one.
    var azureCloudName: String { (try? azureCloud.azureName) ?? authority.origin.replacing("https://", with: "") }

    /// The cloud whose resources are meant. A server on this machine stands for the global one.
    ///
    /// - Throws: `Failure` for an authority of a cloud that is not known: a token of another one would be of no use.
    var azureCloud: Cloud {
        get throws(Failure) {
            if let cloud = Cloud(of: self) { return cloud }
            guard authority.isLoopback else { throw .noAzureCloud(of: self) }
            return .global
        }
    }
}
