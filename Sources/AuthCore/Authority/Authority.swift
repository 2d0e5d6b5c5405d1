import Foundation
import HTTPTransport

/// Who issues the tokens: an Entra tenant or one of its relatives, or any other OpenID Connect issuer.
public struct Authority: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// `scheme://host/{tenant}`, with the endpoints of the Microsoft identity platform below it.
        case entra
        /// External ID for customers: `scheme://{name}.ciamlogin.com/{tenant}`, otherwise as Entra.
        case ciam
        /// Azure AD B2C: a user flow of one tenant, `scheme://host/{tenant}/{policy}`.
        case b2c
        /// Active Directory Federation Services: `scheme://host/adfs`.
        case adfs
        /// An issuer whose endpoints are what its discovery document says.
        case oidc

        /// Whether the tenant is a part of the URL that can be exchanged for another.
        var hasTenants: Bool { self == .entra || self == .ciam }

        /// Whether there is a Microsoft Graph for its accounts to ask.
        public var hasGraph: Bool { hasTenants }

        /// Whether the sign-in page can be told whose page comes next.
        public var supportsDomainHint: Bool { isMicrosoft }

        /// Whether the issuer speaks the dialect of the Microsoft identity platform: `client_info`, `form_post`.
        var isMicrosoft: Bool { self != .oidc && self != .adfs }
    }

    public let kind: Kind
    /// Canonical: lower-case scheme and host, no default port, no trailing slash.
    public let url: String
    /// Scheme, host and port of `url`.
    public let origin: String
    let host: String
    let path: String

    /// An authority of the Entra family, told apart as its documentation does: by the host's suffix and by the first
    /// segment of the path.
    public init(url: String) throws(AuthError) {
        try self.init(kind: AuthorityPath.kind(of: url), url: url)
    }

    /// - Parameter url: for Entra `https://{host}/{tenant}`, where a missing tenant means `common`; for any other
    ///   issuer its issuer URL. Plain http is accepted for loopback hosts only.
    public init(kind: Kind, url: String) throws(AuthError) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            let host = parts.encodedHost?.lowercased(), Authority.isHost(host)
        else { throw .invalidAuthority(url, .notAURL) }
        guard scheme == "https" || (scheme == "http" && Loopback.isLoopback(host: host)) else {
            throw .invalidAuthority(url, .notHTTPS)
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw .invalidAuthority(url, .extraParts)
        }
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        self.kind = kind
        self.host = kind == .entra ? Cloud.preferredHost(for: host) : host
        self.origin = "\(scheme)://\(self.host)\(port)"
        self.path = try AuthorityPath(kind: kind, host: host, path: parts.percentEncodedPath, url: url).canonical
        self.url = origin + path
    }

    public init(cloud: Cloud, tenant: String) throws(AuthError) {
        try self.init(kind: .entra, url: "https://\(cloud.loginHost)/\(tenant)")
    }

    /// The account key's second half; see `AccountID.environment`.
    public var environment: String {
        let scheme = origin.range(of: "://")?.upperBound ?? origin.startIndex
        let hostAndPort = String(origin[scheme...])
        return kind == .oidc ? hostAndPort + path : hostAndPort
    }

    /// The tenant as it was named: a GUID, a domain, `common`, `organizations` or `consumers`; nil where the URL does
    /// not name one that could be exchanged.
    public var tenant: String? { kind.hasTenants ? String(path.dropFirst()) : nil }

    /// The same authority for one tenant; those whose tenant is fixed stay as they are.
    public func with(tenant: String) throws(AuthError) -> Authority {
        guard kind.hasTenants, !tenant.isEmpty else { return self }
        return try Authority(kind: kind, url: "\(origin)/\(tenant)")
    }

    public var cloud: Cloud? { kind == .entra ? Cloud(loginHost: host) : nil }

    /// OpenID Connect Discovery 1.0 section 4; the Microsoft identity platform keeps its v2.0 document one level down.
    var openIDConfigurationURL: String {
        kind.isMicrosoft
            ? "\(url)/v2.0/.well-known/openid-configuration" : "\(url)/.well-known/openid-configuration"
    }

    /// Where tokens come from, if that follows from the URL; nil where discovery has to tell.
    var knownTokenEndpoint: String? { kind.hasTenants ? "\(url)/oauth2/v2.0/token" : nil }

    /// The tenants that stand for "whichever the person's account is in".
    static let sharedTenants: Set<String> = ["common", "organizations", "consumers"]

    /// The tenant of all Microsoft accounts.
    public static let personalTenantID = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// An escape in a host would mean another host to the next one who reads the URL.
    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._:[]".utf8.contains($0) }
    }
}

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
