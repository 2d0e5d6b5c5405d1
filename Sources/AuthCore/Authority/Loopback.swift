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
