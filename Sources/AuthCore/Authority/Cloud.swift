/// A national cloud of the Microsoft identity platform, with the hosts that belong together.
///
/// Source: Microsoft's documentation of national clouds and its instance discovery answers.
public enum Cloud: String, Sendable, CaseIterable {
    case global, usgov, dod, china

    /// Where requests for tokens go.
    public var loginHost: String {
        switch self {
        case .global: "login.microsoftonline.com"
        case .usgov, .dod: "login.microsoftonline.us"
        case .china: "login.partner.microsoftonline.cn"
        }
    }

    /// Microsoft Graph of this cloud, an origin.
    public var graph: String {
        switch self {
        case .global: "https://graph.microsoft.com"
        case .usgov: "https://graph.microsoft.us"
        case .dod: "https://dod-graph.microsoft.us"
        case .china: "https://microsoftgraph.chinacloudapi.cn"
        }
    }

    /// The login host that stands for `host` and all its other names: their tokens are the same tokens.
    static func preferredHost(for host: String) -> String {
        switch host {
        case "login.windows.net", "login.microsoft.com", "sts.windows.net": Cloud.global.loginHost
        case "login.usgovcloudapi.net": Cloud.usgov.loginHost
        case "login.chinacloudapi.cn": Cloud.china.loginHost
        default: host
        }
    }

    /// The cloud that a login host belongs to; US Government's host serves two, of which this is the first.
    public static func of(loginHost host: String) -> Cloud? {
        allCases.first { $0.loginHost == preferredHost(for: host) }
    }
}
