import Foundation
import HTTPTransport

/// The path of an authority's URL, which says what kind it is and for whom it speaks.
///
/// Documented behaviour: ADFS has the segment `adfs`; B2C a host under `b2clogin` or the segment `tfp`, then tenant and
/// policy; CIAM a host under `ciamlogin.com`, whose missing tenant follows from the host; everything else is Entra.
struct AuthorityPath {
    /// Begins with a slash and does not end with one; empty for an issuer without a path.
    let canonical: String

    /// - Parameter url: the whole URL, for errors.
    init(kind: Authority.Kind, host: String, path: String, url: String) throws(AuthError) {
        let segments = path.split(separator: "/").map(String.init)
        switch kind {
        case .oidc: canonical = AuthorityPath.joined(segments)
        case .adfs: canonical = "/adfs"
        case .entra: canonical = "/" + (try AuthorityPath.tenant(of: segments, in: url) ?? "common")
        case .ciam:
            let own = host.split(separator: ".").first.map { "\($0).onmicrosoft.com" }
            canonical = "/" + (try AuthorityPath.tenant(of: segments, in: url) ?? own ?? "common")
        case .b2c:
            let flow = segments.first?.lowercased() == "tfp" ? segments.dropFirst() : segments[...]
            guard flow.count == 2, flow.allSatisfy(AuthorityPath.isName) else {
                throw .invalidAuthority(url, .notAPolicy)
            }
            canonical = AuthorityPath.joined(segments)
        }
    }

    /// - Throws: nothing: a URL that cannot be parsed is Entra's until it is refused.
    static func kind(of url: String) -> Authority.Kind {
        guard let parts = URLComponents(string: url), let host = parts.host?.lowercased() else { return .entra }
        let first = parts.path.split(separator: "/").first?.lowercased()
        if first == "adfs" { return .adfs }
        if first == "tfp" || b2cSuffixes.contains(where: host.hasSuffix) { return .b2c }
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
        guard segments.count == 1, isName(tenant), !tenant.contains("_") else {
            throw .invalidAuthority(url, .notATenant)
        }
        return tenant.lowercased()
    }

    /// A GUID, a domain or a policy, of which only the last has underscores. Dots alone would be a step in the path.
    private static func isName(_ segment: String) -> Bool {
        segment.utf8.allSatisfy { $0.isASCIIAlphanumeric || "._-".utf8.contains($0) }
            && segment.utf8.contains(where: \.isASCIIAlphanumeric)
    }
}
