import FoundationEssentials
import HTTPTransport

/// The path of an authority's URL, which names the tenant and in part the kind of authority.
///
/// Documented behaviour: ADFS has the segment `adfs`. B2C has tenant and policy, behind a host under `b2clogin`, behind the
/// segment `tfp` or, on a domain of its own, with a policy whose name begins with `B2C_`. CIAM has a host under
/// `ciamlogin.com`, from which a missing tenant follows. Everything else is Entra.
struct AuthorityPath {
    /// Begins with a slash and does not end with one; empty for an issuer without a path.
    let canonical: String

    /// - Parameter url: The whole URL, for errors.
    init(kind: Authority.Kind, host: String, path: String, url: String) throws(AuthError) {
        let segments = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        switch kind {
        case .oidc: canonical = Self.joined(segments)
        case .adfs: canonical = "/adfs"
        case .entra: canonical = "/" + (try Self.tenant(of: segments, in: url) ?? "common")
        case .ciam:
            let tenantOfHost = host.split(separator: ".").first.map { "\($0).onmicrosoft.com" }
            canonical = "/" + (try Self.tenant(of: segments, in: url) ?? tenantOfHost ?? "common")
        case .b2c:
            let userFlow = segments.first?.lowercased() == "tfp" ? segments.dropFirst() : segments[...]
            guard userFlow.count == 2, userFlow.allSatisfy(Self.isName) else {
                throw .invalidAuthority(url, .notAPolicy)
            }
            canonical = Self.joined(segments)
        }
    }

    /// The kind of a Microsoft authority; Entra for a URL that cannot be parsed, which is refused later.
    static func kind(of url: String) -> Authority.Kind {
        guard let parts = URLComponents(string: url), let host = parts.host?.lowercased() else { return .entra }
        let segments = parts.path.lowercased().split(separator: "/")
        if segments.first == "adfs" { return .adfs }
        let hasPolicy = segments.first == "tfp" || (segments.count == 2 && segments[1].hasPrefix("b2c_"))
        if hasPolicy || b2cSuffixes.contains(where: host.hasSuffix) { return .b2c }
        return host.hasSuffix(".ciamlogin.com") ? .ciam : .entra
    }

    private static let b2cSuffixes = [".b2clogin.com", ".b2clogin.cn", ".b2clogin.us", ".b2clogin.de"]

    private static func joined(_ segments: [String]) -> String {
        segments.map { "/" + $0 }.joined()
    }

    private static func tenant(of segments: [String], in url: String) throws(AuthError) -> String? {
        let isVersioned = segments.count > 1 && segments.last?.lowercased() == "v2.0"
        let segments = isVersioned ? segments.dropLast() : segments[...]
        guard let tenant = segments.first else { return nil }
        guard segments.count == 1, isName(tenant), !tenant.utf8.contains(UInt8(ascii: "_")) else {
            throw .invalidAuthority(url, .notATenant)
        }
        return tenant.lowercased()
    }

    /// Whether the segment can be a GUID, a domain or a policy, of which only policies have underscores. A segment of
    /// dots alone would be a step in the path.
    private static func isName(_ segment: String) -> Bool {
        segment.utf8.allSatisfy { $0.isASCIIAlphanumeric || "._-".utf8.contains($0) }
            && segment.utf8.contains(where: \.isASCIIAlphanumeric)
    }
}
