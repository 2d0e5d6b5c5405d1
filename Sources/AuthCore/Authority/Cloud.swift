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
