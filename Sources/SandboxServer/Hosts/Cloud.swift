/// A set of hosts that trust each other's tokens, as Microsoft documents them for its national clouds.
enum Cloud: CaseIterable {
    /// This machine, where one host is everything.
    case loopback
    case global, government, china
    /// Bleu, of which few programs have heard: whoever asks for it has to be told by instance discovery.
    case france

    /// The first is where tokens come from, the others are names that it had or has.
    var loginHosts: [String] {
        switch self {
        case .loopback: []
        case .global:
            ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"]
        case .government: ["login.microsoftonline.us", "login.usgovcloudapi.net"]
        case .china: ["login.partner.microsoftonline.cn", "login.chinacloudapi.cn"]
        case .france: ["login.sovcloud-identity.fr"]
        }
    }

    /// Microsoft Graph; US Government's login host serves two of them.
    var graphHosts: [String] {
        switch self {
        case .loopback: []
        case .global: ["graph.microsoft.com"]
        case .government: ["graph.microsoft.us", "dod-graph.microsoft.us"]
        case .china: ["microsoftgraph.chinacloudapi.cn"]
        case .france: ["graph.svc.sovcloud.fr"]
        }
    }

    /// Which name the entries of shared token caches are kept under.
    var cacheHost: String? { self == .global ? "login.windows.net" : loginHosts.first }

    /// `cloud_instance_name` and `cloud_graph_host_name` of its discovery documents.
    var legacyNames: (instance: String, graph: String)? {
        switch self {
        case .loopback, .france: nil
        case .global: ("microsoftonline.com", "graph.windows.net")
        case .government: ("microsoftonline.us", "graph.windows.net")
        case .china: ("partner.microsoftonline.cn", "graph.chinacloudapi.cn")
        }
    }
}
