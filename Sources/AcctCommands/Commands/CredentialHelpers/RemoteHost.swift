import HTTPTransport

/// The host of a remote repository, in lower case.
struct RemoteHost {
    static let azureDevOpsHost = "dev.azure.com"

    /// The host with its port, if it has one.
    let text: String
    /// The host without its port.
    let name: String
    private let port: UInt16?

    /// - Returns: nil for a text that is not plainly the name or address of a host: with user information, a trailing dot
    ///   or characters beyond ASCII.
    init?(_ typed: String) {
        guard typed.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        text = typed.lowercased()
        let end = text.hasPrefix("[") ? text.lastIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        name = String(text[..<(end ?? text.endIndex)])
        let remainder = text.dropFirst(name.count)
        port = remainder.isEmpty ? nil : UInt16(port: remainder.dropFirst())
        guard remainder.isEmpty || remainder.hasPrefix(":") && port != nil else { return nil }
        guard Self.isName(name) || Self.isIPv6Address(name) else { return nil }
    }

    /// Whether the text is labels with dots between, as those of an IPv4 address are too.
    private static func isName(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        }
    }

    /// Whether the text is in brackets; libcurl judges what is between.
    private static func isIPv6Address(_ text: String) -> Bool {
        text.hasPrefix("[") && text.hasSuffix("]")
            && text.utf8.dropFirst().dropLast().allSatisfy { Array("0123456789abcdef:.".utf8).contains($0) }
    }

    var isLoopback: Bool { HTTPOrigin.isLoopback(host: name) }

    /// The forms that a rule can name it by.
    var names: [String] { port == nil ? [name] : [text, name] }

    var isAzureDevOps: Bool {
        organizationLabel != nil
            || hasDefaultPort && (name == Self.azureDevOpsHost || name.hasSuffix(".\(Self.azureDevOpsHost)"))
    }

    /// The organization of an older address of Azure DevOps: `contoso` of `contoso.visualstudio.com`.
    var organizationLabel: String? {
        hasDefaultPort && name.hasSuffix(".visualstudio.com") ? String(name.prefix { $0 != "." }) : nil
    }

    private var hasDefaultPort: Bool { port == nil || port == 443 }
}

extension UInt16 {
    /// Reads the port of a URL, which is digits alone.
    init?(port text: some StringProtocol) {
        guard text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        self.init(text)
    }
}
