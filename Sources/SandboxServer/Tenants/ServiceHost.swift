/// The host that a request was sent to. It decides which service responds, and the links and issuers in responses
/// start with it.
///
/// On loopback one host serves everything. Microsoft's hosts serve only what they serve in production.
struct ServiceHost: Equatable {
    enum Role {
        case allServices, login, graph
        /// External ID for customers, where each tenant has its own host.
        case customers
    }

    let role: Role
    let cloud: CloudInstance
    /// The scheme, host and port.
    let base: String
    /// The Graph host for users who sign in at this host, and the login host for clients of this Graph host.
    let graph: String
    let login: String

    /// Every loopback name (`localhost`, 127.0.0.1, ::1) is the same host.
    init(port: Int) {
        (role, cloud, base) = (.allServices, .loopback, "http://localhost:\(port)")
        (graph, login) = (base, base)
    }

    /// - Parameter host: the value of a `Host` header.
    /// - Returns: nil for names that are not Microsoft's.
    init?(publicHost host: String) {
        var name = host.lowercased()
        // With or without the default port it is the same host (RFC 9110 §4.2.3).
        if name.hasSuffix(":443") { name.removeLast(4) }
        if name == Self.customersHost {
            self.init(.customers, cloud: .global, host: name)
        } else if let cloud = CloudInstance.allCases.first(where: { $0.loginHosts.contains(name) }) {
            self.init(.login, cloud: cloud, host: name)
        } else if let cloud = CloudInstance.allCases.first(where: { $0.graphHosts.contains(name) }) {
            self.init(.graph, cloud: cloud, host: name)
        } else {
            return nil
        }
    }

    private init(_ role: Role, cloud: CloudInstance, host: String) {
        (self.role, self.cloud, base) = (role, cloud, "https://\(host)")
        graph = role == .graph ? base : "https://\(cloud.graphHosts[0])"
        login = role == .graph ? "https://\(cloud.loginHosts[0])" : base
    }

    /// The host of the External ID tenant. The part before the suffix is the label of the tenant's initial domain.
    static let customersHost = "woodgrove.ciamlogin.com"

    /// The issuer of ID tokens. A tenant for customers has an issuer at a host named after the tenant id.
    func issuer(tenant: String) -> String {
        role == .customers ? "https://\(tenant).ciamlogin.com/\(tenant)/v2.0" : "\(base)/\(tenant)/v2.0"
    }

    /// The host and port of `graph`.
    var graphHost: String { String(graph.drop { $0 != "/" }.dropFirst(2)) }
}

/// A cloud instance: hosts that accept each other's tokens, as Microsoft documents them for its global and national
/// clouds.
enum CloudInstance: CaseIterable {
    /// The sandbox's own host on this machine.
    case loopback
    case global, government, china
    /// Bleu. Clients that do not know its hosts learn them through instance discovery.
    case france

    /// The first is the current token endpoint; the others are its aliases.
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

    /// The hosts of Microsoft Graph. US Government has two for one login host.
    var graphHosts: [String] {
        switch self {
        case .loopback: []
        case .global: ["graph.microsoft.com"]
        case .government: ["graph.microsoft.us", "dod-graph.microsoft.us"]
        case .china: ["microsoftgraph.chinacloudapi.cn"]
        case .france: ["graph.svc.sovcloud.fr"]
        }
    }

    /// The `preferred_cache` of instance discovery: the host under which shared token caches store entries.
    var preferredCacheHost: String? { self == .global ? "login.windows.net" : loginHosts.first }

    /// The `cloud_instance_name` and `cloud_graph_host_name` of the discovery documents.
    var legacyNames: (instance: String, graph: String)? {
        switch self {
        case .loopback, .france: nil
        case .global: ("microsoftonline.com", "graph.windows.net")
        case .government: ("microsoftonline.us", "graph.windows.net")
        case .china: ("partner.microsoftonline.cn", "graph.chinacloudapi.cn")
        }
    }
}
