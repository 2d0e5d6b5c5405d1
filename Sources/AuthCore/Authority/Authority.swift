import Foundation

/// Who issues the tokens: an Entra tenant, or any other OpenID Connect issuer.
public struct Authority: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// `scheme://host/{tenant}`, with the endpoints of the Microsoft identity platform below it.
        case entra
        /// An issuer whose endpoints are what its discovery document says.
        case oidc
    }

    public let kind: Kind
    /// Canonical: lower-case scheme and host, no default port, no trailing slash.
    public let url: String
    /// Scheme, host and port of `url`.
    public let origin: String
    private let host: String
    private let path: String

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
        let segments = parts.percentEncodedPath.split(separator: "/").map(String.init)
        switch kind {
        case .entra: self.path = "/" + (try Authority.tenant(of: segments, in: url))
        case .oidc: self.path = segments.map { "/" + $0 }.joined()
        }
        self.url = origin + path
    }

    public init(cloud: Cloud, tenant: String) throws(AuthError) {
        try self.init(kind: .entra, url: "https://\(cloud.loginHost)/\(tenant)")
    }

    /// The account key's second half; see `AccountID.environment`.
    public var environment: String {
        let scheme = origin.range(of: "://")?.upperBound ?? origin.startIndex
        let hostAndPort = String(origin[scheme...])
        return kind == .entra ? hostAndPort : hostAndPort + path
    }

    /// The tenant as it was named: a GUID, a domain, `common`, `organizations` or `consumers`; nil for other issuers.
    public var tenant: String? { kind == .entra ? String(path.dropFirst()) : nil }

    /// The same authority for one tenant; other issuers have no tenants and stay as they are.
    public func with(tenant: String) throws(AuthError) -> Authority {
        guard kind == .entra, !tenant.isEmpty else { return self }
        return try Authority(kind: .entra, url: "\(origin)/\(tenant)")
    }

    public var cloud: Cloud? { kind == .entra ? Cloud.of(loginHost: host) : nil }

    /// OpenID Connect Discovery 1.0 section 4; Entra keeps its v2.0 document one level down.
    var openIDConfigurationURL: String {
        kind == .entra
            ? "\(url)/v2.0/.well-known/openid-configuration" : "\(url)/.well-known/openid-configuration"
    }

    /// The tenants that stand for "whichever the person's account is in".
    static let sharedTenants: Set<String> = ["common", "organizations", "consumers"]

    /// The tenant of all Microsoft accounts.
    public static let personalTenantID = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// An escape in a host would mean another host to the next one who reads the URL.
    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._:[]".utf8.contains($0) }
    }

    private static func tenant(of segments: [String], in url: String) throws(AuthError) -> String {
        let segments = segments.last?.lowercased() == "v2.0" ? segments.dropLast() : segments[...]
        guard let tenant = segments.first else { return "common" }
        let allowed = tenant.utf8.allSatisfy {
            $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
        // Dots alone would be a step in the path.
        guard segments.count == 1, allowed, tenant.utf8.contains(where: \.isASCIIAlphanumeric) else {
            throw .invalidAuthority(url, .notATenant)
        }
        return tenant.lowercased()
    }
}
