import AuthCore
import HTTPTransport

/// The name of a tenant in rules and `.acct` files: its GUID, or one of its domains.
public struct TenantName: Hashable, Sendable {
    /// In lower case.
    public let text: String

    /// Nil for anything else, such as a name without a dot.
    public init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        guard text.isGUID || Self.isDomain(text) else { return nil }
        self.text = text
    }

    /// Whether it is a domain and not a GUID.
    public var isDomain: Bool { text.utf8.contains(UInt8(ascii: ".")) }

    /// Labels of letters, digits and inner hyphens (RFC 1123 section 2.1), at least two.
    private static func isDomain(_ text: String) -> Bool {
        let hyphen = UInt8(ascii: "-")
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count > 1 && text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == hyphen }
            }
    }
}
