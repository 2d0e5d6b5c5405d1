import AuthCore

/// The host of a rule, such as `contoso.sharepoint.com`, `*.sharepoint.us` or `localhost:8080`.
enum HostGlob {
    /// - Returns: nil when no host could match.
    static func of(_ text: some StringProtocol) -> Glob? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0.isASCIILetterOrDigit || others.contains($0) }) else {
            return nil
        }
        return Glob(text.lowercased())
    }

    /// Every host that an action names, those of a full URL with and without the port.
    static func names(in action: Action) -> [String] {
        guard let endpoint = action.endpoint, let scheme = endpoint.range(of: "://") else { return action.hosts }
        let whole = endpoint[scheme.upperBound...].lowercased()
        return action.hosts + [whole, withoutPort(whole)]
    }

    /// Whether it can be no other machine (RFC 6761 section 6.3): no wildcard, and a name or address for this one.
    static func isLoopback(_ name: some StringProtocol) -> Bool {
        !name.contains("*") && Loopback.isLoopback(host: withoutPort(String(name)))
    }

    private static func withoutPort(_ name: String) -> String {
        if name.hasPrefix("[") { return name.prefix { $0 != "]" } + "]" }
        return String(name.prefix { $0 != ":" })
    }

    private static let others = Array("-._*:[]".utf8)
}

extension StringProtocol {
    /// The first occurrence, by bytes.
    func range(of text: String) -> Range<Index>? {
        var start = utf8.startIndex
        while start != utf8.endIndex {
            if utf8[start...].starts(with: text.utf8) {
                return start..<utf8.index(start, offsetBy: text.utf8.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
