/// The name by which a request came: it says what is served there, and what links and issuers begin with.
///
/// On loopback one name serves everything. Microsoft's names serve what they do in the world, each nothing else.
struct Origin: Equatable {
    enum Role {
        case everything, login, graph
        /// External ID for customers, where each tenant has a host of its own.
        case customers
    }

    let role: Role
    let cloud: Cloud
    /// Scheme, host and port.
    let base: String
    /// Where Microsoft Graph is for whoever signs in here, and where one signs in for whoever asks Graph.
    let graph: String
    let login: String

    /// Whichever of its names the machine is called by.
    init(port: Int) {
        (role, cloud, base) = (.everything, .loopback, "http://localhost:\(port)")
        (graph, login) = (base, base)
    }

    /// - Parameter host: a `Host` header. Nil for names that are not Microsoft's.
    init?(publicHost host: String) {
        var name = host.lowercased()
        // With and without the port it is the same host (RFC 9110 §4.2.3).
        if name.hasSuffix(":443") { name.removeLast(4) }
        if name == Self.customersHost {
            self.init(.customers, .global, name)
        } else if let cloud = Cloud.allCases.first(where: { $0.loginHosts.contains(name) }) {
            self.init(.login, cloud, name)
        } else if let cloud = Cloud.allCases.first(where: { $0.graphHosts.contains(name) }) {
            self.init(.graph, cloud, name)
        } else {
            return nil
        }
    }

    private init(_ role: Role, _ cloud: Cloud, _ host: String) {
        (self.role, self.cloud, base) = (role, cloud, "https://\(host)")
        graph = role == .graph ? base : "https://\(cloud.graphHosts[0])"
        login = role == .graph ? "https://\(cloud.loginHosts[0])" : base
    }

    /// The part before the suffix is the name of the tenant's initial domain.
    static let customersHost = "woodgrove.ciamlogin.com"

    /// The issuer of ID tokens. A tenant for customers is named by a host as well.
    func issuer(tenant: String) -> String {
        role == .customers ? "https://\(tenant).ciamlogin.com/\(tenant)/v2.0" : "\(base)/\(tenant)/v2.0"
    }

    /// `graph`'s host and port.
    var graphHost: String { String(graph.drop { $0 != "/" }.dropFirst(2)) }
}

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
