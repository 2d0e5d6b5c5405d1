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
    public init?(loginHost host: String) {
        guard let cloud = Self.allCases.first(where: { $0.loginHost == Self.preferredHost(for: host) }) else {
            return nil
        }
        self = cloud
    }
}

/// Hosts that never leave this machine (RFC 8252 section 8.3, RFC 6761 section 6.3).
public enum Loopback {
    /// - Parameter host: as it stands in a URL, without the port.
    public static func isLoopback(host: String) -> Bool {
        let host = host.trimmingBrackets.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension String {
    /// An IPv6 host without the brackets it has in a URL.
    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
